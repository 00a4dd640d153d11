//! Start-up's floor: it reads a line and answers a line.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let read = std::io::stdin().read(&mut [0; 1 << 16])?;
    assert!(read > 0, "there was no line");
    std::io::stdout().write_all(b"{\"id\":1}\n")
}

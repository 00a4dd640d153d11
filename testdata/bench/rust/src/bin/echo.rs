//! The floor of calls: it sends each line back as it came, in one write with all that have come by then.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, BufWriter, stdin, stdout};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, stdin());
    let mut output = BufWriter::with_capacity(1 << 16, stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await? > 0 {
        output.write_all(&line).await?;
        line.clear();
        if input.buffer().is_empty() {
            output.flush().await?;
        }
    }
    output.flush().await
}

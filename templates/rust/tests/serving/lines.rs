//! A stream taken apart into lines.

use std::io::{self, Cursor, Read};

#[allow(dead_code, clippy::redundant_pub_crate)]
#[path = "../../flow/lines.rs"]
mod taken;

use taken::{Line, Lines};

/// Gives a stream as so many bytes at once.
struct By<R>(R, usize);

impl<R: Read> Read for By<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

/// The lines of a stream, those over the limit marked with `!`.
fn lines(source: impl Read, limit: usize) -> Vec<Vec<u8>> {
    let mut lines = Lines::new(source, limit);
    let mut got = Vec::new();
    while let Some(line) = lines.next_line().expect("the stream does not break") {
        got.push(match line {
            Line::Whole(line) => line,
            Line::Overlong(prefix) => [b"!", &prefix[..]].concat(),
        });
    }
    got
}

#[test]
fn only_line_ends_end_lines() {
    let many = "y".repeat(1000);
    let rows: Vec<(Vec<u8>, Vec<&[u8]>)> = vec![
        (b"".to_vec(), vec![]),
        (b"a\n".to_vec(), vec![b"a"]),
        (b"a\nb".to_vec(), vec![b"a", b"b"]),
        (b"\n\r\n  \t\na\n \n".to_vec(), vec![b"a"]),
        (b"a\r\nb\r".to_vec(), vec![b"a", b"b"]),
        (b"a\r\r\n".to_vec(), vec![b"a\r"]),
        (
            "\u{feff}a\n\u{feff}b\n".into(),
            vec![b"a", "\u{feff}b".as_bytes()],
        ),
        ("\u{feff}\na\n".into(), vec![b"a"]),
        (b"\xEF\xBB".to_vec(), vec![b"\xEF\xBB"]),
        (
            "\u{2028}\u{85}\u{b}\u{c}\r\n".into(),
            vec!["\u{2028}\u{85}\u{b}\u{c}".as_bytes()],
        ),
        (b"12345678\nx\n".to_vec(), vec![b"12345678", b"x"]),
        ("\u{feff}12345678\r\nx".into(), vec![b"12345678", b"x"]),
        (b"123456789\nx\n".to_vec(), vec![b"!12345678", b"x"]),
        (b"123456789\r\nx\n".to_vec(), vec![b"!12345678", b"x"]),
        (b"1234567890\nx\n".to_vec(), vec![b"!12345678", b"x"]),
        (format!("{many}\nx\n").into(), vec![b"!yyyyyyyy", b"x"]),
        (format!("x\n{many}").into(), vec![b"x", b"!yyyyyyyy"]),
        ("\u{feff}123456789\nx".into(), vec![b"!12345678", b"x"]),
        (b"        \nx".to_vec(), vec![b"x"]),
        (b"12345678\r\r\nx".to_vec(), vec![b"!12345678", b"x"]),
    ];
    for (stream, want) in rows {
        for at_once in [1, 2, 3, 7, 1 << 20] {
            let got = lines(By(Cursor::new(&stream), at_once), 8);
            assert_eq!(
                got,
                want,
                "{:?} by {at_once}",
                String::from_utf8_lossy(&stream)
            );
        }
    }
}

/// Lines of every size around that of the chunks, each followed by a short one, arrive whole; one
/// byte over the limit, that line alone is refused.
#[test]
fn lines_have_any_size_up_to_the_limit() {
    const LIMIT: usize = (3 << 20) + 17;
    const CHUNK: usize = 64 << 10;
    let whole = [
        1,
        CHUNK - 2,
        CHUNK - 1,
        CHUNK,
        CHUNK + 1,
        2 * CHUNK,
        1 << 20,
        LIMIT - 1,
        LIMIT,
    ];
    let over = [LIMIT + 1, LIMIT + 2, LIMIT + 3, LIMIT + 5 * CHUNK];
    let mut stream = Vec::new();
    for size in whole.iter().chain(&over) {
        stream.extend(std::iter::repeat_n(b'a', *size));
        stream.extend(b"\nb\n");
    }
    for at_once in [5000, 1 << 20] {
        let got = lines(By(Cursor::new(&stream), at_once), LIMIT);
        assert_eq!(got.len(), 2 * (whole.len() + over.len()));
        for (pair, size) in got.chunks(2).zip(whole.iter().chain(&over)) {
            let want = if *size > LIMIT { LIMIT + 1 } else { *size };
            assert_eq!((pair[0].len(), &pair[1][..]), (want, &b"b"[..]));
        }
    }
}

/// What is over the limit is not stored, however much it is.
#[test]
fn the_rest_of_a_long_line_is_skipped() {
    let endless = io::repeat(b'a').take(1 << 30).chain(&b"\nb\n"[..]);
    assert_eq!(lines(endless, 4), [b"!aaaa".to_vec(), b"b".to_vec()]);
}

/// A stream that breaks off gives what was whole.
#[test]
fn a_broken_stream_ends() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let mut lines = Lines::new((&b"a\nb"[..]).chain(Broken), 8);
    assert_eq!(
        lines.next_line().expect("a line"),
        Some(Line::Whole(b"a".to_vec()))
    );
    assert!(lines.next_line().is_err());
}

//! Answers questions about the codecs of generated types: what reads and writes again, and in which order values are.
//!
//! A question is a line of three numbers, the codec and the lengths of two texts in bytes, and these texts; where the second
//! number is -1 there is one text alone. An answer is a line: a word, a number and the length of a text, and that text.

use std::cmp::Ordering;
use std::io::{self, BufRead, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use flow_goldens::flow;

/// What is wrong with a value: a code and a pointer.
type Fault = (String, String);

/// A codec of some type, at bindings.
struct Codec {
    recode: Box<dyn Fn(&[u8]) -> Result<String, Fault>>,
    order: Box<dyn Fn(&[u8], &[u8]) -> Result<Ordering, Fault>>,
}

/// Gives the codec of a Rust type at the types of a view, which live as long as the program.
fn of<V: flow::Value + 'static>(view: Option<&'static flow::View>) -> Codec {
    let bindings: flow::Bindings<'static> = match view {
        Some(view) => view.codecs(),
        None => &[],
    };
    let read = move |text: &[u8]| {
        let mut r = flow::Reader::of_bytes(text).bound(bindings);
        let value = V::read(&mut r).and_then(|value| r.end().map(|()| value));
        value.map_err(|fault| (fault.code().to_string(), fault.pointer().to_owned()))
    };
    Codec {
        recode: Box::new(move |text| {
            let mut w = flow::Writer::new().bound(bindings);
            let written = read(text)?.write(&mut w);
            written.map_err(|fault| (fault.code().to_string(), fault.pointer().to_owned()))?;
            Ok(w.finish())
        }),
        order: Box::new(move |a, b| Ok(read(a)?.order(&read(b)?))),
    }
}

/// Gives the view of a call to the Tool of a place at types.
fn view(
    declarations: &'static flow::Declarations,
    tool: usize,
    types: &[flow::Type],
) -> Option<&'static flow::View> {
    let view = flow::View::at(declarations, tool, types);
    Some(Box::leak(Box::new(view.expect("the types can be bound"))))
}

fn answer(codec: &Codec, a: &[u8], b: Option<&[u8]>) -> (String, i64, String) {
    let ended = catch_unwind(AssertUnwindSafe(|| match b {
        None => (codec.recode)(a).map(|text| (0, text)),
        Some(b) => (codec.order)(a, b).map(|order| (order as i64, String::new())),
    }));
    match ended {
        Ok(Ok((order, text))) => ("ok".to_owned(), order, text),
        Ok(Err((code, pointer))) => (code, 0, pointer),
        Err(_) => ("panic".to_owned(), 0, String::new()),
    }
}

fn main() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let codecs = codecs();
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let numbers: Vec<i64> = line
            .split_whitespace()
            .map(|n| n.parse().expect("a number"))
            .collect();
        let mut text = |size: i64| {
            let mut bytes = vec![0; usize::try_from(size).ok()?];
            input.read_exact(&mut bytes).ok()?;
            Some(bytes)
        };
        let a = text(numbers[1]).expect("a text");
        let b = text(numbers[2]);
        let codec = &codecs[usize::try_from(numbers[0]).expect("a codec")];
        let (word, order, text) = answer(codec, &a, b.as_deref());
        write!(output, "{word} {order} {}\n{text}", text.len())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

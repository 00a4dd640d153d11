//! What holds of any input.

use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flow_support::flow::{serve_streams, to_json_within, Json, Limits, ServeOptions};
use proptest::prelude::*;

use super::say::{call, saying, SAY};

/// What was written, for a test to see.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<u8>>>);

impl Write for Seen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nothing panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Serves an input to its end, and gives what was written.
fn served(input: Vec<u8>, at_once: usize) -> String {
    struct By(Cursor<Vec<u8>>, usize);
    impl Read for By {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }
    let seen = Seen::default();
    let toolkit = saying(|ctx, text| async move {
        if text == "wait" {
            ctx.cancelled().await;
        }
        Ok(text)
    });
    let limits = Limits {
        message_bytes: 4096,
        ..Limits::default()
    };
    let options = ServeOptions {
        grace: Duration::from_millis(1),
        max_calls: 8,
        backlog: 1 << 20,
        limits,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let serve = serve_streams(
        toolkit,
        By(Cursor::new(input), at_once),
        seen.clone(),
        options,
    );
    runtime
        .expect("a runtime")
        .block_on(serve)
        .expect("threads");
    let written = seen.0.lock().expect("nothing panicked").clone();
    String::from_utf8(written).expect("the server writes UTF-8")
}

/// Holds an output to be whole canonical responses, no more than there were lines.
fn check(input: &[u8], output: &str) -> Result<(), TestCaseError> {
    let lines = input.split(|byte| *byte == b'\n').count();
    prop_assert!(output.is_empty() || output.ends_with('\n'));
    prop_assert!(output.lines().count() <= lines);
    let limits = Limits {
        depth: 512,
        ..Limits::default()
    };
    for line in output.lines() {
        let value: Json = line.parse().expect("the server writes JSON");
        prop_assert_eq!(to_json_within(&value, limits).expect("it encodes"), line);
        prop_assert!(value.get("result").is_some() != value.get("error").is_some());
        prop_assert!(value.get("id").is_some());
    }
    Ok(())
}

/// A line that is a message, or nearly.
fn line() -> impl Strategy<Value = String> {
    let id = prop_oneof![
        "[0-9]{1,3}",
        "\"[a-c]{0,2}\"",
        Just("1.0".to_owned()),
        Just("null".to_owned())
    ];
    let text = prop_oneof![Just("wait".to_owned()), Just("x".to_owned()), "\\PC{0,8}"];
    let called = (id.clone(), id.clone(), id, text)
        .prop_map(|(id, run, at, text)| call(&id, &run, &at, &text));
    let other = prop_oneof![
        Just(r#"{"id":1,"jsonrpc":"2.0","method":"describe"}"#.to_owned()),
        Just(r#"{"jsonrpc":"2.0","method":"cancel","params":{"run":1,"call":1}}"#.to_owned()),
        Just(r#"{"id":1,"jsonrpc":"2.0","result":{}}"#.to_owned()),
        Just(format!(
            r#"{{"id":1,"jsonrpc":"2.0","method":"call","params":{{"run":1,"call":1,"tool":"{SAY}","args":{{"text":["#
        )),
        "[\\[\\]{}:,\"a0 ]{0,30}",
    ];
    prop_oneof![4 => called, 2 => other]
}

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec(line(), 0..8);
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    (lines, damage, any::<bool>()).prop_map(|(lines, damage, last)| {
        let mut input = lines.join("\n").into_bytes();
        if last {
            input.push(b'\n');
        }
        for (at, byte) in damage {
            if !input.is_empty() {
                let at = at.index(input.len());
                input[at] = byte;
            }
        }
        input
    })
}

proptest! {
    #[test]
    fn any_input_is_answered_in_order(input in damaged(), at_once in 1_usize..64) {
        let output = served(input.clone(), at_once);
        check(&input, &output)?;
    }

    #[test]
    fn any_bytes_are_answered_in_order(input in prop::collection::vec(any::<u8>(), 0..200)) {
        let output = served(input.clone(), 64);
        check(&input, &output)?;
    }

    /// A line is no message exactly where it is not JSON as `serde_json` sees it, or breaks a rule
    /// that `serde_json` does not know: members that differ, and the depth.
    #[test]
    fn a_message_is_json(line in "[\\[\\]{}:,\"a0.e\\\\ -]{1,12}") {
        prop_assume!(!line.trim().is_empty());
        let output = served(line.clone().into_bytes(), 64);
        let is_message = !output.contains("-32700");
        let is_json = serde_json::from_str::<serde_json::Value>(&line).is_ok();
        if is_message {
            prop_assert!(is_json || line.contains('e'), "{} is read", line);
        } else if is_json {
            prop_assert!(output.contains("two members"), "{} is refused: {}", line, output);
        }
    }
}

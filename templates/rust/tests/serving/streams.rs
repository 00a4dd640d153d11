//! Many calls at once, cancelled and joined ones.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flow_support::flow::{Context, Limits, Outcome, Problem, ServeOptions};
use tokio::sync::{Barrier, Notify, Semaphore};

use super::say::{call, echo, ok, reply, saying};
use super::session::{serve, serve_with, Flavor, FLAVORS, PATIENCE};

const CANCEL: &str = r#"{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":"#;

fn cancel(call: &str) -> String {
    format!("{CANCEL}{call}}}}}")
}

/// A gate that calls wait at until it is opened for all.
#[derive(Clone)]
struct Gate(Arc<Semaphore>);

impl Gate {
    fn new() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    async fn pass(&self) {
        self.0.acquire().await.expect("it is never closed").forget();
        self.0.add_permits(1);
    }

    fn open(&self) {
        self.0.add_permits(1);
    }
}

#[test]
fn texts_come_back_byte_for_byte() {
    let mut s = serve(echo());
    let text = "Độ 日本 😀 a\u{2028}b\u{2029}c\u{85}d\u{7f}<>&/\0";
    s.send(&[call(1, "\"r\"", "\"c\"", text)]);
    let answer = s.receive();
    assert!(
        answer.contains("Độ 日本 😀 a\u{2028}b\u{2029}c\u{85}d\u{7f}<>&/\\u0000"),
        "{answer}"
    );
    for byte in (call(2, 1, 1, "日本 😀") + "\n").into_bytes() {
        s.write(&[byte]);
    }
    s.expect(&[reply(2, 1, 1, &ok("日本 😀"))]);
    let line = call(3, 1, 1, "in three") + "\n";
    for part in line.as_bytes().chunks(line.len() / 2) {
        s.write(part);
    }
    s.expect(&[reply(3, 1, 1, &ok("in three"))]);
    let ten: Vec<String> = (0..10).map(|id| call(id, 1, id, "ten")).collect();
    s.send(&ten);
    let want: Vec<String> = (0..10).map(|id| reply(id, 1, id, &ok("ten"))).collect();
    s.expect_set(&want);
    s.end();
}

/// Ids that look alike are kept apart, in calls that all run at once.
#[test]
fn ids_are_kept_apart() {
    let ids = [
        "0",
        r#""""#,
        r#""0""#,
        "-1",
        "9007199254740993",
        r#""9007199254740993""#,
        r#""-1""#,
        "9007199254740992",
    ];
    for flavor in FLAVORS {
        let all = Arc::new(Barrier::new(2 * ids.len()));
        let toolkit = saying(move |_, text| {
            let all = Arc::clone(&all);
            async move {
                all.wait().await;
                Ok(text)
            }
        });
        let mut s = serve_with(toolkit, flavor, ServeOptions::default());
        let mut want = Vec::new();
        for (text, id) in ids.into_iter().enumerate() {
            let text = text.to_string();
            s.send(&[call(id, r#""r""#, id, &text), call(id, id, r#""c""#, &text)]);
            want.push(reply(id, r#""r""#, id, &ok(&text)));
            want.push(reply(id, id, r#""c""#, &ok(&text)));
        }
        s.expect_set(&want);
        s.end();
    }
}

#[test]
fn a_pair_that_runs_is_joined() {
    let runs = Arc::new(AtomicUsize::new(0));
    let gate = Gate::new();
    let (counted, waiting) = (Arc::clone(&runs), gate.clone());
    let mut s = serve(saying(move |_, text| {
        counted.fetch_add(1, Ordering::SeqCst);
        let waiting = waiting.clone();
        async move {
            waiting.pass().await;
            Ok(text)
        }
    }));
    let r = r#""r""#;
    s.send(&[
        call(1, r, "7", "a"),
        call(2, r, "7.0", "a"),
        call(r#""3""#, r#""\u0072""#, "70e-1", "a"),
        call(5, r, "7", "a") + " ",
        call(4, r, "7", "b"),
    ]);
    let another = r#"{"NotRun":"a call of the same run and call is running, and is not the same"}"#;
    s.expect(&[reply(4, r, "7", another)]);
    gate.open();
    let a = ok("a");
    s.expect_set(&[
        reply(1, r, 7, &a),
        reply(2, r, 7, &a),
        reply(r#""3""#, r, 7, &a),
        reply(5, r, 7, &a),
    ]);
    s.send(&[call(6, r, 7, "a")]);
    s.expect(&[reply(6, r, 7, &a)]);
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    s.end();
}

pub async fn wait(ctx: Context, text: String) -> Outcome<String, String> {
    match text.as_str() {
        "wait" => {
            ctx.cancelled().await;
            assert!(ctx.is_cancelled());
            ctx.cancelled().await; // and once more, at once
            Err(Problem::unknown("told to stop"))?;
        }
        "unless" => ctx.unless_cancelled(std::future::pending::<()>()).await?,
        "go on" => {
            ctx.cancelled().await;
            return Ok("done all the same".to_owned());
        }
        _ => {}
    }
    Ok(text)
}

#[test]
fn calls_are_cancelled() {
    let begun = Arc::new(Notify::new());
    let told = Arc::clone(&begun);
    let toolkit = saying(move |ctx, text| {
        told.notify_one();
        wait(ctx, text)
    });
    let options = ServeOptions {
        max_calls: 1,
        ..ServeOptions::default()
    };
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let r = r#""r""#;
    for (text, want) in [
        ("wait", r#"{"Unknown":"told to stop"}"#),
        (
            "unless",
            r#"{"Unknown":"the call was interrupted: the host cancelled it"}"#,
        ),
        ("go on", r#"{"Ok":"done all the same"}"#),
    ] {
        s.send(&[call(1, r, r#""c""#, text)]);
        runtime.block_on(begun.notified());
        s.send(&[
            call(2, r, r#""d""#, "queued"),
            call(3, r, r#""e""#, "queued"),
            call(4, r, r#""e""#, "queued"),
            cancel(r#""d""#),
        ]);
        let unbegun = r#"{"NotRun":"the call was not begun: the host cancelled it"}"#;
        s.expect(&[reply(2, r, r#""d""#, unbegun)]);
        s.send(&[cancel(r#""nothing""#), cancel(r#""c""#)]);
        let queued = ok("queued");
        s.expect_set(&[
            reply(1, r, r#""c""#, want),
            reply(3, r, r#""e""#, &queued),
            reply(4, r, r#""e""#, &queued),
        ]);
        runtime.block_on(begun.notified());
    }
    s.end();
}

#[test]
fn a_context_knows_its_call() {
    let mut s = serve(saying(|ctx, _| async move {
        Ok(format!("{} {} {}", ctx.run_id(), ctx.call_id(), ctx.tool()))
    }));
    s.send(&[call(1, r#""r\n""#, "9007199254740993", "x")]);
    s.expect(&[reply(
        1,
        r#""r\n""#,
        "9007199254740993",
        &ok(&format!("\"r\\n\" 9007199254740993 {}", super::say::SAY)),
    )]);
    s.end();
}

#[test]
fn the_bytes_of_calls_are_bounded() {
    let gate = Gate::new();
    let waiting = gate.clone();
    let toolkit = saying(move |_, text| {
        let waiting = waiting.clone();
        async move {
            waiting.pass().await;
            Ok(text[..1].to_owned())
        }
    });
    let options = ServeOptions {
        backlog: 100_000,
        ..ServeOptions::default()
    };
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    let big = "a".repeat(60_000);
    s.send(&[call(1, 1, 1, &big), call(2, 1, 2, &big)]);
    let too_much = r#"{"NotRun":"too many bytes of calls are running"}"#;
    s.expect(&[reply(2, 1, 2, too_much)]);
    let long = format!("\"{}\"", "i".repeat(30_000));
    s.send(&[call(&long, 1, 1, &big), call(&long, 1, 1, &big)]);
    s.expect(&[reply(&long, 1, 1, too_much)]);
    gate.open();
    s.expect(&[reply(1, 1, 1, &ok("a")), reply(&long, 1, 1, &ok("a"))]);
    s.end();
}

/// A reply that is too long for one id is not too long for the others that joined the call.
#[test]
fn replies_are_held_to_the_limit() {
    let gate = Gate::new();
    let waiting = gate.clone();
    let toolkit = saying(move |_, text| {
        let waiting = waiting.clone();
        async move {
            waiting.pass().await;
            Ok("a".repeat(text.len() * 100))
        }
    });
    let limits = Limits {
        message_bytes: 420,
        ..Limits::default()
    };
    let options = ServeOptions {
        limits,
        ..ServeOptions::default()
    };
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    let long = format!("\"{}\"", "i".repeat(100));
    s.send(&[
        call(1, 1, 1, "aaa"),
        call(&long, 1, 1, "aaa"),
        call(2, 1, 1, "aaa"),
        call(3, 1, 2, "aaaa"),
        call(4, 1, 1, "b"),
    ]);
    assert!(s.receive().contains("is not the same"));
    gate.open();
    let (fits, over) = (ok(&"a".repeat(300)), ok(&"a".repeat(400)));
    let unknown = |line: String| {
        let size = line.len();
        format!(r#"{{"Unknown":"the reply has {size} bytes; a message has at most 420"}}"#)
    };
    s.expect_set(&[
        reply(1, 1, 1, &fits),
        reply(2, 1, 1, &fits),
        reply(&long, 1, 1, &unknown(reply(&long, 1, 1, &fits))),
        reply(3, 1, 2, &unknown(reply(3, 1, 2, &over))),
    ]);
    s.end();
}

/// The host writes 200 calls of 64 KiB before it reads, and a cancel; then it reads all.
#[test]
fn neither_side_waits_for_the_other() {
    for flavor in FLAVORS {
        let begun = Arc::new(Notify::new());
        let told = Arc::clone(&begun);
        let mut s = serve_with(
            saying(move |ctx, text| {
                told.notify_one();
                wait(ctx, text)
            }),
            flavor,
            ServeOptions::default(),
        );
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        s.send(&[call(0, r#""r""#, 0, "wait")]);
        runtime.block_on(begun.notified());
        let text = "x".repeat(65_536);
        let mut want = vec![reply(0, r#""r""#, 0, r#"{"Unknown":"told to stop"}"#)];
        for id in 1..=200 {
            s.send(&[call(id, 1, id, &text)]);
            want.push(reply(id, 1, id, &ok(&text)));
        }
        s.send(&[cancel("0")]);
        s.expect_set(&want);
        s.end();
    }
}

/// Where more replies are unread than the backlog has room for, nothing more is read; once they are,
/// all is answered.
#[test]
fn reading_pauses_while_nobody_reads() {
    let options = ServeOptions {
        backlog: 1 << 20,
        ..ServeOptions::default()
    };
    let mut s = serve_with(echo(), Flavor::MultiThread, options);
    let text = "x".repeat(65_536);
    let lines: Vec<String> = (0..100).map(|id| call(id, 1, id, &text)).collect();
    let mut writer = s.split();
    let writing = std::thread::spawn(move || {
        for line in lines {
            std::io::Write::write_all(&mut writer, (line + "\n").as_bytes()).expect("it is read");
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    std::thread::sleep(Duration::from_millis(300));
    let want: Vec<String> = (0..100).map(|id| reply(id, 1, id, &ok(&text))).collect();
    s.expect_set(&want);
    writing.join().expect("all is written");
    s.end();
}

/// A line of 16 MiB is one call; one byte over the limit refuses that line alone, by its id.
#[test]
fn long_lines_are_read() {
    const LIMIT: usize = 16 << 20;
    let limits = Limits {
        message_bytes: LIMIT,
        ..Limits::default()
    };
    let options = ServeOptions {
        limits,
        ..ServeOptions::default()
    };
    let toolkit = saying(|_, text| async move { Ok(text.len().to_string()) });
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    let room = LIMIT - call(1, 1, 1, "").len();
    for size in [65_535, 65_536, 65_537, 1 << 20, room] {
        s.send(&[call(1, 1, 1, &"a".repeat(size)), call(2, 1, 2, "short")]);
        s.expect_set(&[
            reply(1, 1, 1, &ok(&size.to_string())),
            reply(2, 1, 2, &ok("5")),
        ]);
    }
    s.send(&[call(1, 1, 1, &"a".repeat(room + 1)), call(2, 1, 2, "short")]);
    let over = r#"{"error":{"code":-32600,"message":"a message has at most 16777216 bytes"},"id":1,"jsonrpc":"2.0"}"#;
    s.expect(&[over.to_owned(), reply(2, 1, 2, &ok("5"))]);
    s.end();
}

/// A call that blocks its thread holds up no other one, and no reading.
#[test]
fn a_blocking_call_holds_up_no_others() {
    let (open, gate) = std::sync::mpsc::channel();
    let gate = Mutex::new(gate);
    let toolkit = saying(move |_, text| {
        if text == "block" {
            let gate = gate.lock().expect("nothing panicked");
            gate.recv_timeout(PATIENCE)
                .expect("the quick calls are answered meanwhile");
        }
        async { Ok(text) }
    });
    let mut s = serve(toolkit);
    s.send(&[call(1, 1, 1, "block"), call(2, 1, 2, "quick")]);
    s.expect(&[reply(2, 1, 2, &ok("quick"))]);
    s.send(&[call(3, 1, 3, "quick"), call(4, 1, 4, "quick")]);
    s.expect_set(&[reply(3, 1, 3, &ok("quick")), reply(4, 1, 4, &ok("quick"))]);
    open.send(()).expect("it waits");
    s.expect(&[reply(1, 1, 1, &ok("block"))]);
    s.end();
}

/// Calls for which tokio takes other threads run all at once, though there are few workers; and
/// calls are read where all of these block.
#[test]
fn calls_that_block_in_place_run_at_once() {
    const MANY: usize = 50;
    let all = Arc::new(std::sync::Barrier::new(MANY));
    let toolkit = saying(move |_, text| {
        let all = Arc::clone(&all);
        async move {
            tokio::task::block_in_place(|| all.wait());
            Ok(text)
        }
    });
    let mut s = serve(toolkit);
    let lines: Vec<String> = (1..MANY).map(|id| call(id, 1, id, "x")).collect();
    s.send(&lines);
    s.send(&[r#"{"id":"x","jsonrpc":"2.0","method":"nope"}"#.to_owned()]);
    assert!(s.receive().contains("-32601"));
    s.send(&[call(0, 1, 0, "x")]);
    let want: Vec<String> = (0..MANY).map(|id| reply(id, 1, id, &ok("x"))).collect();
    s.expect_set(&want);
    s.end();
}

#[test]
fn no_more_calls_run_at_once_than_may() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(0)));
    let seen = Arc::clone(&most);
    let toolkit = saying(move |_, text| {
        let (now, most) = (Arc::clone(&now), Arc::clone(&seen));
        async move {
            let count = now.fetch_add(1, Ordering::SeqCst) + 1;
            {
                let mut most = most.lock().expect("nothing panicked");
                *most = count.max(*most);
            }
            if text != "quick" {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            now.fetch_sub(1, Ordering::SeqCst);
            Ok(text)
        }
    });
    let options = ServeOptions {
        max_calls: 3,
        ..ServeOptions::default()
    };
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    let texts = ["slow", "quick", "slow"];
    let lines: Vec<String> = (0..200).map(|id| call(id, 1, id, texts[id % 3])).collect();
    s.send(&lines);
    let want: Vec<String> = (0..200)
        .map(|id| reply(id, 1, id, &ok(texts[id % 3])))
        .collect();
    s.expect_set(&want);
    let most = *most.lock().expect("nothing panicked");
    assert_eq!(most, 3);
    s.end();
}

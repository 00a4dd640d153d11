//! How a server comes to its end.

use std::io::Write;
use std::net::Shutdown;
use std::time::Duration;

use flow_support::flow::{Problem, ServeOptions};

use super::say::{call, echo, reply, saying};
use super::session::{serve, serve_with, Flavor, FLAVORS};
use super::streams::wait;

#[test]
fn running_calls_end_after_the_input() {
    for flavor in FLAVORS {
        let toolkit = saying(|_, text| async move {
            if text == "sleep" {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Ok(text)
        });
        let mut s = serve_with(toolkit, flavor, ServeOptions::default());
        s.send(&[
            r#"{"id":0,"jsonrpc":"2.0","method":"describe"}"#.to_owned(),
            call(1, 1, 1, "a"),
            call(2, 1, 2, "sleep"),
        ]);
        s.write(call(3, 1, 3, "no line end").as_bytes());
        s.end_input();
        for _ in 0..4 {
            s.receive();
        }
        s.end();
    }
}

#[test]
fn calls_that_do_not_end_are_answered_at_the_end() {
    let toolkit = saying(|ctx, text| async move {
        if text == "deaf" {
            tokio::time::sleep(Duration::from_secs(3600)).await;
        }
        wait(ctx, text).await
    });
    let options = ServeOptions {
        grace: Duration::from_millis(100),
        max_calls: 2,
        ..ServeOptions::default()
    };
    let mut s = serve_with(toolkit, Flavor::MultiThread, options);
    s.send(&[
        call(1, 1, 1, "unless"),
        call(2, 1, 2, "deaf"),
        call(3, 1, 3, "queued"),
    ]);
    s.end_input();
    s.expect_set(&[
        reply(
            1,
            1,
            1,
            r#"{"Unknown":"the call was interrupted: the process ends"}"#,
        ),
        reply(
            3,
            1,
            3,
            r#"{"NotRun":"the call was not begun: the process ends"}"#,
        ),
        reply(
            2,
            1,
            2,
            r#"{"Unknown":"the process ended before the call did"}"#,
        ),
    ]);
    s.end();
}

/// Whoever drops the future that serves stops the server.
#[test]
fn a_server_can_be_stopped() {
    let mut s = serve(saying(wait));
    s.send(&[
        call(1, 1, 1, "unless"),
        r#"{"id":0,"jsonrpc":"2.0","method":"describe"}"#.to_owned(),
    ]);
    s.receive();
    s.stop();
    let got = s.receive();
    assert!(got.contains("the process ends"), "{got}");
    assert_eq!(s.next(), None);
    s.ended();
}

/// A host that reads nothing more is no reason to stay.
#[test]
fn a_server_ends_though_nobody_reads() {
    let options = ServeOptions {
        grace: Duration::from_millis(50),
        ..ServeOptions::default()
    };
    let mut s = serve_with(echo(), Flavor::MultiThread, options);
    for id in 0..20 {
        s.send(&[call(id, 1, id, &"x".repeat(65_536))]);
    }
    s.end_input();
    s.ended();
}

#[test]
fn a_server_ends_when_its_host_is_gone() {
    let mut s = serve(saying(wait));
    s.send(&[call(1, 1, 1, "wait")]);
    s.close_output();
    s.send(&[call(2, 1, 2, "x")]);
    s.ended();
}

/// Calls of all kinds at once, cancelled and joined and cut off by the end of the input: each
/// request is answered once.
#[test]
fn each_request_is_answered_once() {
    for flavor in FLAVORS {
        let toolkit = saying(|ctx, text| async move {
            match text.as_bytes().first() {
                Some(b'1') => tokio::task::yield_now().await,
                Some(b'2') => tokio::time::sleep(Duration::from_millis(2)).await,
                Some(b'3') => std::thread::sleep(Duration::from_micros(50)),
                Some(b'4') => Err(Problem::unknown("as it is told"))?,
                Some(b'5') => ctx.cancelled().await,
                _ => {}
            }
            Ok(text)
        });
        let options = ServeOptions {
            grace: Duration::from_millis(20),
            max_calls: 100,
            ..ServeOptions::default()
        };
        let mut s = serve_with(toolkit, flavor, options);
        let many: u32 = 3000;
        let mut writer = s.split();
        let writing = std::thread::spawn(move || {
            // A plain generator, the same each time.
            let mut state = 1_u32;
            let mut draw = |below: u32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % below
            };
            for id in 0..many {
                let at = draw(300);
                let mut line = call(id, "\"r\"", at, &draw(7).to_string()) + "\n";
                if draw(3) == 0 {
                    let at = draw(300);
                    let cancel =
                        r#"{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":"#;
                    line = [&line, cancel, &at.to_string(), "}}\n"].concat();
                }
                writer.write_all(line.as_bytes()).expect("the server reads");
            }
            writer.shutdown(Shutdown::Write).expect("it is open");
        });
        let mut answered = vec![0; many as usize];
        while let Some(line) = s.next() {
            let value: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
            let id = value["id"].as_u64().expect("each has its id");
            answered[usize::try_from(id).expect("it is small")] += 1;
        }
        writing.join().expect("all is written");
        s.ended();
        assert!(answered.iter().all(|count| *count == 1), "{answered:?}");
    }
}

//! A server as a process.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::say::{call, ok, reply};
use super::session::PATIENCE;

const SERVED: &str = env!("CARGO_BIN_EXE_served");

const WAYS: [&str; 4] = ["blocking", "early", "current-thread", "multi-thread"];

/// A server in a process of its own.
struct Served {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    errors: JoinHandle<String>,
}

fn start(way: &str) -> Served {
    let mut child = Command::new(SERVED)
        .arg(way)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let mut stderr = child.stderr.take().expect("it is piped");
    let errors = thread::spawn(move || {
        let mut said = Vec::new();
        stderr
            .read_to_end(&mut said)
            .expect("standard error is read");
        String::from_utf8_lossy(&said).into_owned()
    });
    Served {
        input: child.stdin.take(),
        output: BufReader::new(child.stdout.take().expect("it is piped")),
        child,
        errors,
    }
}

/// Waits for a process, and kills one that does not end.
fn wait(mut child: Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("there is a child") {
            return status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().expect("there is a child");
            panic!("the process does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

impl Served {
    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all((line.to_owned() + "\n").as_bytes())
            .expect("the process reads");
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .expect("the process writes");
        line.trim_end_matches('\n').to_owned()
    }

    fn ask(&mut self, id: i32, text: &str) -> String {
        self.send(&call(id, 1, id, text));
        self.receive()
    }

    /// Waits for the process, which says nothing more and ends with status 0. Gives its standard
    /// error.
    fn ended(mut self) -> String {
        let mut rest = String::new();
        self.output
            .read_to_string(&mut rest)
            .expect("the process writes");
        assert_eq!(rest, "", "on the protocol's stream");
        let status = wait(self.child);
        let errors = self.errors.join().expect("nothing panicked");
        assert!(status.success(), "{status}\n{errors:.2000}");
        errors
    }

    fn end(mut self) -> String {
        self.input = None;
        self.ended()
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("there is kill").success());
    }
}

#[test]
fn a_process_keeps_its_streams() {
    for way in WAYS {
        let mut s = start(way);
        let answered = |id: i32| {
            format!(r#"{{"id":{id},"jsonrpc":"2.0","result":{{"call":{id},"outcome":{{"Ok":"#)
        };
        let said = "on standard output";
        assert_eq!(
            s.ask(0, &format!("print {said}")),
            reply(0, 1, 0, &ok(said))
        );
        for (id, text) in (1..).zip([
            "print-later from a thread",
            "shout",
            "run echo from a child; cat; cat <&0",
        ]) {
            let got = s.ask(id, text);
            assert!(got.starts_with(&answered(id)), "{text}: {got}");
        }
        assert_eq!(s.ask(4, "read"), reply(4, 1, 4, &ok("0 ")));
        assert_eq!(
            s.ask(5, "output cat; echo done"),
            reply(5, 1, 5, &ok("done\n"))
        );
        let text = "Độ 日本 😀";
        assert_eq!(s.ask(6, text), reply(6, 1, 6, &ok(text)));
        let mut wants = vec![
            "on standard output\non standard output",
            "from a thread\n",
            "from a child\n",
            "printed after serving\n",
        ];
        if way == "early" {
            wants.push("a banner\n");
        }
        let errors = s.end();
        for want in wants {
            assert!(
                errors.contains(want),
                "{way}: standard error lacks {want:?}"
            );
        }
    }
}

#[test]
fn a_panic_is_said_on_standard_error_alone() {
    let mut s = start("blocking");
    let got = s.ask(1, "panic a secret");
    assert!(got.contains("panicked") && !got.contains("secret"), "{got}");
    assert_eq!(s.ask(2, "on"), reply(2, 1, 2, &ok("on")));
    let errors = s.end();
    let said = "say.flow.say, call 1 of run 1: the Tool's code panicked: a secret\n";
    assert!(errors.contains(said), "{errors}");
}

/// No child inherits a descriptor of the protocol's.
#[cfg(target_os = "linux")]
#[test]
fn children_get_no_descriptor_of_the_protocol() {
    for way in WAYS {
        let mut s = start(way);
        let link = |fd: &dyn AsRawFd| {
            let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
            let link = fs::read_link(path).expect("it is open");
            link.to_string_lossy().into_owned()
        };
        let input = link(s.input.as_ref().expect("it is open"));
        let output = link(s.output.get_ref());
        let got = s.ask(1, "output readlink /proc/self/fd/* || true");
        for pipe in [input, output] {
            assert!(pipe.starts_with("pipe:["), "{pipe}");
            assert!(!got.contains(&pipe), "a child has {pipe}: {got}");
        }
        assert!(got.contains("/dev/null"), "{got}");
        s.end();
    }
}

/// The end of input ends the process whatever the author's code has left running.
#[test]
fn a_process_ends_with_its_input() {
    for way in ["blocking", "current-thread"] {
        let mut s = start(way);
        if way == "blocking" {
            s.ask(1, "timer");
        }
        let began = Instant::now();
        s.end();
        assert!(began.elapsed() < Duration::from_secs(20), "{way}");
    }
}

/// A method that blocks its thread for an hour is answered for, and left behind.
#[test]
fn a_process_ends_though_a_method_blocks() {
    let mut s = start("blocking");
    for id in 0..4 {
        s.send(&call(id, 1, id, "block"));
    }
    s.send(r#"{"id":"d","jsonrpc":"2.0","method":"nope"}"#);
    assert!(s.receive().contains("-32601"));
    s.signal("TERM");
    for _ in 0..4 {
        let got = s.receive();
        assert!(got.contains("NotRun") || got.contains("Unknown"), "{got}");
    }
    s.ended();
}

#[test]
fn a_process_ends_in_order_when_told() {
    for round in 0..10 {
        for (signal, way) in ["TERM", "INT"].into_iter().zip(&WAYS[round % 3..]) {
            let mut s = start(way);
            assert_eq!(s.ask(1, "up"), reply(1, 1, 1, &ok("up")));
            if round % 2 == 1 {
                s.send(&call(2, 1, 2, "wait"));
                assert_eq!(s.ask(3, "x"), reply(3, 1, 3, &ok("x")));
            }
            s.signal(signal);
            if round % 2 == 1 {
                let got = s.receive();
                assert!(got.ends_with(r#"the process ends"},"run":1}}"#), "{got}");
            }
            s.ended();
        }
    }
}

/// A host that has closed the standard error is no reason to end.
#[test]
fn a_process_outlives_its_standard_error() {
    let (ours, theirs) = UnixStream::pair().expect("there are sockets");
    let mut child = Command::new(SERVED)
        .arg("blocking")
        .stdin(Stdio::piped())
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    drop(child.stderr.take());
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(ours);
    for (id, text) in ["shout", "panic now", "print x", "run echo x", "shout"]
        .into_iter()
        .enumerate()
    {
        input
            .write_all((call(id, 1, id, text) + "\n").as_bytes())
            .expect("the process reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("the process writes");
        assert!(
            line.contains("Unknown") || text.starts_with("run"),
            "{text}: {line}"
        );
    }
    drop(input);
    assert!(wait(child).success());
}

/// Streams that are no pipes are served too: files, and sockets that do not block.
#[test]
fn a_process_serves_files() {
    let folder = std::env::temp_dir().join(format!("flow-served-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is room");
    let (input, output) = (folder.join("in"), folder.join("out"));
    let lines = [call(1, 1, 1, "a"), call(2, 1, 2, "print b")].join("\n");
    fs::write(&input, lines).expect("there is room");
    let child = Command::new(SERVED)
        .arg("blocking")
        .stdin(fs::File::open(&input).expect("it is there"))
        .stdout(fs::File::create(&output).expect("there is room"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was built");
    assert!(wait(child).success());
    let got = fs::read_to_string(&output).expect("it is there");
    let mut lines: Vec<&str> = got.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, [reply(1, 1, 1, &ok("a")), reply(2, 1, 2, &ok("b"))]);
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn a_process_serves_sockets_that_do_not_block() {
    for stop in [false, true] {
        let (mut ours, theirs) = UnixStream::pair().expect("there are sockets");
        theirs.set_nonblocking(true).expect("a socket can");
        let also = theirs
            .as_fd()
            .try_clone_to_owned()
            .expect("there are descriptors");
        let mut child = Command::new(SERVED);
        child
            .arg("multi-thread")
            .stdin(OwnedFd::from(theirs))
            .stdout(also)
            .stderr(Stdio::null());
        let spawned = child.spawn().expect("the program was built");
        drop(child); // it holds their end
        let text = "x".repeat(1 << 20);
        let mut writer = ours.try_clone().expect("there are descriptors");
        let sent = text.clone();
        let writing = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            for id in 0..5 {
                writer
                    .write_all((call(id, 1, id, &sent) + "\n").as_bytes())
                    .expect("it is read");
            }
        });
        thread::sleep(Duration::from_millis(300)); // they find nowhere to write
        let mut lines = BufReader::new(ours.try_clone().expect("there are descriptors"));
        let mut got: Vec<String> = (0..5)
            .map(|_| {
                let mut line = String::new();
                lines.read_line(&mut line).expect("the process writes");
                line
            })
            .collect();
        got.sort_unstable();
        for (id, line) in got.iter().enumerate() {
            assert!(*line == reply(id, 1, id, &ok(&text)) + "\n", "{line:.100}");
        }
        writing.join().expect("all is written");
        if stop {
            let id = spawned.id().to_string();
            let sent = Command::new("kill").args(["-s", "TERM", &id]).status();
            assert!(sent.expect("there is kill").success());
        } else {
            ours.shutdown(std::net::Shutdown::Write)
                .expect("it is open");
        }
        assert!(wait(spawned).success());
        let mut rest = Vec::new();
        ours.read_to_end(&mut rest).expect("it ends");
        assert!(rest.is_empty());
    }
}

/// Standard error on the pipe of the protocol stays as it is: nothing is made non-blocking.
#[test]
fn a_process_leaves_shared_descriptors_alone() {
    let mut child = Command::new("sh")
        .args(["-c", r#"exec "$0" blocking 2>&1"#, SERVED])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all((call(1, 1, 1, "shout") + "\n").as_bytes())
        .expect("the process reads");
    drop(input);
    let mut said = Vec::new();
    let mut output = child.stdout.take().expect("it is piped");
    output.read_to_end(&mut said).expect("the process writes");
    let shouted = String::from_utf8(said).expect("it is text");
    assert!(shouted.matches('e').count() >= 1 << 20);
    assert!(wait(child).success());
}

/// Ten calls that came before anybody asked: the answers are whole lines though the host is slow.
#[test]
fn a_process_that_nobody_reads_can_be_told_to_stop() {
    let mut s = start("blocking");
    let text = "x".repeat(65_536);
    for id in 0..200 {
        s.send(&call(id, 1, id, &text));
    }
    let (done, ended) = channel();
    let killer = thread::spawn({
        let id = s.child.id().to_string();
        move || {
            thread::sleep(Duration::from_millis(200));
            let sent = Command::new("kill").args(["-s", "TERM", &id]).status();
            assert!(sent.expect("there is kill").success());
            ended.recv_timeout(PATIENCE).expect("the process ends");
        }
    });
    let status = wait(s.child);
    done.send(()).expect("it waits");
    killer.join().expect("the process was told");
    assert!(status.success());
}

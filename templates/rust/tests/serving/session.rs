//! A server at work between two pairs of sockets.

use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use flow_support::flow::{serve_streams, ServeOptions, Toolkit};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use super::say::Saying;

/// For as long as anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct Session {
    input: UnixStream,
    output: BufReader<UnixStream>,
    ended: Receiver<()>,
    stop: Arc<Notify>,
}

#[derive(Clone, Copy, Debug)]
pub enum Flavor {
    CurrentThread,
    MultiThread,
}

pub const FLAVORS: [Flavor; 2] = [Flavor::CurrentThread, Flavor::MultiThread];

fn runtime(flavor: Flavor) -> Runtime {
    let mut builder = match flavor {
        Flavor::CurrentThread => Builder::new_current_thread(),
        Flavor::MultiThread => Builder::new_multi_thread(),
    };
    builder
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("there is a runtime")
}

pub fn serve(toolkit: Toolkit<Saying>) -> Session {
    serve_with(toolkit, Flavor::MultiThread, ServeOptions::default())
}

pub fn serve_with(toolkit: Toolkit<Saying>, flavor: Flavor, options: ServeOptions) -> Session {
    let (input, theirs_in) = UnixStream::pair().expect("there are sockets");
    let (output, theirs_out) = UnixStream::pair().expect("there are sockets");
    output
        .set_read_timeout(Some(PATIENCE))
        .expect("a socket has a timeout");
    let (end, ended) = channel();
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    thread::spawn(move || {
        let runtime = runtime(flavor);
        let serve = serve_streams(toolkit, theirs_in, theirs_out, options);
        runtime.block_on(async {
            tokio::select! {
                served = serve => served.expect("the server has its threads"),
                () = stopped.notified() => {}
            }
        });
        // Whether the test listens still is its own matter.
        let _ = end.send(());
        // A stopped server sees to its end while the runtime is there.
        thread::sleep(Duration::from_millis(1500));
        runtime.shutdown_background();
    });
    Session {
        input,
        output: BufReader::new(output),
        ended,
        stop,
    }
}

impl Session {
    pub fn send(&mut self, lines: &[String]) {
        self.write((lines.join("\n") + "\n").as_bytes());
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("the server reads");
    }

    /// Gives the input, to be written by another thread.
    pub fn split(&self) -> UnixStream {
        self.input.try_clone().expect("there are descriptors")
    }

    /// Gives the next line, without its end; none where there is no more.
    pub fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.strip_suffix('\n').expect("lines are whole").to_owned()),
            Err(fault) => panic!("no answer: {fault}"),
        }
    }

    pub fn receive(&mut self) -> String {
        self.next().expect("there is an answer")
    }

    pub fn expect(&mut self, want: &[String]) {
        for line in want {
            assert_eq!(&self.receive(), line);
        }
    }

    /// Takes as many lines as are wanted, in any order.
    pub fn expect_set(&mut self, want: &[String]) {
        let mut want = want.to_vec();
        let mut got: Vec<String> = want.iter().map(|_| self.receive()).collect();
        want.sort();
        got.sort();
        for (got, want) in got.iter().zip(&want) {
            assert!(got == want, "got {got:.300}\nwant {want:.300}");
        }
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        // A server that has ended has closed it too.
        let _ = self.input.shutdown(Shutdown::Write);
    }

    /// Reads no answer any more.
    pub fn close_output(&mut self) {
        self.output
            .get_ref()
            .shutdown(Shutdown::Both)
            .expect("the output is open");
    }

    /// Drops the future that serves.
    pub fn stop(&self) {
        self.stop.notify_one();
    }

    /// Waits until the server has ended.
    pub fn ended(&self) {
        self.ended
            .recv_timeout(PATIENCE)
            .expect("the server ends in time");
    }

    /// Ends the input and holds the server to end, with nothing more to say.
    pub fn end(mut self) {
        self.end_input();
        assert_eq!(self.next(), None);
        self.ended();
    }
}

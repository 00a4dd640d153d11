//! A process that serves, for the tests of processes. Its argument says how `main` is made.
#![allow(missing_docs)]

#[allow(dead_code)]
#[path = "say.rs"]
mod say;

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use flow_support::flow::{
    serve, serve_blocking, serve_channel, Channel, Context, OrProblem, Outcome, Problem,
    ServeOptions,
};
use tokio::runtime::Builder;

use say::saying;

/// Does what a text says.
async fn behave(ctx: Context, text: String) -> Outcome<String, String> {
    let (what, rest) = text.split_once(' ').unwrap_or((&text, ""));
    match what {
        "print" => {
            println!("{rest}");
            print!("{rest}");
            io::stdout().flush().or_unknown()?;
            Ok(rest.to_owned())
        }
        "print-later" => {
            let rest = rest.to_owned();
            thread::spawn(move || {
                for _ in 0..50 {
                    println!("{rest}");
                }
            });
            Ok(String::new())
        }
        // 1 MiB on standard error without a line end
        "shout" => {
            let shouted = io::stderr().write_all(&vec![b'e'; 1 << 20]);
            shouted.or_unknown()?;
            Ok(rest.to_owned())
        }
        // A child process with the standard streams of this one.
        "run" => {
            let status = Command::new("sh")
                .args(["-c", rest])
                .status()
                .or_unknown()?;
            Ok(status.to_string())
        }
        "output" => {
            let child = Command::new("sh")
                .args(["-c", rest])
                .stdin(Stdio::inherit())
                .output();
            Ok(String::from_utf8_lossy(&child.or_unknown()?.stdout).into_owned())
        }
        "read" => {
            let mut line = String::new();
            let count = io::stdin().read_line(&mut line).or_unknown()?;
            Ok(format!("{count} {line}"))
        }
        // What goes on for an hour: a task, a blocking one, a thread.
        "timer" => {
            let hour = Duration::from_secs(3600);
            tokio::spawn(tokio::time::sleep(hour));
            tokio::task::spawn_blocking(move || thread::sleep(hour));
            thread::spawn(move || thread::sleep(hour));
            Ok(text)
        }
        "block" => {
            thread::sleep(Duration::from_secs(3600));
            Ok(text)
        }
        "wait" => Ok(ctx.unless_cancelled(std::future::pending()).await?),
        "panic" => panic!("{rest}"),
        "overflow" => Err(Problem::unknown("no"))?,
        _ => Ok(text),
    }
}

fn main() -> io::Result<()> {
    let toolkit = saying(behave);
    let options = ServeOptions::default();
    let how = std::env::args().nth(1);
    match how.as_deref() {
        Some("blocking") => serve_blocking(toolkit, options)?,
        Some("early") => {
            let channel = Channel::take()?;
            println!("a banner");
            let runtime = Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(serve_channel(toolkit, channel, options))?;
        }
        Some("current-thread") => {
            // The streams and the signals take nothing that has to be enabled.
            let runtime = Builder::new_current_thread().build()?;
            runtime.block_on(serve(toolkit, options))?;
        }
        Some("multi-thread") => {
            let runtime = Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(serve(toolkit, options))?;
        }
        how => {
            return Err(io::Error::other(format!(
                "there is no way to serve {how:?}"
            )))
        }
    }
    // Standard error, where this goes, may be closed.
    let _ = writeln!(io::stdout(), "printed after serving");
    Ok(())
}

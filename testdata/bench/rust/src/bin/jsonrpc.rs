//! A JSON-RPC loop written by hand on `serde_json` and tokio: no checks, no exactness.
//!
//! ```text
//! jsonrpc          one call at a time, and one write for the answers to all that had come
//! jsonrpc tasks    each call in a task of its own, so that none waits for another
//! ```

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, BufWriter, Stdin, Stdout};
use tokio::sync::mpsc::{Receiver, channel};

#[derive(Deserialize)]
struct Request<'a> {
    id: i64,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    args: Args<'a>,
    #[serde(borrow)]
    call: Cow<'a, str>,
    #[serde(borrow)]
    run: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Args<'a> {
    #[serde(borrow)]
    prompt: Cow<'a, str>,
}

#[derive(Serialize)]
struct Reply<'a> {
    id: i64,
    jsonrpc: &'static str,
    result: Result<'a>,
}

#[derive(Serialize)]
struct Result<'a> {
    call: &'a str,
    outcome: Outcome,
    run: &'a str,
}

#[derive(Serialize)]
enum Outcome {
    Ok(String),
}

fn answer(line: &[u8]) -> io::Result<Vec<u8>> {
    let request: Request = serde_json::from_slice(line)?;
    let params = &request.params;
    let mut text = serde_json::to_vec(&Reply {
        id: request.id,
        jsonrpc: "2.0",
        result: Result {
            call: &params.call,
            outcome: Outcome::Ok(format!("hello {}", params.args.prompt)),
            run: &params.run,
        },
    })?;
    text.push(b'\n');
    Ok(text)
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let input = BufReader::with_capacity(1 << 16, tokio::io::stdin());
    let output = BufWriter::with_capacity(1 << 16, tokio::io::stdout());
    if std::env::args().len() > 1 {
        serve_each(input, output).await
    } else {
        serve(input, output).await
    }
}

async fn serve(mut input: BufReader<Stdin>, mut output: BufWriter<Stdout>) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await? > 0 {
        output.write_all(&answer(&line)?).await?;
        line.clear();
        if input.buffer().is_empty() {
            output.flush().await?;
        }
    }
    Ok(())
}

async fn serve_each(mut input: BufReader<Stdin>, output: BufWriter<Stdout>) -> io::Result<()> {
    let (sender, answers) = channel(1024);
    let writer = tokio::spawn(write(output, answers));
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).await? == 0 {
            break;
        }
        let sender = sender.clone();
        tokio::spawn(async move {
            let text = answer(&line).expect("a request");
            sender.send(text).await.expect("a writer");
        });
    }
    drop(sender);
    writer.await?
}

/// Sends what is answered, in one write with all that is answered by then.
async fn write(mut output: BufWriter<Stdout>, mut answers: Receiver<Vec<u8>>) -> io::Result<()> {
    while let Some(text) = answers.recv().await {
        output.write_all(&text).await?;
        if answers.is_empty() {
            output.flush().await?;
        }
    }
    Ok(())
}

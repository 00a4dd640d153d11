//! Reads and writes one order through the generated codec and through `serde_json`, in one process. It prints a line a row:
//! name, microseconds a call, ratio to the first row of its block.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bigdecimal::BigDecimal;
use flow_bench::order::{Exact, Order};
use flow_bench::tools;
use flow_bench::tools::flow::{from_json, to_json};
use num_bigint::BigInt;
use serde_json::value::RawValue;

/// How often each row is measured, in turns with the others of its block; the best counts.
const ROUNDS: usize = 9;

/// How long one measurement takes.
const SPAN: Duration = Duration::from_millis(100);

type Equal = Order<Exact<BigInt>, Exact<BigDecimal>>;
type Texts = Order<Box<RawValue>, Box<RawValue>>;
type Machine = Order<i64, f64>;

struct Row<'a> {
    name: &'a str,
    run: Box<dyn Fn() + 'a>,
}

impl<'a> Row<'a> {
    fn new<T>(name: &'a str, run: impl Fn() -> T + 'a) -> Self {
        let run = Box::new(move || drop(black_box(run())));
        Self { name, run }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("name the file of the order")?;
    let text = std::fs::read_to_string(path)?;
    let text = text.trim();
    let equal: Equal = serde_json::from_str(text)?;
    let texts: Texts = serde_json::from_str(text)?;
    let machine: Machine = serde_json::from_str(text)?;
    let ours: tools::Order = from_json(text)?;
    gives_back(text, &ours, &equal, &texts)?;
    block(
        &format!("Rust: decode an order ({} bytes)", text.len()),
        &[
            Row::new("serde_json, the same types", || {
                serde_json::from_str::<Equal>(text)
            }),
            Row::new("serde_json, numbers left as texts", || {
                serde_json::from_str::<Texts>(text)
            }),
            Row::new("serde_json, i64 and f64 (digits are lost)", || {
                serde_json::from_str::<Machine>(text)
            }),
            Row::new("flowgen codec", || from_json::<tools::Order>(text)),
        ],
    );
    block(
        &format!("Rust: encode an order ({} bytes)", text.len()),
        &[
            Row::new("serde_json, the same types", || {
                serde_json::to_string(&equal)
            }),
            Row::new("serde_json, numbers left as texts", || {
                serde_json::to_string(&texts)
            }),
            Row::new("serde_json, i64 and f64 (digits are lost)", || {
                serde_json::to_string(&machine)
            }),
            Row::new("flowgen codec", || to_json(&ours)),
        ],
    );
    Ok(())
}

/// Holds the ways that lose nothing to the same text, but for the order of members: flowgen's is the text itself, the others'
/// have as many bytes.
fn gives_back(
    text: &str,
    ours: &tools::Order,
    equal: &Equal,
    texts: &Texts,
) -> Result<(), Box<dyn Error>> {
    let made = to_json(ours)?;
    if made != text {
        return Err(format!("the codec does not give the order back, but {made}").into());
    }
    for made in [serde_json::to_string(equal)?, serde_json::to_string(texts)?] {
        if made.len() != text.len() {
            return Err(format!("serde_json does not give the order back, but {made}").into());
        }
    }
    Ok(())
}

/// Measures rows and prints them beside the first.
fn block(title: &str, rows: &[Row]) {
    println!("{title:<46}{:>12}{:>9}", "us", "ratio");
    let mut best = vec![f64::INFINITY; rows.len()];
    for _ in 0..ROUNDS {
        for (row, best) in rows.iter().zip(&mut best) {
            *best = best.min(once(&row.run));
        }
    }
    for (row, took) in rows.iter().zip(&best) {
        println!("  {:<44}{took:>12.2}{:>9.2}", row.name, took / best[0]);
    }
}

/// Gives the microseconds that a run takes.
fn once(run: &dyn Fn()) -> f64 {
    let start = Instant::now();
    let mut runs = 0_u32;
    while start.elapsed() < SPAN {
        for _ in 0..100 {
            run();
        }
        runs += 100;
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(runs)
}

//! The benchmark's Tools on the generated toolkit, as an author writes them.

use flow_bench::tools::flow::{Context, Never, Outcome};
use flow_bench::tools::{Order, Tools, serve};

struct Bench;

impl Tools for Bench {
    async fn greet(&self, _: &Context, prompt: String) -> Outcome<String, Never> {
        Ok(format!("hello {prompt}"))
    }

    async fn place(&self, _: &Context, order: Order) -> Outcome<Order, Never> {
        Ok(order)
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    serve(Bench).await
}

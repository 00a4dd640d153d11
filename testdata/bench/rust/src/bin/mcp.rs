//! An equivalent tool on the official MCP SDK, over standard input and output.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::JsonSchema;
use rmcp::transport::stdio;
use rmcp::{ServiceExt, tool, tool_router};
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Arguments {
    prompt: String,
}

#[derive(Clone)]
struct Bench;

#[tool_router(server_handler)]
impl Bench {
    #[tool(description = "Answers a prompt.")]
    async fn greet(&self, Parameters(args): Parameters<Arguments>) -> String {
        format!("hello {}", args.prompt)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Bench.serve(stdio()).await?.waiting().await?;
    Ok(())
}

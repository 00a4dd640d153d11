use agent::Agent;
use agent::tools::serve;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    serve(Agent::default()).await
}

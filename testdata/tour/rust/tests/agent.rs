use agent::Agent;
use agent::tools::flow::{BigInt, Duration, Reply, Set, to_json};
use agent::tools::{Action, ChatError, Page, Role, Turn, local};

#[tokio::test]
async fn chat() {
    let agent = local(Agent::default());
    let said = agent.chat("hi".into()).await;
    assert_eq!(said, Reply::Ok("You said: hi".into()));
    let limited = ChatError::RateLimited(Duration::from_secs(30));
    let failed = agent.chat("x".repeat(2000)).await;
    assert_eq!(failed, Reply::Failed(limited));
}

#[tokio::test]
async fn any_type() {
    let agent = local(Agent::default());
    let items: Set<BigInt> = [3, 1, 2].map(BigInt::from).into();
    let three = agent.largest(items).await;
    assert_eq!(three, Reply::Ok(Some(3.into())));
    let action = agent.extract::<Action>("What now?".into()).await;
    assert_eq!(action, Reply::Ok(Action::Finish("42".into())));
}

#[tokio::test]
async fn what_next() {
    let turn = Turn {
        role: Role::User,
        text: "What now?".into(),
        cost: None,
    };
    let next = local(Agent::default()).next(vec![turn]).await;
    let action = next.ok().expect("an action");
    assert_eq!(to_json(&action).as_deref(), Ok(r#"{"Finish":"42"}"#));
}

#[tokio::test]
async fn pages() {
    let agent = local(Agent::default());
    let opened = agent.open("https://example.org".into()).await;
    let page = opened.ok().expect("a page");
    let clicked = agent.click(page, "#go".into()).await;
    assert_eq!(clicked, Reply::Ok(()));
    let gone = Page("of another day".into());
    let lost = agent.click(gone, "#go".into()).await;
    assert!(matches!(lost, Reply::NotRun(_)));
}

//! An agent: the bodies of the Tools that `agent.flow` declares.

pub mod tools;

use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tools::flow::{Context, DecodeError, Duration, Generic, Instant, Never};
use tools::flow::{OrProblem, Outcome, Registry, Set, described, from_json};
use tools::{Action, ChatError, ExtractContext, LargestContext, Page, PageError, Tools, Turn};

/// What the browser gives us for a page.
struct Tab {
    url: String,
    clicks: Mutex<Vec<String>>,
}

/// Implements the Tools.
#[derive(Default)]
pub struct Agent {
    tabs: Registry<Page, Tab>,
}

impl Tools for Agent {
    async fn chat(&self, _: &Context, prompt: String) -> Outcome<String, ChatError> {
        if prompt.len() > 1000 {
            return Err(ChatError::RateLimited(Duration::from_secs(30)).into());
        }
        Ok(format!("You said: {prompt}"))
    }

    async fn extract(
        &self,
        ctx: &ExtractContext,
        prompt: String,
    ) -> Outcome<Generic<0>, ChatError> {
        let asked = ask_model(&prompt, ctx.schema());
        let answer = ctx.unless_cancelled(asked).await?;
        Ok(ctx.ok().decode(answer).map_err(garbled)?)
    }

    async fn largest(
        &self,
        _: &LargestContext,
        items: Set<Generic<0>>,
    ) -> Outcome<Option<Generic<0>>, Never> {
        Ok(items.last().cloned())
    }

    async fn next(&self, ctx: &Context, context: Vec<Turn>) -> Outcome<Action, ChatError> {
        let question = context.last().map_or("What now?", |turn| &turn.text);
        let schema = described::<Action>().schema().or_unknown()?;
        let asked = ask_model(question, &schema);
        let answer = ctx.unless_cancelled(asked).await?;
        Ok(from_json(answer).map_err(garbled)?)
    }

    async fn open(&self, _: &Context, url: String) -> Outcome<Page, PageError> {
        if !url.starts_with("https://") {
            return Err(PageError::NotFound.into());
        }
        let clicks = Mutex::default();
        Ok(self.tabs.put(Tab { url, clicks }))
    }

    async fn click(&self, _: &Context, page: Page, selector: String) -> Outcome<(), PageError> {
        let tab = self.tabs.get(&page)?;
        println!("click {selector} on {}", tab.url);
        let mut clicks = tab.clicks.lock().unwrap_or_else(PoisonError::into_inner);
        clicks.push(selector);
        Ok(())
    }

    async fn now(&self, _: &Context) -> Outcome<Instant, Never> {
        Ok(SystemTime::now().try_into().or_unknown()?)
    }
}

/// Makes the declared error of an answer that does not fit.
fn garbled(fault: DecodeError) -> ChatError {
    ChatError::Garbled(fault.to_string())
}

/// Stands for a call to a model that answers JSON under a schema.
async fn ask_model(_prompt: &str, schema: &str) -> &'static str {
    if schema.contains("Finish") {
        r#"{"Finish":"42"}"#
    } else {
        "42"
    }
}

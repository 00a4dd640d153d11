//! The testee, as the author of any Tools would write it on the generated toolkit.

mod tools;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tools::flow::{self, BigInt, Context, Dict, Generic, Never, OrProblem, Outcome, Registry, Set};
use tools::{
    Batch, Behaviour, CollectContext, Everything, Page, Problem, ReflectContext, Rejected, Summary,
    SwapContext, Tools,
};

/// What a Page stands for here.
struct Tab {
    url: String,
}

/// Does as the docs of its Tools say.
#[derive(Default)]
struct Testee {
    tabs: Registry<Page, Tab>,
    counts: Mutex<HashMap<String, u64>>,
}

impl Testee {
    fn count(&self, name: String) -> String {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(name).or_default();
        *count += 1;
        count.to_string()
    }
}

async fn sleep(ctx: &Context, time: &flow::Duration) -> Result<(), flow::Problem> {
    let time = time.try_into().or_unknown()?;
    ctx.unless_cancelled(tokio::time::sleep(time)).await
}

impl Tools for Testee {
    async fn reflect(&self, _: &ReflectContext, value: Generic<0>) -> Outcome<Generic<0>, Never> {
        Ok(value)
    }

    async fn roundtrip(&self, _: &Context, value: Everything) -> Outcome<Everything, Never> {
        Ok(value)
    }

    async fn fail(&self, _: &Context, problem: Problem) -> Outcome<(), Problem> {
        Err(problem.into())
    }

    async fn behave(&self, ctx: &Context, how: Behaviour) -> Outcome<String, Problem> {
        match how {
            Behaviour::Answer(text) => Ok(text),
            Behaviour::Decline(reason) => Err(flow::Problem::not_run(reason).into()),
            Behaviour::Doubt(reason) => Err(flow::Problem::unknown(reason).into()),
            Behaviour::Crash(reason) => panic!("{reason}"),
            Behaviour::Print(text) => {
                println!("{text}");
                Ok(text)
            }
            Behaviour::Sleep(time, text) => {
                sleep(ctx, &time).await?;
                Ok(text)
            }
            Behaviour::Count(name) => Ok(self.count(name)),
            Behaviour::Slowly(time, name) => {
                let count = self.count(name);
                sleep(ctx, &time).await?;
                Ok(count)
            }
            Behaviour::Exit(status) => {
                let status: i32 = status.try_into().or_unknown()?;
                std::process::exit(status)
            }
        }
    }

    async fn open(&self, _: &Context, url: String) -> Outcome<Page, Problem> {
        if url.is_empty() {
            return Err(Problem::Empty.into());
        }
        Ok(self.tabs.put(Tab { url }))
    }

    async fn title(&self, _: &Context, page: Page) -> Outcome<String, Never> {
        Ok(self.tabs.get(&page)?.url.clone())
    }

    async fn maybe(&self, _: &Context, value: Option<BigInt>) -> Outcome<Option<BigInt>, Never> {
        Ok(value)
    }

    async fn collect(
        &self,
        _: &CollectContext,
        items: Set<Generic<0>>,
        table: Dict<Generic<0>, BigInt>,
        batch: Batch<Generic<0>>,
    ) -> Outcome<Summary<Generic<0>>, Rejected<Generic<0>>> {
        let Some(largest) = items.last() else {
            return Err(Rejected::NoItems(batch).into());
        };
        Ok(Summary {
            size: items.len().into(),
            largest: Some(largest.clone()),
            has_first: items.contains(&batch.first),
            found: table.get(&batch.first).cloned(),
            items,
            table,
        })
    }

    async fn swap(
        &self,
        _: &SwapContext,
        left: Generic<0>,
        right: Option<Generic<1>>,
    ) -> Outcome<(Option<Generic<1>>, Generic<0>), Never> {
        Ok((right, left))
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    tools::serve(Testee::default()).await
}

//! A small shop: the two Tools of the demonstration, written as an author would.

mod shop_tools;

use shop_tools::flow::{BigDecimal, BigInt, Context, Duration, Generic, Outcome, Set};
use shop_tools::{Nothing, PickContext, Quote, Refusal, Tools, serve};

/// Sells parcels.
struct Shop;

impl Tools for Shop {
    async fn quote(
        &self,
        _: &Context,
        article: String,
        quantity: BigInt,
    ) -> Outcome<Quote, Refusal> {
        if quantity > BigInt::from(100) {
            return Err(Refusal::TooMany(BigInt::from(100)).into());
        }
        Ok(Quote {
            total: BigDecimal::from(quantity) * BigDecimal::new(110.into(), 2),
            valid_for: Duration::from_secs(3600),
            note: Some(format!("{article}, in stock")),
        })
    }

    async fn pick(&self, _: &PickContext, items: Set<Generic<0>>) -> Outcome<Generic<0>, Nothing> {
        let last = items.last().cloned();
        Ok(last.ok_or(Nothing::NoItems)?)
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    serve(Shop).await
}

//! The order as one would write it by hand for `serde_json`, three times: with the types that the toolkit has, with numbers
//! kept as the texts that they are, and with the machine's numbers, which lose digits.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// An order with whole numbers `I` and decimals `D`.
#[derive(Serialize, Deserialize)]
#[serde(bound(
    serialize = "I: Serialize, D: Serialize",
    deserialize = "I: DeserializeOwned, D: DeserializeOwned"
))]
#[allow(missing_docs, reason = "its fields say what they are")]
pub struct Order<I, D> {
    pub count_00: I,
    pub count_01: I,
    pub count_02: I,
    pub count_03: I,
    pub count_04: I,
    pub count_05: I,
    pub count_06: I,
    pub count_07: I,
    pub count_08: I,
    pub count_09: I,
    pub count_10: I,
    pub count_11: I,
    pub count_12: I,
    pub count_13: I,
    pub price_00: D,
    pub price_01: D,
    pub price_02: D,
    pub price_03: D,
    pub reference: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub paid: bool,
    pub customer: Customer<I, D>,
    pub lines: Vec<Line<I, D>>,
    pub tags: Vec<String>,
    pub status: Status,
}

/// Who ordered.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "its fields say what they are")]
pub struct Customer<I, D> {
    pub name: String,
    pub address: String,
    pub number: I,
    pub limit: D,
}

/// What was ordered.
#[derive(Serialize, Deserialize)]
#[allow(missing_docs, reason = "its fields say what they are")]
pub struct Line<I, D> {
    pub article: String,
    pub quantity: I,
    pub price: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// How far the order is.
#[derive(Serialize, Deserialize)]
pub enum Status {
    /// Nothing was sent.
    Open,
    /// It was sent, under this number.
    Shipped(String),
}

/// A number with all its digits, which `serde_json` gives and takes as raw text.
pub struct Exact<N>(pub N);

impl<'de, N: std::str::FromStr<Err: std::fmt::Display>> Deserialize<'de> for Exact<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(from)?.get();
        text.parse().map(Exact).map_err(D::Error::custom)
    }
}

impl<N: std::fmt::Display> Serialize for Exact<N> {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let text = RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?;
        text.serialize(into)
    }
}

//! What holds of all values: they come back as they were, in the one canonical text, and are ordered totally.

use crate::sample::types::{Everything, Mark, Money, Pack, Shape, Tag, Tree};
use flow_support::flow::{
    from_json, to_json, BigDecimal, BigInt, Dict, Duration, Instant, Json, Set, Value,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest, Just, Strategy};
use proptest::strategy::Union;
use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

fn int() -> impl Strategy<Value = BigInt> {
    prop_oneof![
        (-3_i64..4).prop_map(BigInt::from),
        any::<i64>().prop_map(BigInt::from),
        vec(any::<u8>(), 0..40).prop_map(|bytes| BigInt::from_signed_bytes_le(&bytes)),
    ]
}

fn decimal() -> impl Strategy<Value = BigDecimal> {
    (int(), -20_i64..21).prop_map(|(digits, scale)| BigDecimal::new(digits, scale))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ab\"\\\\\u{0}-\u{1f}é😀]{0,12}", any::<String>()]
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        decimal().prop_map(Json::Number),
        text().prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Json::List),
            btree_map(text(), inner, 0..4).prop_map(Json::Object),
        ]
    })
}

fn instant() -> impl Strategy<Value = Instant> {
    let second = 31_556_889_864_403_199_i64;
    (-second..second, 0_i64..1000, 0_i64..25).prop_map(|(seconds, rest, scale)| {
        let seconds = BigDecimal::from(seconds) + BigDecimal::new(rest.into(), 3 + scale);
        let span = Duration::from_seconds(&seconds).expect("few digits");
        Instant::EPOCH.checked_add(&span).expect("in range")
    })
}

fn duration() -> impl Strategy<Value = Duration> {
    decimal().prop_map(|seconds| Duration::from_seconds(&seconds).expect("few digits"))
}

fn money() -> impl Strategy<Value = Money> {
    (decimal(), text(), option::of(text())).prop_map(|(amount, r#type, note)| Money {
        amount,
        r#type,
        note,
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Point),
        decimal().prop_map(Shape::Circle),
        (int(), int()).prop_map(|(a, b)| Shape::Line(a, b)),
        (text(), option::of(int())).prop_map(|(text, size)| Shape::Label { text, size }),
    ]
}

fn tree() -> impl Strategy<Value = Tree<BigInt>> {
    Just(Tree::Leaf).prop_recursive(5, 16, 2, |inner| {
        (inner.clone(), int(), inner)
            .prop_map(|(less, value, more)| Tree::Node(Box::new(less), value, Box::new(more)))
    })
}

fn pack<T: Debug>(of: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = Pack<T>> {
    (of.clone(), option::of(of)).prop_map(|(value, spare)| Pack { value, spare })
}

fn boxed<T: Debug + 'static>(
    of: impl Strategy<Value = T> + 'static,
) -> proptest::strategy::BoxedStrategy<T> {
    of.boxed()
}

fn everything() -> impl Strategy<Value = Everything> {
    let scalars = (
        int(),
        decimal(),
        any::<bool>(),
        vec(any::<u8>(), 0..9),
        instant(),
        duration(),
        json(),
    );
    let options = option::of(int());
    let table = vec(
        ((any::<bool>(), text()), pack(boxed(option::of(int())))),
        0..4,
    );
    let dict = vec((text(), int()), 0..4);
    let compound = (
        vec(options, 0..4),
        vec(shape(), 0..4),
        dict,
        table,
        text(),
        option::of(option::of(int())),
    );
    (scalars, compound).prop_map(|(scalars, compound)| {
        let (int, decimal, bool, bytes, instant, duration, json) = scalars;
        let (options, shapes, dict, table, name, twice) = compound;
        Everything {
            int,
            decimal,
            bool,
            bytes,
            instant,
            duration,
            unit: (),
            json,
            options,
            shapes: shapes.into_iter().collect(),
            dict: dict.into_iter().collect(),
            table: table.into_iter().collect(),
            never: Vec::new(),
            tag: Tag {
                name: name.clone(),
                phantom: PhantomData,
            },
            mark: Mark::Named(name),
            twice,
        }
    })
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Holds three values to all that is true of values.
fn hold<T: Value + Ord + Hash + Debug>(values: &[T; 3]) {
    let texts = values
        .each_ref()
        .map(|value| to_json(value).expect("a small value"));
    for (value, text) in values.iter().zip(&texts) {
        let back: T = from_json(text).expect(text);
        assert_eq!(&back, value, "it comes back");
        assert_eq!(to_json(&back).as_ref(), Ok(text), "in the same text");
        assert_eq!(back.order(value), Ordering::Equal);
        assert_eq!(hash(&back), hash(value));
        assert_canonical(text);
    }
    for (a, left) in values.iter().zip(&texts) {
        for (b, right) in values.iter().zip(&texts) {
            let order = a.order(b);
            assert_eq!(
                order == Ordering::Equal,
                left == right,
                "{left} and {right}"
            );
            assert_eq!(order, b.order(a).reverse(), "{left} and {right}");
            assert_eq!(order, a.cmp(b), "{left} and {right}");
            assert_eq!(order == Ordering::Equal, a == b, "{left} and {right}");
        }
    }
    let [a, b, c] = values;
    if a.order(b).is_le() && b.order(c).is_le() {
        assert!(a.order(c).is_le(), "{texts:?}");
    }
}

/// Holds a text to be as another reader of JSON would write it, numbers and order aside.
fn assert_canonical(text: &str) {
    let json: Json = from_json(text).expect(text);
    assert_eq!(json.to_string(), text);
    let peer: serde_json::Value = serde_json::from_str(text).expect(text);
    assert_eq!(without_numbers(&json), peer_without_numbers(&peer));
}

fn without_numbers(json: &Json) -> String {
    match json {
        Json::Number(_) => "0".to_owned(),
        Json::List(items) => format!(
            "{:?}",
            items.iter().map(without_numbers).collect::<Vec<_>>()
        ),
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name, without_numbers(value)));
            format!("{:?}", members.collect::<Vec<_>>())
        }
        Json::Text(text) => format!("{text:?}"),
        Json::Bool(value) => value.to_string(),
        Json::Null => "null".to_owned(),
    }
}

fn peer_without_numbers(json: &serde_json::Value) -> String {
    use serde_json::Value as Peer;
    match json {
        Peer::Number(_) => "0".to_owned(),
        Peer::Array(items) => format!(
            "{:?}",
            items.iter().map(peer_without_numbers).collect::<Vec<_>>()
        ),
        Peer::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name, peer_without_numbers(value)));
            format!("{:?}", members.collect::<Vec<_>>())
        }
        Peer::String(text) => format!("{text:?}"),
        Peer::Bool(value) => value.to_string(),
        Peer::Null => "null".to_owned(),
    }
}

fn three<T: Debug + Clone + 'static>(
    of: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = [T; 3]> {
    // Equal values are rare where they are not asked for.
    let of = of.boxed();
    Union::new([
        (of.clone(), of.clone(), of.clone())
            .prop_map(|(a, b, c)| [a, b, c])
            .boxed(),
        (of.clone(), of)
            .prop_map(|(a, b)| [a.clone(), a, b])
            .boxed(),
    ])
}

proptest! {
    #[test]
    fn ints(values in three(int())) {
        hold(&values);
    }

    #[test]
    fn decimals(values in three(decimal())) {
        hold(&values);
    }

    #[test]
    fn texts(values in three(text())) {
        hold(&values);
    }

    #[test]
    fn json_values(values in three(json())) {
        hold(&values);
    }

    #[test]
    fn times(instants in three(instant()), durations in three(duration())) {
        hold(&instants);
        hold(&durations);
    }

    #[test]
    fn records(values in three(money())) {
        hold(&values);
    }

    #[test]
    fn enums(values in three(shape())) {
        hold(&values);
    }

    #[test]
    fn trees(values in three(tree())) {
        hold(&values);
    }

    #[test]
    fn all_types(values in three(everything())) {
        hold(&values);
    }

    #[test]
    fn sets_and_dicts_are_those_of_btrees(items in vec((shape(), int()), 0..20), other in shape()) {
        let dict: Dict<Shape, BigInt> = items.iter().cloned().collect();
        let tree: std::collections::BTreeMap<Shape, BigInt> = items.iter().cloned().collect();
        prop_assert!(dict.iter().eq(tree.iter()));
        prop_assert_eq!(dict.get(&other), tree.get(&other));
        let set: Set<Shape> = items.iter().map(|(shape, _)| shape.clone()).collect();
        prop_assert!(set.iter().eq(tree.keys()));
        prop_assert!(items.iter().all(|(shape, _)| set.contains(shape)));
    }
}

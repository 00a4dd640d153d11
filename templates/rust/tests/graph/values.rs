//! The values of the vectors, through codecs that were made from terms.

use flow_support::flow::{described, BigInt, Code, View};

use crate::listing::declare;
use crate::raw::{file, Raw};
use crate::views::whole;

/// A view in which the one parameter, or where that may not be success, has a type of a listing.
fn view_of(name: &str, term: &str) -> View {
    let text = file(&format!("listings/{name}.json"));
    let types = Raw(&text).get("types").members();
    let types: Vec<_> = types
        .into_iter()
        .map(|(local, raw)| (local, raw.0.to_owned()))
        .collect();
    let tools = [
        format!(
            r#"{{"err":"Never","generic":["T"],"ok":"Unit","params":[{{"name":"value","type":{term}}}]}}"#
        ),
        format!(r#"{{"err":"Never","generic":["T"],"ok":{term},"params":[]}}"#),
    ];
    let tools = tools
        .into_iter()
        .enumerate()
        .map(|(place, text)| (format!("a/b.flow.t{place}"), text));
    let declarations = declare(types, tools.collect());
    let types = [described::<BigInt>()];
    let view = View::at(declarations, 0, &types).or_else(|_| View::at(declarations, 1, &types));
    view.unwrap_or_else(|fault| panic!("{term}: {fault}"))
}

#[test]
fn a_value_of_the_vectors_is_read_at_its_term() {
    let mut seen = 0;
    for name in ["values.json", "values-random.json"] {
        let text = file(name);
        for group in Raw(&text).items() {
            let listing = group.find("listing").map_or("everything".into(), Raw::text);
            let term = group.get("type").0;
            let view = view_of(&listing, term);
            let signature = view.signature();
            let root = signature
                .params
                .first()
                .map_or(signature.ok, |(_, root)| *root);
            let codec = view.codec(root).expect("a root has a codec");
            for case in group.get("cases").items() {
                let text = case.get("text").text();
                match (case.find("canonical"), whole(&codec, &text)) {
                    (Some(canonical), found) => assert_eq!(
                        found.as_deref(),
                        Ok(&*canonical.text()),
                        "{term}: {text:.200}"
                    ),
                    (None, Ok(found)) => panic!("{term}: {text:.200} was read to {found:.200}"),
                    (None, Err(fault)) => {
                        assert_eq!(
                            fault.code().as_str(),
                            case.get("refused").text(),
                            "{term}: {text:.200}: {fault}"
                        );
                        // Of faults of the JSON as such the text says more exactly where they
                        // stand.
                        if !matches!(
                            fault.code(),
                            Code::Json | Code::Surrogate | Code::DuplicateMember | Code::Depth
                        ) {
                            assert_eq!(
                                fault.pointer(),
                                case.get("at").text(),
                                "{term}: {text:.200}: {fault}"
                            );
                        }
                    }
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

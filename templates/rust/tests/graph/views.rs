//! Views of generic calls: which are valid, where the others are at fault, and whether arguments
//! decode at them.

use flow_support::flow::{Binding, DecodeError, GraphError, Limits, Reader, View};

use crate::listing::{listing, tool};
use crate::raw::{file, Raw};

fn validate(row: Raw<'_>) -> Result<View, GraphError> {
    let declarations = listing(&row.get("listing").text());
    let tool = tool(declarations, &row.get("tool").text());
    let part = |name| row.members().into_iter().find(|(other, _)| other == name);
    let (types, schema) = (part("types"), part("schema"));
    let bytes = |part: &Option<(String, Raw<'_>)>| {
        part.as_ref().map(|(_, raw)| raw.0.to_owned().into_bytes())
    };
    let (types, schema) = (bytes(&types), bytes(&schema));
    View::validate(
        declarations,
        tool,
        types.as_deref(),
        schema.as_deref(),
        Limits::default(),
    )
}

#[test]
fn a_view_is_valid_or_at_fault_where_the_vector_says() {
    let text = file("views.json");
    let rows = Raw(&text).items();
    assert!(rows.len() > 150);
    for row in rows {
        let name = row.get("name").text();
        match validate(row) {
            Ok(_) => assert!(row.get("valid").is_true(), "{name} is not valid"),
            Err(fault) => {
                assert!(!row.get("valid").is_true(), "{name}: {fault}");
                assert_eq!(fault.code, row.get("refused").text(), "{name}: {fault}");
                let at = row
                    .find("at")
                    .map_or(fault.pointer.clone().into(), Raw::text);
                assert!(
                    at.is_empty() || at == fault.pointer,
                    "{name}: {fault}, not at {at}"
                );
            }
        }
    }
}

#[test]
fn the_arguments_of_a_call_are_read_at_its_types() {
    let text = file("views.json");
    let mut read = 0;
    for row in Raw(&text)
        .items()
        .into_iter()
        .filter(|row| row.get("valid").is_true())
    {
        let name = row.get("name").text();
        let view = validate(row).expect("a valid view");
        let canonical = row.find("canonical");
        for (argument, raw) in row.get("args").members() {
            let param = view
                .signature()
                .params
                .iter()
                .find(|(other, _)| *other == argument);
            let Some((_, term)) = param else { continue };
            let codec = view.codec(*term).expect("a root has a codec");
            let found = whole(&codec, raw.0);
            match (&canonical, found) {
                (Some(canonical), Ok(found)) => {
                    assert_eq!(found, canonical.get(&argument).text(), "{name}");
                    read += 1;
                }
                (Some(_), Err(fault)) => panic!("{name}: {fault}"),
                (None, Ok(_)) => {}
                (None, Err(fault)) => {
                    assert_eq!(fault.code().as_str(), row.get("refused").text(), "{name}");
                    let at = format!("/args/{argument}{}", fault.pointer());
                    assert_eq!(at, row.get("at").text(), "{name}");
                    read += 1;
                }
            }
        }
    }
    assert!(read > 150, "{read}");
}

/// The canonical text of a text, read at a codec.
pub fn whole(codec: &Binding, text: &str) -> Result<String, DecodeError> {
    let mut r = Reader::new(text);
    let read = codec.canonical(&mut r)?;
    r.end()?;
    Ok(read)
}

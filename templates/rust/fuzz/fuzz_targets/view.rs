//! Holds the validation of call views to its rules on any bytes: two lines, `types` and `schema`.
#![no_main]

use flow_support::flow::{Declarations, Limits, View};
use libfuzzer_sys::fuzz_target;

static REFLECT: Declarations = Declarations::new(
    "1.0",
    &[],
    &[(
        "a/b.flow.reflect",
        r#"{"err":"Never","generic":["T"],"ok":{"Param":{"index":0,"owner":"tool"}},"params":[{"name":"value","type":{"Param":{"index":0,"owner":"tool"}}}]}"#,
    )],
);

fuzz_target!(|text: &[u8]| {
    let mut lines = text.splitn(2, |&byte| byte == b'\n');
    let (types, schema) = (lines.next(), lines.next());
    match View::validate(&REFLECT, 0, types, schema, Limits::default()) {
        Ok(view) => assert!(!view.schema().is_empty()),
        Err(fault) => {
            assert!(fault.pointer.starts_with("/types") || fault.pointer.starts_with("/schema"));
            // It may bear a pointer into the schema, with names of it escaped.
            let most = 1000 + 2 * text.len();
            assert!(!fault.message.is_empty() && fault.message.len() < most);
        }
    }
});

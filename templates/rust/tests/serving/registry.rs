//! Live objects behind host values.

use flow_support::flow::{HostValue, Json, Registry};

use super::say::Page;

#[test]
fn a_registry_keeps_objects() {
    let pages = Registry::<Page, String>::new();
    assert!(pages.is_empty());
    let (a, b) = (pages.put("a".to_owned()), pages.put("b".to_owned()));
    assert_eq!(*pages.get(&a).expect("it is kept"), "a");
    assert_eq!(*pages.remove(&b).expect("it is kept"), "b");
    assert_eq!(pages.len(), 1);
    let others = Registry::<Page, String>::default();
    let theirs = others.put("a".to_owned());
    let token = a.token().as_str().expect("a token is a text").to_owned();
    let (nonce, number) = token.rsplit_once('-').expect("it has a number");
    assert_eq!((nonce.len(), number), (32, "1"));
    for unknown in [
        b,
        theirs,
        Page(Json::Null),
        Page(Json::from(1)),
        Page(Json::from(format!("{nonce}-01"))),
        Page(Json::from(format!("{nonce}-+1"))),
        Page(Json::from(format!("{nonce}-1 "))),
        Page(Json::from(format!("{nonce}-"))),
        Page(Json::from(format!("{nonce}1"))),
        Page(Json::from(nonce)),
        Page(Json::from([("a", 1)])),
    ] {
        for problem in [pages.get(&unknown), pages.remove(&unknown)] {
            let problem = problem.expect_err("it is not known");
            assert!(problem.is_not_run());
            assert_eq!(problem.reason(), "this Page is not known to this process");
        }
    }
    assert_eq!(pages.len(), 1);
}

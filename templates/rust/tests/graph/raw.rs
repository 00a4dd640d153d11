//! The vectors, as the texts that stand in them: numbers as they are spelled.

use std::borrow::Cow;
use std::path::PathBuf;

use flow_support::flow::{Limits, Reader};

/// A JSON value in the text of a larger one.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a>(pub &'a str);

/// The folder of the vectors.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/vectors")
}

/// The text of a file of vectors.
pub fn file(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

impl<'a> Raw<'a> {
    fn reader(self) -> Reader<'a> {
        let limits = Limits {
            depth: 2000,
            ..Limits::default()
        };
        Reader::new(self.0).within(limits)
    }

    /// The value that a reader stands before.
    fn next(r: &mut Reader<'a>) -> Self {
        r.peek();
        let start = r.offset();
        r.skip().expect("the vectors are JSON");
        Raw(&r.text()[start..r.offset()])
    }

    /// The items of an array.
    pub fn items(self) -> Vec<Raw<'a>> {
        let mut r = self.reader();
        let mut items = Vec::new();
        let mut array = r.array("an array").expect("an array of the vectors");
        while array.next_item(&mut r).expect("the vectors are JSON") {
            items.push(Self::next(&mut r));
        }
        items
    }

    /// The members of an object.
    pub fn members(self) -> Vec<(String, Raw<'a>)> {
        let mut r = self.reader();
        let mut members = Vec::new();
        let mut object = r.object().expect("an object of the vectors");
        while let Some(name) = object.member(&mut r).expect("the vectors are JSON") {
            let name = name.to_owned();
            members.push((name, Self::next(&mut r)));
        }
        members
    }

    /// The member of this name.
    pub fn find(self, name: &str) -> Option<Raw<'a>> {
        let found = self.members().into_iter().find(|(other, _)| other == name);
        found
            .map(|(_, member)| member)
            .filter(|member| member.0 != "null")
    }

    /// The member of this name, which is there.
    pub fn get(self, name: &str) -> Raw<'a> {
        self.find(name)
            .unwrap_or_else(|| panic!("no {name} in {:.200}", self.0))
    }

    /// What a string says.
    pub fn text(self) -> Cow<'a, str> {
        self.reader()
            .string("a string")
            .expect("a string of the vectors")
    }

    /// Whether it is `true`.
    pub fn is_true(self) -> bool {
        self.0 == "true"
    }
}

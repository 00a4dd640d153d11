//! Damaged texts, made by chance that is the same each time.

use crate::agree::hold;
use flow_support::flow::{from_json, Json};

const SEEDS: [&str; 9] = [
    r#"{"amount":1.50,"type":"EUR","note":"\u00e9","more":[{"a":1,"b":[null,true]}]}"#,
    r#"{"history":["p1",null,{"a":[1.0,"\ud83d\ude00"]}],"page":{"b":1e1,"a":[]}}"#,
    r#"{"Label":{"text":"a\n","size":-12}}"#,
    r#"{"Line":[123456789012345678901,2]}"#,
    r#"{"Node":["Leaf",1,{"Node":["Leaf",2e0,"Leaf"]}]}"#,
    r#"{"bool":true,"bytes":"AAE=","decimal":1.25,"dict":{"a":1,"b":2},"duration":"PT1H-0.5S","instant":"2026-11-30T12:00:00.5+01:00","int":7,"json":{"a":[null,1.5]},"mark":"Plain","never":[],"options":["None",{"Some":1}],"shapes":["Point",{"Circle":1}],"table":[[[false,""],{}],[[true,"a"],{"value":1}]],"tag":{"name":"n"},"unit":null}"#,
    "[[[[[[]]]]],\"\u{7f}\u{2028}\",-0,0.10,1E400]",
    "\"+123456-07-08T09:10:11.12Z\"",
    r#" [ { } , "" , { "" : 0 } ] "#,
];

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below.max(1) as u64).expect("small")
    }
}

/// Takes bytes out of a text, puts others in, or turns some into others.
fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    const PIECES: [&[u8]; 24] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"",
        b"\\",
        b"\\u",
        b"\\ud800",
        b"\xff",
        b"\xf0\x9f",
        b"\0",
        b" ",
        b"null",
        b"1e999999999",
        b"-",
        b".",
        b"0",
        b"9007199254740993",
        b"{\"a\":1,\"a\":1}",
        b"\"a\":1,",
        b"\n",
        b"\xed\xa0\x80",
    ];
    let at = dice.roll(text.len() + 1);
    let end = (at + dice.roll(4)).min(text.len());
    match dice.roll(4) {
        0 => drop(text.drain(at..end)),
        1 => drop(text.splice(at..end, PIECES[dice.roll(PIECES.len())].iter().copied())),
        2 => {
            let piece: Vec<u8> = text[at..end].to_vec();
            text.splice(at..at, piece);
        }
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte = u8::try_from(dice.roll(256)).expect("a byte");
            }
        }
    }
}

#[test]
fn damaged_texts() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..40_000 {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..dice.roll(4) {
            damage(&mut text, &mut dice);
        }
        hold(&text);
    }
}

/// Every beginning of a text is refused where it ends, and nowhere reads on.
#[test]
fn cut_texts() {
    for seed in SEEDS {
        for end in 0..seed.trim_end().len() {
            let text = &seed.as_bytes()[..end];
            hold(text);
            if !seed.starts_with('"') || end > 0 {
                assert!(
                    from_json::<Json>(text).is_err(),
                    "{}",
                    String::from_utf8_lossy(text)
                );
            }
        }
    }
}

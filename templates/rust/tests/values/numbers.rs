//! Int and Decimal: every spelling by its value, exactly, in bounded work.

use crate::{fits, reads, refuses};
use flow_support::flow::{from_json, to_json, BigDecimal, BigInt, Code, Dict, Json, Limits, Set};
use proptest::prelude::{any, prop_assert_eq, proptest, Strategy};
use std::cmp::Ordering;

#[test]
fn ints() {
    for text in [
        "0",
        "-1",
        "999999999999999999",
        "9999999999999999999",
        "-999999999999999999",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073636006420",
        "-170141183460469231731687303715884105729",
    ] {
        reads::<BigInt>(text, text);
        let number: BigInt = text.parse().expect("a number");
        assert_eq!(from_json::<BigInt>(text), Ok(number));
    }
    for (text, canonical) in [
        ("-0", "0"),
        ("1.0", "1"),
        ("-1.000", "-1"),
        ("1e2", "100"),
        ("1E+2", "100"),
        ("100e-2", "1"),
        ("1.5e1", "15"),
        ("0.00e5", "0"),
        ("10.0e-1", "1"),
        (
            "123456789012345678901234567890e-0",
            "123456789012345678901234567890",
        ),
    ] {
        reads::<BigInt>(text, canonical);
    }
    for text in [
        "1.5",
        "1e-1",
        "15e-1",
        "0.1",
        "1.0000000000000000000000001",
        "true",
        "\"1\"",
        "null",
    ] {
        refuses::<BigInt>(text, Code::Type, "");
    }
}

#[test]
fn decimals() {
    for (text, canonical) in [
        ("1E+2", "100"),
        ("1E-7", "0.0000001"),
        ("1e21", "1000000000000000000000"),
        ("0E-10", "0"),
        ("1.50", "1.5"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("-2.5E3", "-2500"),
        ("100", "100"),
        ("120e-1", "12"),
        ("0.1234567890123456789012345", "0.1234567890123456789012345"),
        (
            "-0.99999999999999999999999999999",
            "-0.99999999999999999999999999999",
        ),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808.5", "-9223372036854775808.5"),
        ("18446744073709551616.25", "18446744073709551616.25"),
        ("0.000000000000000000", "0"),
        ("12345678901234567.0", "12345678901234567"),
    ] {
        reads::<BigDecimal>(text, canonical);
        reads::<Json>(text, canonical);
        reads::<Vec<Option<BigDecimal>>>(
            &format!(r#"[{{"Some":{text}}}]"#),
            &format!(r#"[{{"Some":{canonical}}}]"#),
        );
    }
    let long = format!("1.0{}", "0".repeat(5000));
    reads::<BigDecimal>(&long, "1");
    reads::<BigInt>(&long, "1");
}

#[test]
fn what_is_no_number() {
    for text in [
        "+1", ".5", "5.", "01", "-", "-a", "NaN", "Infinity", "1e", "1e+", "0x1", "1_000", "١",
        "1,5", "--1", "00", "-01", "1.e5", "1.5.5", "1ee5",
    ] {
        if !text.starts_with("1.5") {
            refuses::<BigInt>(text, Code::Json, ""); // of 1.5 it knows enough
        }
        refuses::<BigDecimal>(text, Code::Json, "");
        refuses::<Json>(text, Code::Json, "");
    }
}

/// Were an exponent written out, this would take minutes and gigabytes.
#[test]
fn huge_exponents_are_decided_at_once() {
    let nines = "9".repeat(21);
    for text in [
        "1e1000000000".to_owned(),
        "1e-1000000000".to_owned(),
        format!("1e{nines}"),
        format!("-1e-{nines}"),
        "9".repeat(1_000_000),
        format!("0.{}1", "0".repeat(1_000_000)),
        // These are 1e5 and 1e-5 to whoever counts exponents in 64 bits.
        "1e92233720368547758085".to_owned(),
        "1e-92233720368547758085".to_owned(),
        "1e18446744073709551621".to_owned(),
    ] {
        let below_one = text.contains("e-") || text.starts_with("0.");
        let code = if below_one { Code::Type } else { Code::Limit };
        refuses::<BigInt>(&text, code, "");
        refuses::<BigDecimal>(&text, Code::Limit, "");
        refuses::<Json>(&format!(r#"{{"a":[{text}]}}"#), Code::Limit, "/a/0");
    }
    for text in [
        "0e999999999999",
        "0e-999999999999",
        "0.000e999999999999999999999999",
        "-0E99999999999",
    ] {
        reads::<BigInt>(text, "0");
        reads::<BigDecimal>(text, "0");
    }
    let zeros = format!("{}1", "0".repeat(1_000_000));
    refuses::<BigInt>(&zeros, Code::Json, "");
    let cancelled = format!("1{}e-1000000", "0".repeat(1_000_000));
    reads::<BigInt>(&cancelled, "1");
}

#[test]
fn limits_hold_by_value() {
    let small = Limits {
        int_digits: 3,
        decimal_digits: 3,
        ..Limits::default()
    };
    let limit = |fits: bool| if fits { None } else { Some(Code::Limit) };
    for (text, within) in [
        ("999", true),
        ("1000", false),
        ("-999", true),
        ("-1000", false),
        ("1e2", true),
        ("1e3", false),
        ("999.0", true),
        ("0.0000", true),
        ("123456789012345678901234567890", false),
    ] {
        fits::<BigInt>(text, small, limit(within));
    }
    for (text, within) in [
        ("999", true),
        ("1000", false),
        ("0.125", true),
        ("0.1234", false),
        ("123.125", true),
        ("0.1250", true),
        ("1e3", false),
        ("100", true),
        ("123456789012345678901234567890.5", false),
    ] {
        fits::<BigDecimal>(text, small, limit(within));
        fits::<Json>(text, small, limit(within));
    }
    let wide = Limits {
        int_digits: 19,
        ..Limits::default()
    };
    fits::<BigInt>("9223372036854775807", wide, None);
    fits::<BigInt>("9999999999999999999", wide, None);
    fits::<BigInt>("10000000000000000000", wide, Some(Code::Limit));
    reads::<BigInt>("1e4095", &format!("1{}", "0".repeat(4095)));
    refuses::<BigInt>("1e4096", Code::Limit, "");
    reads::<BigDecimal>("1e-4096", &format!("0.{}1", "0".repeat(4095)));
    refuses::<BigDecimal>("1e-4097", Code::Limit, "");
}

/// An author's numbers are held to the limits without being written out.
#[test]
fn numbers_over_the_limits_do_not_encode() {
    for (digits, scale) in [
        (1, -1_000_000_000),
        (1, 1_000_000_000),
        (-1, i64::MIN),
        (7, i64::MAX),
    ] {
        let number = BigDecimal::new(BigInt::from(digits), scale);
        assert_eq!(to_json(&number).expect_err("too long").code(), Code::Limit);
        assert_eq!(
            to_json(&vec![Json::Number(number)])
                .expect_err("too long")
                .pointer(),
            "/0"
        );
    }
    let long: BigInt = BigInt::from(7).pow(200_000);
    assert_eq!(to_json(&long).expect_err("too long").code(), Code::Limit);
    for scale in [0, -5, 100_000, 300_000, i64::MAX, i64::MIN] {
        let number = BigDecimal::new(long.clone(), scale);
        assert_eq!(to_json(&number).expect_err("too long").code(), Code::Limit);
    }
    let zero = BigDecimal::new(BigInt::from(0), i64::MIN);
    assert_eq!(to_json(&zero).as_deref(), Ok("0"));
    // Zeros behind the point are none of the value's digits.
    let one = BigDecimal::new(BigInt::from(10).pow(5001), 5001);
    assert_eq!(to_json(&one).as_deref(), Ok("1"));
    let most = BigDecimal::new(BigInt::from(10).pow(4096) - 1, 0);
    assert_eq!(to_json(&most), Ok("9".repeat(4096)));
    assert_eq!(
        to_json(&(most + 1)).expect_err("too long").code(),
        Code::Limit
    );
}

#[test]
fn numbers_are_no_other_values() {
    refuses::<BigInt>("true", Code::Type, "");
    refuses::<bool>("1", Code::Type, "");
    reads::<Set<Json>>("[true,1]", "[true,1]");
    refuses::<Set<Json>>("[1,true]", Code::Order, "/1");
    refuses::<Set<BigDecimal>>("[1,1.0]", Code::Duplicate, "/1");
    refuses::<Dict<BigInt, ()>>("[[10,null],[9,null]]", Code::Order, "/1");
}

#[test]
fn order_is_that_of_values() {
    let ascending = [
        "-1e400",
        "-18446744073709551616",
        "-100",
        "-99.5",
        "-2",
        "-1",
        "-0.5",
        "-0.05",
        "-1e-400",
        "0",
        "1e-400",
        "1e-4",
        "0.01",
        "0.011",
        "0.1",
        "0.9999999999999999999999999",
        "1",
        "1.0000000000000000000000001",
        "1.1",
        "9",
        "10",
        "11",
        "99",
        "100",
        "9223372036854775807",
        "9223372036854775807.5",
        "9223372036854775808",
        "1e400",
        "1.1e400",
    ];
    let values: Vec<Json> = ascending
        .iter()
        .map(|text| from_json(text).expect(text))
        .collect();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(a.cmp(b), i.cmp(&j), "{a} and {b}");
            assert_eq!(a == b, i == j, "{a} and {b}");
        }
    }
}

/// An author's numbers, of any scale: compared with 0.1 * 10 * 10 they take no time either.
#[test]
fn far_numbers_are_compared_at_once() {
    let huge = BigDecimal::new(BigInt::from(1), -1_000_000_000_000);
    let tiny = BigDecimal::new(BigInt::from(1), 1_000_000_000_000);
    let set: Set<BigDecimal> = [huge.clone(), tiny.clone(), 1.into()].into();
    assert_eq!(set.as_slice(), [tiny, 1.into(), huge]);
}

/// A number spelled in some way: digits around a point, and perhaps an exponent.
fn spelling() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?"
}

proptest! {
    #[test]
    fn every_spelling_is_read_as_bigdecimal_reads_it(text in spelling()) {
        let read: BigDecimal = from_json(&text).expect("a number");
        let expected: BigDecimal = text.parse().expect("a number");
        prop_assert_eq!(&read, &expected);
        prop_assert_eq!(to_json(&read), to_json(&expected));
        let plain = to_json(&read).expect("a number");
        prop_assert_eq!(plain.parse::<BigDecimal>().expect("a number"), expected);
    }

    #[test]
    fn an_int_is_a_whole_decimal(text in spelling()) {
        let decimal: BigDecimal = from_json(&text).expect("a number");
        match from_json::<BigInt>(&text) {
            Ok(int) => prop_assert_eq!(BigDecimal::from(int), decimal),
            Err(error) => {
                prop_assert_eq!(error.code(), Code::Type);
                assert!(!decimal.is_integer(), "{text}");
            }
        }
    }

    #[test]
    fn decimals_are_ordered_by_value(a in any::<i32>(), b in any::<i32>(), s in 0_u8..20, t in 0_u8..20) {
        let (x, y) = (BigDecimal::new(a.into(), s.into()), BigDecimal::new(b.into(), t.into()));
        let scaled = |n: i32, scale: u8| BigInt::from(n) * BigInt::from(10).pow(u32::from(20 - scale));
        let expected: Ordering = scaled(a, s).cmp(&scaled(b, t));
        prop_assert_eq!(x.cmp(&y), expected);
        prop_assert_eq!(to_json(&x) == to_json(&y), expected.is_eq());
    }
}

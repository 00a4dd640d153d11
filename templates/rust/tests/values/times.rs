//! Instant and Duration, exactly.

use crate::{fits, reads, refuses};
use flow_support::flow::{to_json, BigDecimal, BigInt, Code, Duration, Instant, Limits};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use std::time::{Duration as StdDuration, SystemTime, UNIX_EPOCH};

fn instant(text: &str) -> Instant {
    text.parse().expect(text)
}

fn duration(text: &str) -> Duration {
    text.parse().expect(text)
}

#[test]
fn instants_of_all_years() {
    let ascending = [
        "-999999999-01-01T00:00:00Z",
        "-10000-06-30T23:59:59.999Z",
        "-9999-12-31T23:59:59Z",
        "-0004-02-29T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "0000-02-29T12:00:00Z",
        "0001-01-01T00:00:00Z",
        "1969-12-31T23:59:59.5Z",
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00.000000000000000000001Z",
        "1999-12-31T23:59:59Z",
        "2000-02-29T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "+10000-01-01T00:00:00Z",
        "+123456-07-08T09:10:11.12Z",
        "+999999999-12-31T23:59:59.999999999999Z",
    ];
    for (i, a) in ascending.iter().enumerate() {
        reads::<Instant>(&format!("\"{a}\""), &format!("\"{a}\""));
        let x = instant(a);
        assert_eq!(x.to_string(), *a);
        for (j, b) in ascending.iter().enumerate() {
            let y = instant(b);
            assert_eq!(x.cmp(&y), i.cmp(&j), "{a} and {b}");
            let span = x.since(&y);
            assert_eq!(span.cmp(&Duration::zero()), i.cmp(&j), "{a} and {b}");
            assert_eq!(y.checked_add(&span).as_ref(), Some(&x), "{b} and {span}");
        }
    }
    assert_eq!(instant("1970-01-01T00:00:00Z"), Instant::EPOCH);
    assert_eq!(instant("1969-12-31T23:59:59.25Z").unix_seconds(), -1);
    assert_eq!(instant("1969-12-31T23:59:59.25Z").fraction(), "25");
}

#[test]
fn spellings_of_instants() {
    for (text, canonical) in [
        ("2026-11-30t12:00:00z", "2026-11-30T12:00:00Z"),
        ("2026-11-30T12:00:00.500Z", "2026-11-30T12:00:00.5Z"),
        ("2026-11-30T12:00:00.25-23:59", "2026-12-01T11:59:00.25Z"),
        ("2026-11-30T12:00:00+23:59", "2026-11-29T12:01:00Z"),
        ("2026-11-30T12:00:00-00:00", "2026-11-30T12:00:00Z"),
        ("0000-01-01T00:00:00+00:01", "-0001-12-31T23:59:00Z"),
        ("9999-12-31T23:59:59-00:01", "+10000-01-01T00:00:59Z"),
        ("2000-03-01T00:00:00+01:00", "2000-02-29T23:00:00Z"),
        ("-0004-02-29T00:00:00Z", "-0004-02-29T00:00:00Z"),
    ] {
        reads::<Instant>(&format!("\"{text}\""), &format!("\"{canonical}\""));
    }
    let zeros = format!("\"2026-01-01T00:00:00.{}Z\"", "0".repeat(9000));
    reads::<Instant>(&zeros, "\"2026-01-01T00:00:00Z\"");
}

#[test]
fn instants_that_are_refused() {
    for text in [
        "",
        "2026-01-01T00:00:00",
        "2026-01-01t00:00:00 Z",
        "2026-01-01 00:00:00Z",
        "2026-1-01T00:00:00Z",
        "2026-01-01T0:00:00Z",
        "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00+0530",
        "2026-01-01T00:00:00+05",
        "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+00:60",
        "2026-01-01T00:00:60Z",
        "2026-01-01T23:59:61Z",
        "2026-06-30T23:59:60Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-00-01T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "-0001-02-29T00:00:00Z",
        "2026-01-01T00:00:00Z\\n",
        "+0001-01-01T00:00:00Z",
        "+2026-01-01T00:00:00Z",
        "+02026-01-01T00:00:00Z",
        "--001-01-01T00:00:00Z",
        "+-2026-01-01T00:00:00Z",
        "-0000-01-01T00:00:00Z",
        "-00001-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.5",
        "2026-01-01T00:00:00z0",
        "202a-01-01T00:00:00Z",
        "2026-01-01T00:00:00+1a:00",
        "+1000000000-01-01T00:00:00Z",
        "+99999999999999999999-01-01T00:00:00Z",
        "2026/01/01T00:00:00Z",
        "2026-01-01T00.00.00Z",
        "2026-01-01T00:00:00−01:00",
        "２０２６-01-01T00:00:00Z",
        "2026-01-01T00:00:0é",
        "T2026-01-01T00:00:00Z",
        "2026-W01-1T00:00:00Z",
    ] {
        refuses::<Instant>(&format!("\"{text}\""), Code::Format, "");
    }
    refuses::<Instant>("0", Code::Type, "");
    let fine = format!("\"2026-01-01T00:00:00.{}Z\"", "1".repeat(4097));
    refuses::<Instant>(&fine, Code::Limit, "");
    refuses::<Instant>("\"-999999999-01-01T00:00:00+00:01\"", Code::Limit, "");
    refuses::<Instant>("\"+999999999-12-31T23:59:59-00:01\"", Code::Limit, "");
    assert_eq!(
        instant("+999999999-12-31T23:59:59Z").checked_add(&Duration::from_secs(1)),
        None
    );
    let eon = Duration::from_seconds(&BigDecimal::new(BigInt::from(1), -4000)).expect("a span");
    assert_eq!(Instant::EPOCH.checked_add(&eon), None);
}

#[test]
fn durations() {
    for text in [
        "PT-0.5S",
        "PT-0.000000001S",
        "PT123456789012345678901234567890S",
        "PT1.000000000000000000001S",
        "PT0S",
        "PT90S",
    ] {
        reads::<Duration>(&format!("\"{text}\""), &format!("\"{text}\""));
        assert_eq!(duration(text).to_string(), text);
    }
    for (text, canonical) in [
        ("PT1H-30M0.5S", "PT1800.5S"),
        ("PT1H", "PT3600S"),
        ("PT0.1H0.1M0.10S", "PT366.1S"),
        ("PT-0S", "PT0S"),
        ("PT1M", "PT60S"),
        ("PT1H-60M", "PT0S"),
        ("PT1.50M", "PT90S"),
        ("PT1H1S", "PT3601S"),
        ("PT100S", "PT100S"),
        ("PT0.5M", "PT30S"),
    ] {
        reads::<Duration>(&format!("\"{text}\""), &format!("\"{canonical}\""));
        assert_eq!(duration(text), duration(canonical));
    }
    for text in [
        "", "P", "PT", "P1D", "P1DT1S", "PT1S\\n", "pt1S", "PT1s", "PT01S", "PT+1S", "PT1e3S",
        "PT1E3S", "PT.5S", "PT5.S", "PT1S1M", "PT1S2S", "-PT1S", "PT1", "PTS", "PT1HS", "PT--1S",
        "PT1SX", "PT 1S", "PT١S", "PT1é", "PT1W", "PT1M1H", "PT1H1H",
    ] {
        refuses::<Duration>(&format!("\"{text}\""), Code::Format, "");
    }
    for text in [
        format!("PT{}S", "9".repeat(4097)),
        format!("PT{}H", "9".repeat(4096)),
        format!("PT0.{}1S", "0".repeat(4096)),
        format!("PT{}H", "9".repeat(1_000_000)),
    ] {
        refuses::<Duration>(&format!("\"{text}\""), Code::Limit, "");
    }
    let long = duration(&format!("PT{}S", "9".repeat(4096)));
    assert!(to_json(&long).is_ok());
    assert_eq!(
        to_json(&(long + Duration::from_secs(1)))
            .expect_err("too long")
            .code(),
        Code::Limit
    );
    let eons = BigDecimal::new(BigInt::from(1), -1_000_000_000);
    assert!(Duration::from_seconds(&eons).is_err());
    assert_eq!(
        Duration::from_seconds(&BigDecimal::new(BigInt::from(150), 2)),
        Ok(duration("PT1.5S"))
    );
}

#[test]
fn limits_hold_when_reading_and_when_writing() {
    let small = Limits {
        fraction_digits: 3,
        decimal_digits: 3,
        ..Limits::default()
    };
    let limit = |fits: bool| if fits { None } else { Some(Code::Limit) };
    for (text, within) in [
        ("123", true),
        ("1234", false),
        ("1230", true),
        ("1230000000000", true),
    ] {
        fits::<Instant>(
            &format!("\"2026-01-01T00:00:00.{text}Z\""),
            small,
            limit(within),
        );
    }
    for (text, within) in [
        ("999S", true),
        ("1000S", false),
        ("0.1234S", false),
        ("1H", false),
        ("10M", true),
    ] {
        fits::<Duration>(&format!("\"PT{text}\""), small, limit(within));
    }
}

#[test]
fn what_the_standard_library_does_not_hold() {
    let fine = instant("2026-01-01T00:00:00.0000000001Z");
    let error = SystemTime::try_from(&fine).expect_err("too fine");
    assert_eq!(
        error.to_string(),
        "2026-01-01T00:00:00.0000000001Z is finer than a nanosecond"
    );
    for (text, expected) in [
        (
            "PT0.0000000001S",
            "PT0.0000000001S is finer than a nanosecond",
        ),
        ("PT-1S", "PT-1S is negative, and a std Duration is not"),
        (
            "PT18446744073709551616S",
            "PT18446744073709551616S is longer than a std Duration can be",
        ),
    ] {
        assert_eq!(
            StdDuration::try_from(&duration(text))
                .expect_err(text)
                .to_string(),
            expected
        );
    }
    let long = duration(&format!("PT1{}S", "0".repeat(4000)));
    assert!(
        StdDuration::try_from(&long)
            .expect_err("too long")
            .to_string()
            .len()
            < 200
    );
    let far = UNIX_EPOCH.checked_add(StdDuration::from_secs(1 << 60));
    assert!(far.is_none_or(|far| Instant::try_from(far).is_err()));
    assert!(
        Instant::from_unix_nanos(i128::MAX).is_err()
            && Instant::from_unix_nanos(i128::MIN).is_err()
    );
}

proptest! {
    #[test]
    fn instants_are_those_of_the_standard_library(seconds in -62_135_596_800_i64..253_402_300_800, nanoseconds in 0_u32..1_000_000_000) {
        let nanoseconds = i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
        let made = Instant::from_unix_nanos(nanoseconds).expect("in range");
        prop_assert_eq!(made.unix_nanos(), Ok(nanoseconds));
        let time = SystemTime::try_from(&made).expect("in range");
        prop_assert_eq!(Instant::try_from(time), Ok(made.clone()));
        prop_assert_eq!(made.to_string().parse::<Instant>(), Ok(made.clone()));
        prop_assert_eq!(made.since_epoch(), Duration::from_nanos(nanoseconds));
        prop_assert_eq!(Instant::EPOCH.checked_add(&made.since_epoch()), Some(made));
    }

    #[test]
    fn durations_are_those_of_the_standard_library(seconds in any::<u64>(), nanoseconds in 0_u32..1_000_000_000) {
        let span = StdDuration::new(seconds, nanoseconds);
        let made = Duration::from(span);
        prop_assert_eq!(StdDuration::try_from(&made), Ok(span));
        prop_assert_eq!(made.to_string().parse::<Duration>(), Ok(made));
    }

    #[test]
    fn durations_add_up(a in any::<i64>(), b in any::<i64>()) {
        let (x, y) = (Duration::from_nanos(a.into()), Duration::from_nanos(b.into()));
        prop_assert_eq!((x.clone() + y.clone()).as_nanos(), Ok(i128::from(a) + i128::from(b)));
        prop_assert_eq!((x.clone() - y.clone()).as_nanos(), Ok(i128::from(a) - i128::from(b)));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(-(-x.clone()), x.clone());
        prop_assert_eq!(x.clone() - x, Duration::zero());
        prop_assert_eq!(Duration::from_millis(a), Duration::from_nanos(i128::from(a) * 1_000_000));
    }

    /// A day after a day is the next date, in every year.
    #[test]
    fn dates_follow_one_another(day in -365_000_000_000_i64..365_000_000_000) {
        let at = |day: i64| Instant::EPOCH.checked_add(&Duration::from_secs(day * 86_400)).expect("in range");
        let (today, tomorrow) = (at(day).to_string(), at(day + 1).to_string());
        prop_assert_eq!(today.parse::<Instant>(), Ok(at(day)));
        let date = |text: &str| -> (String, u32) {
            let date = text.trim_end_matches("T00:00:00Z");
            let (rest, day) = date.split_at(date.len() - 2);
            (rest.to_owned(), day.parse().expect("a day"))
        };
        let ((month, day), (next, first)) = (date(&today), date(&tomorrow));
        prop_assert!(if month == next { first == day + 1 } else { first == 1 && day >= 28 }, "{} {}", today, tomorrow);
    }
}

#[cfg(feature = "jiff")]
mod jiff_times {
    use super::{duration, instant};
    use flow_support::flow::{Duration, Instant};
    use jiff::{SignedDuration, Timestamp};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn instants_are_those_of_jiff(nanoseconds in -377_705_023_201_000_000_000_i128..253_402_207_200_000_000_000) {
            let time = Timestamp::from_nanosecond(nanoseconds).expect("in range");
            let made = Instant::try_from(time).expect("in range");
            prop_assert_eq!(Timestamp::try_from(&made).ok(), Some(time));
            if nanoseconds >= -62_167_219_200_000_000_000 {
                prop_assert_eq!(made.to_string(), time.to_string());
            }
        }

        #[test]
        fn durations_are_those_of_jiff(seconds in any::<i64>(), nanoseconds in 0_i32..1_000_000_000) {
            let span = SignedDuration::new(seconds.saturating_sub(1), nanoseconds);
            prop_assert_eq!(SignedDuration::try_from(&Duration::from(span)), Ok(span));
        }
    }

    #[test]
    fn what_jiff_does_not_hold() {
        assert!(Timestamp::try_from(&instant("+10000-01-01T00:00:00Z")).is_err());
        assert!(Timestamp::try_from(&instant("2026-01-01T00:00:00.0000000001Z")).is_err());
        assert!(SignedDuration::try_from(&duration("PT9223372036854775808S")).is_err());
    }
}

/** Instants and durations: one text each, whatever the spelling, and nothing through a type that cannot hold them. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import fc from "fast-check";

import {
  Decimal,
  DURATION,
  Duration,
  INSTANT,
  Instant,
  LIMITS,
} from "../flow/data.ts";
import { refused } from "./refusals.ts";

function instant(text: string): string {
  return String(Instant.parse(text));
}

describe("Instant", () => {
  test("years of any size have one text", () => {
    for (const text of [
      "-10000-01-01T00:00:00Z",
      "-0001-12-31T23:59:59Z",
      "0000-02-29T00:00:00Z",
      "0001-01-01T00:00:00Z",
      "0999-01-01T00:00:00Z",
      "1969-12-31T23:59:59.999999999999Z",
      "1970-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "+10000-01-01T00:00:00Z",
      "+123456-07-08T09:10:11.5Z",
      "+999999999-12-31T23:59:59.9Z",
      "-999999999-01-01T00:00:00Z",
    ]) {
      assert.equal(instant(text), text);
      assert.equal(INSTANT.encode(INSTANT.decode(`"${text}"`)), `"${text}"`);
      assert.equal(
        String(Instant.ofEpoch(Instant.parse(text).sinceEpoch)),
        text,
      );
    }
  });

  test("spellings of one instant", () => {
    for (const [spelling, text] of [
      ["2026-11-30t12:00:00.500z", "2026-11-30T12:00:00.5Z"],
      ["2026-11-30T12:00:00.000Z", "2026-11-30T12:00:00Z"],
      ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"],
      ["2026-12-31T23:30:00-23:59", "2027-01-01T23:29:00Z"],
      ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00Z"],
      ["9999-12-31T23:59:59-00:01", "+10000-01-01T00:00:59Z"],
      ["0000-01-01T00:00:00+00:01", "-0001-12-31T23:59:00Z"],
      ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"],
      ["-0004-02-29T00:00:00Z", "-0004-02-29T00:00:00Z"],
    ] as const) {
      assert.equal(instant(spelling), text);
    }
  });

  test("what is none is refused", () => {
    for (const wrong of [
      "2026-11-30T12:00:60Z",
      "2026-06-30T23:59:60Z",
      "2026-11-30T12:00:61Z",
      "2026-11-30T24:00:00Z",
      "2026-11-30T12:60:00Z",
      "2026-02-30T00:00:00Z",
      "2026-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2026-00-01T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-01-00T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "-0000-01-01T00:00:00Z",
      "+2026-01-01T00:00:00Z",
      "+02026-01-01T00:00:00Z",
      "-00001-01-01T00:00:00Z",
      "10000-01-01T00:00:00Z",
      "+1000000000-01-01T00:00:00Z",
      `-${"9".repeat(1_000_000)}-01-01T00:00:00Z`,
      "2026-11-30T9:00:00Z",
      "2026-11-30T12:00:00,5Z",
      "2026-11-30 12:00:00Z",
      "2026-11-30T12:00:00+0530",
      "2026-11-30T12:00:00+24:00",
      "2026-11-30T12:00:00+05:60",
      "2026-11-30T12:00:00",
      "2026-11-30T12:00:00.Z",
      "2026-11-30T12:00Z",
      "2026-11-30T12:00:00Z\n",
      " 2026-11-30T12:00:00Z",
      "٢026-11-30T12:00:00Z",
      "",
    ]) {
      refused(() => INSTANT.decode(JSON.stringify(wrong)), "format", "");
    }
    refused(() => Instant.parse("-999999999-01-01T00:00:00+00:01"), "limit");
    refused(() => Instant.parse("+999999999-12-31T23:59:59-00:01"), "limit");
    refused(() => INSTANT.decode("0"), "type", "");
  });

  test("the limit of a fraction holds both ways, trailing zeros aside", () => {
    const at = (digits: string): string => `2026-01-01T00:00:00.${digits}Z`;
    const longest = at("1".repeat(4096));
    assert.equal(instant(longest), longest);
    assert.equal(instant(at(`1${"0".repeat(5000)}`)), at("1"));
    refused(() => Instant.parse(at("1".repeat(4097))), "limit");
    const finer = Instant.EPOCH.add(
      Duration.ofSeconds(Decimal.ofScaled(1n, 4097)),
    );
    refused(() => INSTANT.encode(finer), "limit", "");
    const { fractionDigits } = LIMITS;
    try {
      LIMITS.fractionDigits = 2;
      refused(() => Instant.parse(at("123")), "limit");
    } finally {
      LIMITS.fractionDigits = fractionDigits;
    }
  });

  test("is made of dates, and becomes one where that is exact", () => {
    assert.equal(
      String(Instant.of({ year: 2024, month: 2, day: 29, nanosecond: 500 })),
      "2024-02-29T00:00:00.0000005Z",
    );
    assert.throws(
      () => Instant.of({ year: 2023, month: 2, day: 29 }),
      RangeError,
    );
    assert.throws(() => Instant.of({ year: 10 ** 9 }), RangeError);
    assert.throws(() => Instant.of({ year: 2023, nanosecond: -1 }), RangeError);
    const date = new Date("1969-12-31T23:59:59.999Z");
    assert.equal(String(Instant.fromDate(date)), date.toISOString());
    assert.deepEqual(Instant.fromDate(date).toDate(), date);
    assert.throws(() => Instant.fromDate(new Date(Number.NaN)), RangeError);
    const fine = Instant.parse("2026-01-01T00:00:00.0001Z");
    assert.throws(() => fine.toDate(), RangeError);
    const far = Instant.parse("+999999999-01-01T00:00:00Z");
    assert.throws(() => far.toDate(), RangeError);
    assert.ok(Math.abs(Instant.now().toDate().getTime() - Date.now()) < 60_000);
  });

  test("calculates with spans, and has no operators", () => {
    const start = Instant.parse("2026-02-28T23:59:59.9Z");
    const later = start.add(Duration.parse("PT0.2S"));
    assert.equal(String(later), "2026-03-01T00:00:00.1Z");
    assert.equal(String(later.since(start)), "PT0.2S");
    assert.ok(later.sub(Duration.parse("PT0.2S")).equals(start));
    assert.ok(Instant.compare(start, later) < 0);
    const end = Instant.parse("+999999999-12-31T23:59:59Z");
    assert.throws(() => end.add(Duration.ofSeconds(1)), RangeError);
    assert.throws(() => end.add(Duration.ofSeconds(10n ** 30n)), RangeError);
    assert.throws(() => (start as unknown as number) < 1, TypeError);
    assert.equal(JSON.stringify(start), '"2026-02-28T23:59:59.9Z"');
  });

  test("agrees with Date where both hold an instant", () => {
    const most = 8.64e15;
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (milliseconds) => {
        const date = new Date(milliseconds);
        const made = Instant.fromDate(date);
        assert.deepEqual(made.toDate(), date);
        const [whole = "", rest = ""] = String(made).slice(0, -1).split(".");
        const iso = `${whole}.${rest.padEnd(3, "0")}Z`;
        // Date writes six digits of such years, Flow as many as there are.
        const shorter = date
          .toISOString()
          .replace(/^([+-])0{0,2}(?=\d{4})/, "$1");
        assert.equal(iso, shorter);
        assert.deepEqual(Instant.parse(String(made)), made);
      }),
    );
  });
});

describe("Duration", () => {
  test("comes back as it is", () => {
    for (const text of [
      "PT0S",
      "PT90S",
      "PT-5S",
      "PT0.25S",
      "PT-0.5S",
      "PT-0.000000001S",
      "PT123456789012345678901234567890S",
      "PT1.000000000000000000001S",
    ]) {
      assert.equal(DURATION.encode(DURATION.decode(`"${text}"`)), `"${text}"`);
    }
  });

  test("the parts are summed", () => {
    for (const [spelling, text] of [
      ["PT1H", "PT3600S"],
      ["PT1H-30M0.5S", "PT1800.5S"],
      ["PT0.5M", "PT30S"],
      ["PT1.5H0.1M", "PT5406S"],
      ["PT-0S", "PT0S"],
      ["PT1.50S", "PT1.5S"],
    ] as const) {
      assert.equal(String(Duration.parse(spelling)), text);
    }
  });

  test("what is none is refused", () => {
    for (const wrong of [
      "PT",
      "P1D",
      "P1W",
      "P1M",
      "P1Y",
      "P1DT1S",
      "-PT1S",
      "+PT1S",
      "PT+1S",
      "PT1S1M",
      "PT1S1S",
      "PT01S",
      "PT1.S",
      "PT.5S",
      "PT1e2S",
      "PT1,5S",
      "pt1s",
      "PT1S\n",
      " PT1S",
      "PT١S",
      "1S",
      "",
    ]) {
      refused(() => DURATION.decode(JSON.stringify(wrong)), "format", "");
    }
    refused(() => DURATION.decode("90"), "type", "");
  });

  test("the limits hold for each part and the sum, both ways", () => {
    const nines = "9".repeat(4096);
    assert.equal(String(Duration.parse(`PT${nines}S`)), `PT${nines}S`);
    for (const wrong of [
      `PT${nines}9S`,
      `PT${nines}H`,
      `PT${nines}M1S`,
      `PT0.${"0".repeat(4096)}1S`,
      `PT0.${"0".repeat(4096)}1H`,
    ]) {
      refused(() => Duration.parse(wrong), "limit");
    }
    refused(() => DURATION.encode(Duration.ofSeconds(10n ** 4096n)), "limit");
  });

  test("is made of units, and becomes them where that is exact", () => {
    assert.equal(String(Duration.ofHours(2)), "PT7200S");
    assert.equal(String(Duration.ofMinutes(-1n)), "PT-60S");
    assert.equal(String(Duration.ofMilliseconds(1500)), "PT1.5S");
    assert.equal(String(Duration.ofMicroseconds(1)), "PT0.000001S");
    assert.equal(String(Duration.ofNanoseconds(-1)), "PT-0.000000001S");
    assert.throws(() => Duration.ofSeconds(0.5), RangeError);
    assert.equal(Duration.parse("PT-1.5S").toNanoseconds(), -1_500_000_000n);
    assert.equal(Duration.parse("PT-1.5S").toMilliseconds(), -1500);
    assert.throws(
      () => Duration.parse("PT0.0001S").toMilliseconds(),
      RangeError,
    );
    assert.throws(() => Duration.parse("PT1e0S"));
    assert.throws(
      () => Duration.ofSeconds(10n ** 20n).toMilliseconds(),
      RangeError,
    );
    assert.equal(
      Duration.parse("PT0.00015S").toApproximateMilliseconds(),
      0.15,
    );
  });

  test("calculates exactly, and has no operators", () => {
    const span = Duration.parse("PT0.1S");
    assert.equal(String(span.mul(3)), "PT0.3S");
    assert.equal(String(span.mul(Decimal.parse("-0.5"))), "PT-0.05S");
    assert.equal(String(span.add(span).sub(span)), "PT0.1S");
    assert.ok(span.neg().abs().equals(span));
    assert.ok(Duration.compare(span.neg(), span) < 0);
    assert.throws(() => (span as unknown as number) + 1, TypeError);
    assert.equal(JSON.stringify([span]), '["PT0.1S"]');
  });
});

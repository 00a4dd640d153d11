/** Exact numbers: what is read, how it prints, and that the work is bounded whatever the exponent. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import fc from "fast-check";

import {
  DECIMAL,
  Decimal,
  INT,
  JSON_VALUE,
  LIMITS,
  listOf,
  setOf,
} from "../flow/data.ts";
import { endOfNumber, fits, partsOf } from "../flow/numbers.ts";
import { refused } from "./refusals.ts";

test("the same digits come out", () => {
  for (const spelling of [
    "9007199254740993",
    "18446744073636006420",
    "0.1234567890123456789012345",
    "-0.99999999999999999999999999999",
    "-123456789012345678901234567890",
    "999999999999999",
    "9999999999999999",
    "123456789012345.5",
    "0.1",
    "-7",
    "0",
    "1" + "0".repeat(4095),
    "7".repeat(4096),
    `${"7".repeat(4096)}.${"7".repeat(4096)}`,
    `-0.${"0".repeat(4095)}1`,
  ]) {
    assert.equal(DECIMAL.encode(DECIMAL.decode(spelling)), spelling);
    assert.equal(JSON_VALUE.encode(JSON_VALUE.decode(spelling)), spelling);
    assert.equal(String(Decimal.parse(spelling)), spelling);
    if (spelling.includes(".")) continue;
    assert.equal(INT.decode(spelling), BigInt(spelling));
    assert.equal(INT.encode(INT.decode(spelling)), spelling);
  }
});

test("numbers print by value", () => {
  for (const [spelling, text] of [
    ["1E+2", "100"],
    ["1E-7", "0.0000001"],
    ["1e21", "1000000000000000000000"],
    ["0E-10", "0"],
    ["-0", "0"],
    ["-0.0e5", "0"],
    ["0e999999999999", "0"],
    ["-0e-999999999999999999999", "0"],
    ["1.50", "1.5"],
    ["100", "100"],
    ["100.00", "100"],
    ["120e-1", "12"],
    ["12.5e1", "125"],
    ["0.00125E+02", "0.125"],
    [`1.${"0".repeat(5000)}`, "1"],
    [`1${"0".repeat(5000)}e-5000`, "1"],
    [`0.${"0".repeat(5000)}1e5001`, "1"],
  ] as const) {
    assert.equal(DECIMAL.encode(DECIMAL.decode(spelling)), text);
    assert.equal(JSON_VALUE.encode(JSON_VALUE.decode(spelling)), text);
    if (!text.includes(".")) {
      assert.equal(INT.encode(INT.decode(spelling)), text);
    }
  }
});

test("work is bounded by the spelling, whatever the exponent", () => {
  const nines = "9".repeat(21);
  const spellings = [
    "1e1000000000",
    "1e-1000000000",
    `1e${nines}`,
    `1e-${nines}`,
    `-7.5e${nines}`,
    `0.${"0".repeat(1_000_000)}1`,
    `1${"0".repeat(1_000_000)}`,
    "1e5000",
    `1e${"0".repeat(100_000)}5000`,
    `1e-${"0".repeat(100_000)}4097`,
  ];
  for (const spelling of spellings) {
    refused(() => DECIMAL.decode(spelling), "limit", "");
    refused(() => JSON_VALUE.decode(`[${spelling}]`), "limit", "/0");
    refused(() => Decimal.parse(spelling), "limit", "");
    const error = refused(
      () => INT.decode(spelling),
      spelling.includes("e-") || spelling.includes(".0") ? "type" : "limit",
      "",
    );
    assert.ok(error.message.length < 200, error.message);
  }
  assert.equal(INT.decode(`0e${nines}`), 0n);
  assert.equal(INT.decode(`0e-${nines}`), 0n);
  assert.equal(INT.decode(`1e${"0".repeat(100_000)}2`), 100n);
});

test("4,301 digits are an ordinary refusal", () => {
  refused(() => listOf(INT).decode(`[1,${"1".repeat(4301)}]`), "limit", "/1");
  refused(() => INT.encode(10n ** 4300n), "limit", "");
  refused(() => DECIMAL.encode(Decimal.of(10n ** 4300n)), "limit", "");
  refused(() => DECIMAL.encode(Decimal.ofScaled(1n, 4301)), "limit", "");
  assert.equal(INT.encode(10n ** 4096n - 1n), "9".repeat(4096));
  refused(() => INT.encode(10n ** 4096n), "limit", "");
  refused(() => INT.encode(-(10n ** 4096n)), "limit", "");
  const whole = `${"9".repeat(4096)}.${"9".repeat(4096)}`;
  assert.equal(DECIMAL.encode(Decimal.parse(whole)), whole);
  refused(() => INT.encode(1n << 10_000_000n), "limit", "");
});

test("the limits can be set, and hold both ways", () => {
  const { intDigits, decimalDigits } = LIMITS;
  try {
    LIMITS.intDigits = 3;
    LIMITS.decimalDigits = 2;
    assert.equal(INT.decode("999"), 999n);
    assert.equal(INT.decode("99900e-2"), 999n);
    refused(() => INT.decode("1000"), "limit");
    refused(() => INT.encode(1000n), "limit");
    refused(() => INT.encode(-1000n), "limit");
    assert.equal(DECIMAL.encode(DECIMAL.decode("99.99")), "99.99");
    refused(() => DECIMAL.decode("100"), "limit");
    refused(() => DECIMAL.decode("0.001"), "limit");
    refused(() => DECIMAL.encode(Decimal.ofScaled(1n, 3)), "limit");
    refused(() => DECIMAL.encode(Decimal.of(100)), "limit");
  } finally {
    LIMITS.intDigits = intDigits;
    LIMITS.decimalDigits = decimalDigits;
  }
  for (const wrong of [0, -1, 1.5, Number.NaN, Infinity]) {
    assert.throws(() => {
      LIMITS.depth = wrong;
    }, RangeError);
  }
  assert.equal(LIMITS.depth, 256);
});

test("true is no Int, 1 no Bool, and a set holds both", () => {
  refused(() => INT.decode("true"), "type", "");
  refused(() => DECIMAL.decode("true"), "type", "");
  refused(() => INT.decode("1.5"), "type", "");
  refused(() => INT.decode('"1"'), "type", "");
  const both = setOf(JSON_VALUE).decode("[true,1]");
  assert.equal(both.size, 2);
  refused(() => setOf(JSON_VALUE).decode("[1,1.0]"), "duplicate", "/1");
});

test("what is no number does not encode", () => {
  for (const wrong of [true, 1, Number.NaN, "1", null, undefined, {}]) {
    refused(() => INT.encode(wrong as bigint), "type", "");
    refused(() => DECIMAL.encode(wrong as Decimal), "type", "");
  }
  refused(() => DECIMAL.encode(1n as unknown as Decimal), "type", "");
});

describe("Decimal", () => {
  test("is made of exact values only", () => {
    assert.equal(String(Decimal.of(3)), "3");
    assert.equal(String(Decimal.of(-12n)), "-12");
    assert.equal(String(Decimal.ofScaled(1500n, 2)), "15");
    assert.equal(String(Decimal.ofScaled(-5n, 3)), "-0.005");
    assert.equal(Decimal.ofScaled(0n, 7).scale, 0);
    for (const wrong of [0.5, 2 ** 53, Number.NaN]) {
      assert.throws(() => Decimal.of(wrong), RangeError);
    }
    for (const wrong of [-1, 0.5]) {
      assert.throws(() => Decimal.ofScaled(1n, wrong), RangeError);
    }
  });

  test("parses JSON's spelling only", () => {
    for (const wrong of [
      "",
      ".5",
      "5.",
      "+1",
      "01",
      "0x10",
      "1e",
      "1_000",
      " 1",
      "1\n",
      "NaN",
      "Infinity",
      "١",
    ]) {
      refused(() => Decimal.parse(wrong), "format", "");
    }
  });

  test("calculates exactly", () => {
    const tenth = Decimal.parse("0.1");
    const fifth = Decimal.parse("0.2");
    assert.equal(String(tenth.add(fifth)), "0.3");
    assert.equal(String(tenth.sub(fifth)), "-0.1");
    assert.equal(String(tenth.mul(fifth)), "0.02");
    assert.equal(String(Decimal.parse("0.9").add(tenth)), "1");
    assert.equal(String(Decimal.parse("-1.5").abs()), "1.5");
    assert.equal(String(Decimal.ZERO.neg()), "0");
    assert.equal(Decimal.parse("-2").sign, -1);
    assert.equal(Decimal.parse("2.0").toBigInt(), 2n);
    assert.throws(() => tenth.toBigInt(), RangeError);
    assert.equal(tenth.isWhole, false);
  });

  test("divides and rounds to so many digits, halves to even", () => {
    const quotient = (a: string, b: string, digits: number): string =>
      String(Decimal.parse(a).div(Decimal.parse(b), digits));
    assert.equal(quotient("1", "3", 5), "0.33333");
    assert.equal(quotient("2", "3", 5), "0.66667");
    assert.equal(quotient("-2", "3", 2), "-0.67");
    assert.equal(quotient("1", "8", 2), "0.12");
    assert.equal(quotient("3", "8", 2), "0.38");
    assert.equal(quotient("-1", "2", 0), "0");
    assert.equal(quotient("-3", "2", 0), "-2");
    assert.equal(quotient("0.0001", "1000", 3), "0");
    assert.equal(quotient("1000", "0.001", 0), "1000000");
    assert.throws(() => quotient("1", "0", 0), RangeError);
    assert.equal(String(Decimal.parse("2.345").round(2)), "2.34");
    assert.equal(String(Decimal.parse("2.5").round()), "2");
    assert.equal(String(Decimal.parse("2.5").round(9)), "2.5");
  });

  test("becomes a number only where that is the same", () => {
    for (const text of [
      "0",
      "0.1",
      "-1.5",
      "1e21",
      "1e-7",
      "9007199254740992",
    ]) {
      assert.equal(Decimal.parse(text).toNumber(), Number(text));
    }
    for (const text of [
      "9007199254740993",
      "0.10000000000000000001",
      "1e400",
    ]) {
      assert.throws(() => Decimal.parse(text).toNumber(), RangeError);
    }
    assert.equal(Decimal.parse("1e400").toApproximateNumber(), Infinity);
    assert.equal(
      Decimal.parse("0.30000000000000000001").toApproximateNumber(),
      0.3,
    );
  });

  test("has no operators", () => {
    const one = Decimal.of(1) as unknown as number;
    assert.throws(() => one < 2, TypeError);
    assert.throws(() => one + 1, TypeError);
    assert.equal(String(one), "1");
    assert.equal(JSON.stringify({ one }), '{"one":"1"}');
  });
});

const spelled = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.option(fc.stringMatching(/^[0-9]{1,30}$/), { nil: undefined }),
    fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
    fc.constantFrom("e", "E", "e+"),
  )
  .map(([negative, whole, fraction, exponent, e]) => {
    const power =
      exponent === undefined
        ? ""
        : `${exponent < 0 ? e.slice(0, 1) : e}${String(exponent)}`;
    const point = fraction === undefined ? "" : `.${fraction}`;
    return `${negative ? "-" : ""}${String(whole)}${point}${power}`;
  });

test("a number has one canonical text, and its value", () => {
  fc.assert(
    fc.property(spelled, (spelling) => {
      const text = DECIMAL.encode(DECIMAL.decode(spelling));
      assert.match(text, /^(?:0|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?)$/);
      assert.equal(DECIMAL.encode(DECIMAL.decode(text)), text);
      assert.equal(Number(text) + 0, Number(spelling) + 0);
      assert.equal(endOfNumber(spelling, 0), spelling.length);
      const parts = partsOf(spelling);
      assert.equal(fits(parts, 200), true);
      if (!text.includes("."))
        assert.equal(INT.encode(INT.decode(spelling)), text);
      else refused(() => INT.decode(spelling), "type");
    }),
  );
});

test("the order of Decimals is total and agrees with equality and arithmetic", () => {
  const number = spelled.map((spelling) => DECIMAL.decode(spelling));
  fc.assert(
    fc.property(number, number, (a, b) => {
      const order = Decimal.compare(a, b);
      assert.equal(Math.sign(order), -Math.sign(Decimal.compare(b, a)) + 0);
      assert.equal(order === 0, a.equals(b));
      assert.equal(order === 0, String(a) === String(b));
      assert.equal(Math.sign(order), a.sub(b).sign);
      assert.ok(a.add(b).sub(b).equals(a));
    }),
  );
});

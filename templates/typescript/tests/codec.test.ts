/** Codecs: refusals from the author's side, members of objects, the field form, and what is shared. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";

import * as flow from "../flow/data.ts";
import { Reader } from "../flow/reader.ts";
import { Writer } from "../flow/writer.ts";
import { refused } from "./refusals.ts";
import * as codecs from "./sample.ts";
import * as types from "./sample_types.ts";

/** A value that the compiler would not let pass. */
function wrong(value: unknown): never {
  return value as never;
}

const turn = types.Turn.of({
  by: types.Role.User,
  text: "hi",
  cost: flow.Decimal.parse("0.5"),
});

describe("what an author gives", () => {
  test("is refused where it is no value of its type", () => {
    const cases: readonly (readonly [() => string, string, string])[] = [
      [() => codecs.Turn.encode(wrong(null)), "type", ""],
      [() => codecs.Turn.encode(wrong("hi")), "type", ""],
      [() => codecs.Turn.encode(wrong({})), "type", "/by"],
      [
        () => codecs.Turn.encode(wrong({ ...turn, cost: 0.5 })),
        "type",
        "/cost",
      ],
      [
        () => codecs.Turn.encode(wrong({ ...turn, note: "x" })),
        "type",
        "/note",
      ],
      [
        () => codecs.Turn.encode(wrong({ ...turn, note: undefined })),
        "type",
        "/note",
      ],
      [
        () => codecs.Turn.encode({ ...turn, note: flow.some(wrong(1)) }),
        "type",
        "/note",
      ],
      [() => codecs.Role.encode(wrong({ tag: "Nobody" })), "constructor", ""],
      [() => codecs.Role.encode(wrong("User")), "constructor", ""],
      [() => codecs.Role.encode(wrong(null)), "type", ""],
      [() => codecs.Role.encode(wrong({ tag: "Tool" })), "type", "/Tool"],
      [
        () => codecs.Shape.encode(types.Shape.Segment(wrong([1n]))),
        "type",
        "/Segment",
      ],
      [
        () => codecs.Shape.encode(types.Shape.Segment(wrong([1n, "2"]))),
        "type",
        "/Segment/1",
      ],
      [
        () =>
          codecs.Shape.encode(
            types.Shape.Polygon({ corners: [[0n, 0n], wrong([0n, 1])] }),
          ),
        "type",
        "/Polygon/corners/1/1",
      ],
      [() => codecs.Page.encode(wrong({ token: "x" })), "type", ""],
      [() => flow.UNIT.encode(wrong(undefined)), "type", ""],
      [() => flow.NEVER.encode(wrong(null)), "type", ""],
      [() => flow.BOOL.encode(wrong(1)), "type", ""],
      [() => flow.BYTES.encode(wrong([1])), "type", ""],
      [() => flow.TEXT.encode(wrong(1)), "type", ""],
      [() => flow.INSTANT.encode(wrong(new Date())), "type", ""],
      [() => flow.DURATION.encode(wrong(1)), "type", ""],
      [() => flow.JSON_VALUE.encode(wrong([{}])), "type", "/0"],
      [() => flow.TEXT.encode("\ud800"), "surrogate", ""],
      [
        () => flow.listOf(flow.TEXT).encode(["", "a\udc00b"]),
        "surrogate",
        "/1",
      ],
      [
        () =>
          flow
            .dictOf(flow.TEXT, flow.INT)
            .encode(flow.FlowDict.ofText([["\ud800", 1n]])),
        "surrogate",
        "",
      ],
    ];
    for (const [run, code, pointer] of cases) {
      const error = refused(run, code, pointer);
      assert.ok(error instanceof flow.EncodeError);
    }
  });

  test("is refused where it nests too deep or holds itself", () => {
    const loop: types.Tree = {
      label: "loop",
      children: [],
      links: flow.FlowDict.ofText<types.Tree>([]),
    };
    (loop.children as types.Tree[]).push(loop);
    const error = refused(() => codecs.Tree.encode(loop), "depth");
    assert.equal(error.pointer, "/children/0".repeat(128));
    const nested = flow.optionOf(flow.INT);
    assert.equal(nested.encode(flow.some(1n)), '{"Some":1}');
  });

  test("is told which Option is missing, and what makes it", () => {
    for (const note of [undefined, null]) {
      const error = refused(
        () => codecs.Turn.encode(wrong({ ...turn, note })),
        "type",
        "/note",
      );
      assert.equal(
        error.message,
        `expected an Option: some(value) or none, found ${String(note)}; a record's maker, X.of, fills in none`,
      );
      const option = flow.optionOf(flow.INT);
      const message = `expected an Option: some(value) or none, found ${String(note)}`;
      const boxes = codecs.Box(option);
      const all = flow.FlowSet.of(option, []);
      for (const run of [
        () => option.encode(wrong(note)),
        () =>
          boxes.encode(
            wrong({ all, inner: flow.none, item: note, spare: flow.none }),
          ),
      ]) {
        assert.equal(refused(run, "type").message, message);
      }
    }
  });

  test("is what JavaScript itself took amiss, in our words", () => {
    const error = refused(() => codecs.Role.encode(wrong(undefined)), "type");
    assert.ok(error.cause instanceof TypeError);
    assert.match(error.message, /^the value is incomplete: an enum, /);
    assert.ok(!error.message.includes(error.cause.message));
    const mine = new RangeError("an author's own");
    const trap = {
      get tag(): never {
        throw mine;
      },
    };
    assert.throws(
      () => codecs.Role.encode(wrong(trap)),
      (thrown) => thrown === mine,
    );
  });
});

describe("members", () => {
  test("come in any order, with strangers between them", () => {
    const text =
      '{"text":"hi","zz":{"cost":[1e99999]},"cost":0.50,"":null,"by":"User","a":"\\ud83d\\ude00"}';
    assert.deepEqual(codecs.Turn.decode(text), turn);
  });

  test("are there once, and those that must be are there", () => {
    const decode = (text: string) => (): unknown => codecs.Turn.decode(text);
    const head = '{"by":"User","cost":1,';
    refused(decode(`${head}"text":"","text":""}`), "duplicate-member", "/text");
    refused(decode(`${head}"x":1,"text":"","x":2}`), "duplicate-member", "/x");
    refused(
      decode(`${head}"x":1,"text":"","\\u0078":2}`),
      "duplicate-member",
      "/x",
    );
    refused(
      decode(`${head}"cos\\u0074":1,"text":""}`),
      "duplicate-member",
      "/cost",
    );
    refused(decode(`${head}"TEXT":""}`), "missing-field", "/text");
    refused(decode("{}"), "missing-field", "/by");
    refused(
      decode('{"x":{"y":[{"z":1,"z":2}]}}'),
      "duplicate-member",
      "/x/y/0/z",
    );
    refused(decode('{"x":{"y":"\\udfff"}}'), "surrogate", "/x/y");
    refused(
      decode(`{"x":${"[".repeat(300)}}`),
      "depth",
      `/x${"/0".repeat(255)}`,
    );
  });

  test("may be many", () => {
    const names = Array.from({ length: 100 }, (_, at) => `f_${String(at)}`);
    const members = new flow.Members(
      "Wide",
      names.slice(0, 90),
      names.slice(90),
    );
    const read = (given: readonly string[]): string[] => {
      const text = `{${given.map((name) => `"${name}":null`).join()}}`;
      const reader = new Reader(text);
      const found: string[] = [];
      const o = reader.object(members);
      while (o.next()) {
        reader.unit();
        found.push(o.name);
      }
      reader.end();
      return found;
    };
    const sorted = [...names].sort(flow.compareText);
    assert.deepEqual(read(sorted), sorted);
    const reversed = [...sorted].reverse();
    assert.deepEqual(read(reversed), reversed);
    assert.equal(read(names.slice(0, 90)).length, 90);
    for (const name of ["f_0", "f_31", "f_32", "f_89"]) {
      refused(() => read([...names, name]), "duplicate-member", `/${name}`);
      refused(
        () => read(names.filter((each) => each !== name)),
        "missing-field",
        `/${name}`,
      );
    }
  });

  test("may bear the names that JavaScript knows", () => {
    const names = ["__proto__", "constructor", "toString", "then"];
    const members = new flow.Members("Odd", names);
    const reader = new Reader(
      '{"toString":1,"__proto__":2,"then":3,"constructor":4}',
    );
    const found = new Map<string, bigint>();
    const o = reader.object(members);
    while (o.next()) found.set(o.name, reader.int());
    assert.deepEqual([...found.keys()].sort(), [...names].sort());
    const twice = new Reader('{"__proto__":1,"__proto__":2}');
    const again = twice.object(members);
    refused(
      () => {
        while (again.next()) twice.int();
      },
      "duplicate-member",
      "/__proto__",
    );
  });

  test("are read in time in proportion to their text", () => {
    // The second half comes backwards: no place is looked for twice.
    const count = 20_000;
    const strangers = Array.from(
      { length: count },
      (_, at) => `"x${String(at)}":0`,
    );
    const text = `{${strangers.join()},"text":"hi","cost":0.5,"by":"User"}`;
    assert.deepEqual(codecs.Turn.decode(text), turn);
    const dict = flow.dictOf(flow.TEXT, flow.INT);
    assert.equal(dict.decode(`{${strangers.reverse().join()}}`).size, count);
    refused(
      () => dict.decode(`{${strangers.join()},"x7":1}`),
      "duplicate-member",
      "/x7",
    );
  });
});

describe("constructors", () => {
  test("are refused with what to write instead", () => {
    const decode = (text: string) => (): unknown => codecs.Shape.decode(text);
    const cases: readonly (readonly [string, string, string, RegExp])[] = [
      ['"Circle"', "constructor", "", /write \{"Circle": \.\.\.\}/],
      ['{"Point":null}', "constructor", "", /write "Point"/],
      ['"Square"', "constructor", "", /"Point", \{"Circle": \.\.\.\}/],
      ['{"Square":1}', "constructor", "", /found an object with the member/],
      ["{}", "constructor", "", /without members/],
      ["1", "constructor", "", /found the number 1/],
      ["null", "constructor", "", /found null/],
      ['{"Circle":1,"Point":2}', "constructor", "", /one member/],
      ['{"Circle":1,"Circle":1}', "duplicate-member", "/Circle", /two members/],
      ['{"Circle":1.5}', "type", "/Circle", /whole number/],
      ['{"Circle":1', "json", "", /text ends/],
      ['{"Segment":[1]}', "type", "/Segment", /array of 2/],
      ['{"Segment":[1,2,3]}', "type", "/Segment", /longer/],
      ['{"Polygon":{}}', "missing-field", "/Polygon/corners", /missing/],
    ];
    for (const [text, code, pointer, message] of cases) {
      assert.match(refused(decode(text), code, pointer).message, message);
    }
  });
});

describe("generic types", () => {
  test("judge the field of a type parameter where the type is known", () => {
    const ints = codecs.Box(flow.INT);
    const options = codecs.Box(flow.optionOf(flow.INT));
    refused(() => ints.decode('{"all":[]}'), "missing-field", "/item");
    assert.deepEqual(options.decode('{"all":[]}').item, flow.none);
    const box = options.decode('{"all":["None",{"Some":1}],"item":2}');
    assert.deepEqual(box.item, flow.some(2n));
    assert.equal(options.encode(box), '{"all":["None",{"Some":1}],"item":2}');
    const units = codecs.Box(flow.UNIT);
    assert.equal(units.decode('{"all":[],"item":null}').item, null);
    refused(() => units.decode('{"all":[]}'), "missing-field", "/item");
    const twice = flow.optionOf(flow.optionOf(flow.INT));
    const nested = codecs.Box(twice);
    const value = types.Box.of({
      item: flow.some<flow.Option<bigint>>(flow.none),
      all: flow.FlowSet.of(twice, []),
      spare: flow.some<flow.Option<flow.Option<bigint>>>(flow.none),
    });
    const text = '{"all":[],"item":"None","spare":"None"}';
    assert.equal(nested.encode(value), text);
    assert.deepEqual(nested.decode(text), value);
  });

  test("have one codec for the same arguments", () => {
    assert.equal(codecs.Box(flow.INT), codecs.Box(flow.INT));
    assert.notEqual(codecs.Box(flow.INT), codecs.Box(flow.TEXT));
    assert.equal(
      codecs.Either(flow.INT, codecs.Tree),
      codecs.Either(flow.INT, codecs.Tree),
    );
    assert.notEqual(
      codecs.Either(flow.INT, codecs.Tree),
      codecs.Either(codecs.Tree, flow.INT),
    );
    assert.equal(flow.listOf(flow.INT), flow.listOf(flow.INT));
    assert.notEqual(flow.listOf(flow.INT), flow.optionOf(flow.INT));
    assert.notEqual(
      flow.tupleOf(flow.INT, flow.INT),
      flow.tupleOf(flow.INT, flow.INT, flow.INT),
    );
  });
});

describe("host values", () => {
  test("keep their token by value and are never compared", () => {
    const page = codecs.Page.decode('{"b":1.0,"a":[]}');
    assert.ok(page instanceof types.Page);
    assert.equal(codecs.Page.encode(page), '{"a":[],"b":1}');
    assert.equal(codecs.Page.encode(new types.Page("p-1")), '"p-1"');
    refused(() => codecs.Page.decode("[1e5000]"), "limit", "/0");
    assert.throws(() => codecs.Page.compare(page, page), TypeError);
    assert.throws(() => new types.Page(wrong(0.5)), flow.EncodeError);
  });
});

describe("options", () => {
  test("become values that may be undefined, and back", () => {
    assert.equal(flow.fromOption(flow.some(1)), 1);
    assert.equal(flow.fromOption(flow.none), undefined);
    assert.deepEqual(flow.toOption(undefined), flow.none);
    assert.deepEqual(flow.toOption(null), flow.some(null));
  });
});

describe("bytes", () => {
  test("have one spelling", () => {
    for (const text of ["", "AA==", "AAE=", "AAEC", "+/+/"]) {
      const bytes = flow.BYTES.decode(`"${text}"`);
      assert.equal(flow.BYTES.encode(bytes), `"${text}"`);
      assert.equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
    }
    for (const spelling of [
      "ZE==",
      "AAF=",
      "AA",
      "AA=",
      "AA===",
      "Z A==",
      "_-8=",
      "AA==\\n",
      "=",
      "é",
    ]) {
      refused(() => flow.BYTES.decode(`"${spelling}"`), "format", "");
    }
    const part = Buffer.from("xxabcxx").subarray(2, 5);
    assert.equal(flow.BYTES.encode(part), '"YWJj"');
  });
});

describe("a reader", () => {
  test("counts pointers and nesting from where it begins", () => {
    const text = '{"args":{"order":[1,{"x":"y"}]}}';
    const reader = new Reader(text, text.indexOf("[1"), 1);
    refused(() => reader.json(), "depth", "/1");
    reader.restart(text.indexOf('{"x"'));
    assert.deepEqual(reader.json(), flow.Json.of({ x: "y" }));
    reader.restart(text.indexOf("1,"));
    assert.equal(reader.int(), 1n);
  });

  test("has room for the nesting that is set, or says that it has not", () => {
    const { depth } = flow.LIMITS;
    try {
      flow.LIMITS.depth = 10_000_000;
      const deep = 1_000_000;
      const text = "[".repeat(deep) + "]".repeat(deep);
      refused(() => flow.JSON_VALUE.decode(text), "depth");
      let value: flow.Json = [];
      for (let level = 0; level < deep; level++) value = [value];
      refused(() => flow.JSON_VALUE.encode(value), "depth");
    } finally {
      flow.LIMITS.depth = depth;
    }
  });
});

test("a writer that failed says where in what it wrote", () => {
  const writer = new Writer();
  writer.array();
  writer.item();
  writer.string('a"],[');
  writer.item();
  writer.openObject();
  writer.member("a/b~");
  assert.equal(writer.pointer(), "/1/a~1b~0");
});

test("a refusal prints with its place, which a holder adds to", () => {
  const error = refused(() => codecs.Tree.decode('{"label":1}'), "type");
  assert.equal(
    error.under("args").under(0).toString(),
    "expected a string (Text), found the number 1 (at /0/args/label)",
  );
  assert.ok(error instanceof flow.CodecError && error instanceof Error);
  assert.equal(error.name, "DecodeError");
});

test("a codec gives its JSON Schema", async () => {
  assert.equal(
    await flow.listOf(flow.INT).schema(),
    '{"items":{"type":"integer"},"type":"array"}',
  );
  const schema = await flow.optionOf(codecs.Role).schema();
  assert.match(schema, /"description":"Who speaks\."/);
  assert.match(schema, /^\{"\$defs":/);
  const box = await codecs.Box(flow.TEXT).schema();
  assert.match(box, /Box<Text>/);
});

/** What lines say, read whole and in steps. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import fc from "fast-check";

import { Envelope } from "../flow/envelope.ts";
import { DecodeError } from "../flow/errors.ts";
import { Json } from "../flow/json.ts";
import { LIMITS } from "../flow/limits.ts";
import { Reader } from "../flow/reader.ts";
import { errorReply, messageOf, notRun, refusal, reply } from "../flow/wire.ts";
import type { Message } from "../flow/wire.ts";

/** What a line says, scanned in steps of this size. */
function read(line: string, step = line.length + 1): Message {
  const envelope = new Envelope(3);
  envelope.begin(line);
  for (let until = step; !envelope.advance(until); until += step);
  return messageOf(envelope);
}

/** What a message says, in a word or two. */
function shown(message: Message): string {
  switch (message?.kind) {
    case "describe":
      return `describe ${message.id}`;
    case "call": {
      const { id, run, call, tool, args, types, schema } = message;
      return ["call", id, run, call, tool ?? "-", args, types, schema].join(
        " ",
      );
    }
    case "cancel":
      return `cancel ${message.run} ${message.call}`;
    case "refusal":
      return `${String(message.code)} ${message.id}`;
    case undefined:
      return "nothing";
  }
}

function deep(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

const CALL = '"jsonrpc":"2.0","method":"call"';
const PAIR = '"run":"r","call":"c"';

const ROWS: readonly (readonly [line: string, said: string])[] = [
  ['{"jsonrpc":"2.0","method":"describe","id":1}', "describe 1"],
  [
    ' { "jsonrpc" : "2.0" , "method" : "describe" , "id" : "a\\"b\\/" } ',
    'describe "a\\"b/"',
  ],
  ['{"jsonrpc":"2.0","method":"d\\u0065scribe","\\u0069d":-0}', "describe 0"],
  ['{"jsonrpc":"2.\\u0030","method":"describe","id":0}', "describe 0"],
  [
    '{"jsonrpc":"2.0","method":"describe","id":1,"params":[{"a":1}]}',
    "describe 1",
  ],
  [
    '{"jsonrpc":"2.0","method":"describe","id":1,"params":{"data":"7.0","args":{"a":[]}}}',
    "describe 1",
  ],
  [
    '{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":1,"a":1}}}',
    "-32700 null",
  ],
  [
    '{"jsonrpc":"2.0","method":"describe","id":1,"params":{"schema":"\\ud800"}}',
    "-32700 null",
  ],
  [
    `{${CALL},"id":1,"params":{"run":"r","call":7.0,"tool":"t","args":{"a":1,"a":2},"types":"\\ud800","schema":${deep(999)}}}`,
    `call 1 "r" 7 t {"a":1,"a":2} "\\ud800" ${deep(999)}`,
  ],
  [
    `{"id":1,"jsonrpc":"2.0","m\\u0065thod":"c\\u0061ll","params":{${PAIR},"args":{"a":1,"a":2}}}`,
    'call 1 "r" "c" - {"a":1,"a":2}  ',
  ],
  [
    `{${CALL},"id":1,"params":{${PAIR},"args":null}}`,
    'call 1 "r" "c" - null  ',
  ],
  [
    `{${CALL},"id":1,"params":{${PAIR},"args":{"a":1},"args":{"a":1}}}`,
    "-32700 null",
  ],
  [`{${CALL},"id":1,"params":{${PAIR},"x":{"a":1,"a":2}}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"x":1,"x":1}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"x":1,"\\u0078":1}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"x":"\\ud800"}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{"run":"\\ud800","call":"c"}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"tool":["\\ud800"]}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR}},"x":1,"params":1}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"x":1},"x":1}`, 'call 1 "r" "c" -   '],
  [`{${CALL},"id":1,"params":{${PAIR},"tool":["t"]}}`, 'call 1 "r" "c" -   '],
  [
    `{${CALL},"id":1,"params":{${PAIR},"id":7,"jsonrpc":1}}`,
    'call 1 "r" "c" -   ',
  ],
  [
    `{${CALL},"id":1,"params":{${PAIR},"x":${deep(254)}}}`,
    'call 1 "r" "c" -   ',
  ],
  [`{${CALL},"id":1,"params":{${PAIR},"x":${deep(255)}}}`, "-32700 null"],
  [
    `{"jsonrpc":"2.0","method":"describe","id":1,"x":${deep(255)}}`,
    "describe 1",
  ],
  [
    `{"jsonrpc":"2.0","method":"describe","id":1,"x":${deep(256)}}`,
    "-32700 null",
  ],
  [`{${CALL},"id":1,"params":{"run":"r"}}`, "-32602 1"],
  [`{${CALL},"id":1,"params":{"run":[],"call":"c"}}`, "-32602 1"],
  [`{${CALL},"id":1,"params":{"run":1e5000,"call":"c"}}`, "-32602 1"],
  [`{${CALL},"id":1,"params":"x"}`, "-32602 1"],
  [`{${CALL},"id":1}`, "-32602 1"],
  [`{${CALL},"params":{${PAIR}}}`, "nothing"],
  [
    '{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":1e1}}',
    'cancel "r" 10',
  ],
  ['{"jsonrpc":"2.0","method":"cancel","params":{"run":"r"}}', "nothing"],
  ['{"jsonrpc":"2.0","method":"cancel","params":[]}', "nothing"],
  ['{"jsonrpc":"2.0","method":"cancel","id":1}', "-32600 1"],
  ['{"jsonrpc":"2.0","method":"nope","id":1}', "-32601 1"],
  ['{"jsonrpc":"2.0","method":"nope"}', "nothing"],
  ['{"jsonrpc":"2.0","method":7,"id":1}', "-32600 1"],
  ['{"jsonrpc":"2.0","method":null}', "-32600 null"],
  ['{"jsonrpc":"2.0","id":1,"result":null}', "nothing"],
  ['{"jsonrpc":"2.0","id":{},"error":null}', "nothing"],
  ['{"jsonrpc":"2.0","id":1,"result":1,"method":"describe"}', "describe 1"],
  ['{"id":1e999999999999,"jsonrpc":"2.0","method":"describe"}', "-32600 null"],
  ['{"id":0e999999999999,"jsonrpc":"2.0","method":"describe"}', "describe 0"],
  ['{"id":-12,"jsonrpc":"2.0","method":"describe"}', "describe -12"],
  ['{"id":null,"jsonrpc":"2.0","method":"describe"}', "-32600 null"],
  ['{"id":true,"jsonrpc":"2.0","method":"describe"}', "-32600 null"],
  ['{"jsonrpc":2.0,"method":"describe","id":1}', "-32600 1"],
  ['{"JSONRPC":"2.0","method":"describe","id":1}', "-32600 1"],
  ['{"method":"describe"}', "-32600 null"],
  ['{"__proto__":{"method":"describe"},"id":1}', "-32600 1"],
  ["[]", "-32600 null"],
  ['[{"a":1,"a":1}]', "-32700 null"],
  [deep(256), "-32600 null"],
  [deep(257), "-32700 null"],
  ['"\\ud800"', "-32700 null"],
  ["1", "-32600 null"],
  ["", "-32700 null"],
  ["{", "-32700 null"],
  ['{"a"}', "-32700 null"],
  ['{"a":1,}', "-32700 null"],
  ['{"a":1}x', "-32700 null"],
  ['{"a":1}"x"', "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"args":{"a":1]}}`, "-32700 null"],
  [`{${CALL},"id":1,"params":{${PAIR},"args":{"a":01}}}`, "-32700 null"],
];

describe("messages", () => {
  for (const [line, said] of ROWS) {
    test(line.slice(0, 100), () => {
      assert.equal(shown(read(line)), said);
      assert.equal(shown(read(line, 1)), said, "in steps");
    });
  }
});

test("what is wrong inside of a message is told from its root", () => {
  LIMITS.messageDepth = 8;
  try {
    for (const [line, end] of [
      [
        `{${CALL},"id":1,"params":{${PAIR},"args":{},"x~y":[0,{"a":1,"a":2}]}}`,
        "(at /params/x~0y/1/a)",
      ],
      [' { "id":1, "more" : {"b":[{"a":1,"a":2}]}}', "(at /more/b/0/a)"],
      [
        '{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":{"b":1,"b":2}}}}',
        "(at /params/args/a/b)",
      ],
      ['[1,{"a":1,"a":1}]', "(at /1/a)"],
      [`{"id":1,"more":${deep(10)}}`, "the message nests deeper than 8"],
      [`{"id":1,"params":{"more":${deep(10)}}}`, "nests deeper than 8"],
      [
        `{"method":"describe","id":1,"params":{"args":${deep(10)}}}`,
        "nests deeper than 8",
      ],
      [deep(10), "nests deeper than 8"],
      [
        '{"id":1 "a":2}',
        "a comma or the closing bracket is missing, or something follows the value (at offset 8)",
      ],
    ] as const) {
      const message = read(line);
      assert.ok(message?.kind === "refusal");
      assert.equal(message.code, -32700);
      assert.ok(message.message.endsWith(end), message.message);
    }
  } finally {
    LIMITS.messageDepth = 256;
  }
});

test("a depth of 1 lets no params through", () => {
  LIMITS.messageDepth = 1;
  try {
    assert.equal(shown(read(`{${CALL},"id":1,"params":{}}`)), "-32700 null");
  } finally {
    LIMITS.messageDepth = 256;
  }
});

test("nothing recurses", () => {
  for (const open of ["[", '{"a":']) {
    const line = `{${CALL},"id":1,"params":{${PAIR},"args":${open.repeat(1_000_000)}`;
    assert.equal(shown(read(line)), "-32700 null");
  }
});

test("the id that stood before the limit", () => {
  for (const [prefix, id] of [
    ['{"id":1,"x":"aaaa', "1"],
    ['{"id":1.0,"x":[[[', "1"],
    [
      ' { "jsonrpc" : "2.0", "params": {"id":[7]} , "\\u0069d" : "a\\u0062", "x": ',
      "ab",
    ],
    ['{"params":{"id":7,"x":"aaa', undefined],
    ['{"x":"aaa', undefined],
    ['{"x":1,"x":1,"id":2,"id":3,', "2"],
    ['[{"id":1,', undefined],
    ["", undefined],
  ] as const) {
    const envelope = new Envelope(3);
    envelope.begin(prefix, true);
    for (let until = 3; !envelope.advance(until); until += 3);
    const found = envelope.has(0)
      ? (envelope.text(0) ?? Json.text(Json.parse(envelope.raw(0))))
      : undefined;
    assert.equal(found, id, prefix);
  }
});

test("replies are canonical", () => {
  const reason = 'a "b" \\ \n \u007f \ud800';
  const lines = [
    reply("1", '"c"', notRun(reason), "7"),
    errorReply(refusal(-32600, "null", reason)),
  ];
  for (const line of lines) {
    assert.ok(line.endsWith("\n"));
    assert.equal(`${Json.text(Json.parse(line))}\n`, line);
    assert.match(line, /\\\\ud800/);
  }
});

/** Texts that are JSON, or nearly. */
const text = fc.oneof(
  fc.json(),
  fc.json().map((json) => json.slice(0, -1)),
  fc.string({ unit: fc.constantFrom(...'{}[]",:01.e-+ \\ntrfalsu\ud83d') }),
  fc
    .tuple(
      fc.constantFrom("id", "jsonrpc", "method", "params", "result", "x"),
      fc.json(),
    )
    .map(
      ([name, json]) => `{"jsonrpc":"2.0","${name}":${json},"method":"call"}`,
    ),
  fc
    .record({
      args: fc.json(),
      call: fc.oneof(fc.json(), fc.constant('"c"')),
      run: fc.oneof(fc.json(), fc.constant("1")),
      tool: fc.json(),
      types: fc.json(),
    })
    .map(
      ({ args, call, run, tool, types }) =>
        `{${CALL},"id":1,"params":{"args":${args},"call":${call},"run":${run},"tool":${tool},"types":${types}}}`,
    ),
);

/** Whether a text is JSON, by the reader of values. */
function fault(line: string): string | undefined {
  try {
    const reader = new Reader(line, 0, 1 << 16);
    reader.skip();
    reader.end();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof DecodeError);
    return error.code;
  }
}

test("a line is refused as none exactly where it is no JSON", () => {
  fc.assert(
    fc.property(text, (line) => {
      const message = read(line);
      const isParsed =
        message?.kind !== "refusal" ||
        message.code !== -32700 ||
        message.message.includes("deeper");
      const why = fault(line);
      if (why === undefined) assert.ok(isParsed, shown(message));
      if (isParsed) assert.notEqual(why, "json");
    }),
    { numRuns: 2000 },
  );
});

test("a line says the same in whatever steps it is scanned", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (line, step) => {
      assert.deepEqual(shown(read(line, step)), shown(read(line)));
    }),
    { numRuns: 2000 },
  );
});

test("ids come out canonical", () => {
  fc.assert(
    fc.property(text, (line) => {
      const message = read(line);
      if (message?.kind !== "call") return;
      for (const id of [message.id, message.run, message.call]) {
        assert.equal(Json.text(Json.parse(id)), id);
      }
    }),
    { numRuns: 2000 },
  );
});

/** Lines that no good host sends: each is answered by the rules, and the stream goes on. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, before, describe, test } from "node:test";

import { call, cancel, IDENTITY, Served, withServer } from "./serving.ts";

const PARSE = -32700;
const REQUEST = -32600;
const PARAMS = -32602;

/** The line of a call with these params, something behind them, and this id. */
function line(params: string, around = "", id = "1"): string {
  return `{"id":${id},"jsonrpc":"2.0","method":"call","params":${params}${around}}\n`;
}

function params(args = '{"text":"a"}', more = ""): string {
  return `{"args":${args},"call":"c","run":"r","tool":"${IDENTITY}.echo"${more}}`;
}

function nest(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

const LINES: readonly (readonly [
  sent: string | Uint8Array,
  expected: number | "Ok" | "NotRun",
])[] = [
  // Nesting: around the parts it is the message's fault, inside of them the call's.
  [line(params(), `,"more":${nest(255)}`), "Ok"],
  [line(params(), `,"more":${nest(256)}`), PARSE],
  [line(params(), `,"more":${nest(100_000)}`), PARSE],
  [line(params(undefined, `,"more":${nest(254)}`)), "Ok"],
  [line(params(undefined, `,"more":${nest(255)}`)), PARSE],
  [line(params(`{"text":${nest(256)}}`)), "NotRun"],
  [line(params(`{"text":${nest(100_000)}}`)), "NotRun"],
  [line(params(undefined, `,"types":${nest(100_000)}`)), "NotRun"],
  [line(params(undefined, `,"schema":${nest(100_000)}`)), "NotRun"],
  [line("[".repeat(100_000)), PARSE],
  [`${"[".repeat(1_000_000)}\n`, PARSE],
  [`${'{"id":'.repeat(100_000)}\n`, PARSE],
  // What is no UTF-8 is no message, wherever it stands; what is no character is the part's fault.
  [bytes(line(params('{"text":"#"}')), 0xff), PARSE],
  [bytes(line(params(), ',"more":"#"'), 0xff), PARSE],
  [bytes(line(params('{"text":"#"}')), 0xed, 0xa0, 0x80), PARSE],
  [line(params('{"text":"\\ud800"}')), "NotRun"],
  [line(params('{"\\udc00":1}')), "NotRun"],
  [line(params(), ',"more":"\\ud800"'), PARSE],
  [line(params(), ',"more":["\\ud800"]'), PARSE],
  [line(params(), ',"\\ud800":1'), PARSE],
  [line(params('{"text":"\u0000"}')), PARSE],
  [line(params('{"text":"\\u0000"}')), "Ok"],
  ["\u0000\n", PARSE],
  [line(params(), "\u0000"), PARSE],
  // Repeated members.
  [line(params('{"text":"a","text":"a"}')), "NotRun"],
  [line(params('{"text":"a","t\\u0065xt":"a"}')), "NotRun"],
  [line(params(`{${'"a":1,'.repeat(5000)}"a":1}`)), "NotRun"],
  [line(params(), ',"id":1'), PARSE],
  [line(params(), ',"\\u0069d":1'), PARSE],
  [line(params(), ',"a":1,"\\u0061":1'), PARSE],
  [line(params(), ',"a":{"b":1,"b":1}'), PARSE],
  [line(params(undefined, ',"run":"r"')), PARSE],
  // Ids.
  [line(params(), "", "null"), REQUEST],
  [line(params(), "", "true"), REQUEST],
  [line(params(), "", "0.5"), REQUEST],
  [line(params(), "", "[1]"), REQUEST],
  [line(params(), "", "{}"), REQUEST],
  [line(params(), "", "1e4096"), REQUEST],
  [line(params(), "", "1e999999999999"), REQUEST],
  [line(params(), "", "9".repeat(1_000_000)), REQUEST],
  [line(params(), "", "9".repeat(4096)), "Ok"],
  [line(params(), "", "1e4095"), "Ok"],
  [line(params(), "", "-0e999999999"), "Ok"],
  [line(params(), "", `"${"i".repeat(1_000_000)}"`), "Ok"],
  [line(params().replace('"c"', "null")), PARAMS],
  [line(params().replace('"r"', "1e4096")), PARAMS],
  [line("[]"), PARAMS],
  [line("null"), PARAMS],
  // Pieces of messages.
  ['{"id":1\n', PARSE],
  ["}\n", PARSE],
  ['"\n', PARSE],
  ["[]\n", REQUEST],
  ["1\n", REQUEST],
  ["NaN\n", PARSE],
  ["{}\n", REQUEST],
  ["[1,]\n", PARSE],
  ["[}\n", PARSE],
  ["{]\n", PARSE],
  ['{"a":1]\n', PARSE],
  ["tru\n", PARSE],
  ["01\n", PARSE],
  ['"\\x"\n', PARSE],
  ['"\\u12g4"\n', PARSE],
];

/** A line with these bytes in the place of its `#`. */
function bytes(text: string, ...replacement: number[]): Uint8Array {
  const [head = "", tail = ""] = text.split("#");
  return Buffer.concat([
    Buffer.from(head),
    Uint8Array.from(replacement),
    Buffer.from(tail),
  ]);
}

describe("one server", () => {
  let server: Served;
  before(() => {
    server = new Served();
  });
  after(async () => {
    assert.deepEqual(await server.end(), { status: 0, lines: [] });
  });

  for (const [sent, expected] of LINES) {
    test(`${JSON.stringify(sent.slice(0, 60))}: ${String(expected)}`, async () => {
      await server.send(sent);
      const answer = await server.line();
      assert.ok(
        answer.includes(
          typeof expected === "number"
            ? `"code":${String(expected)},`
            : `"outcome":{"${expected}":`,
        ),
        answer.slice(0, 500),
      );
      assert.deepEqual(await server.ask("echo", { text: "next" }), {
        Ok: "next",
      });
    });
  }

  test("cancels of nothing and of everything", async () => {
    const ids = Array.from({ length: 200 }, (_, id) => id);
    await server.send(
      ids.map((id) => cancel(`c${String(id)}`).repeat(10)).join(""),
    );
    await server.send(
      ids.map((id) => call(id, "sleep", { time: "PT20S" })).join(""),
    );
    await server.send(
      ids.map((id) => cancel(`c${String(id)}`).repeat(5)).join(""),
    );
    for (const outcome of (await server.outcomes(200)).values()) {
      assert.match(Object.keys(outcome).join(), /^(NotRun|Unknown)$/);
    }
  });

  test("thousands of requests join one call", async () => {
    const parts = { call: "one" };
    const lines = Array.from({ length: 3000 }, (_, id) =>
      call(id, "sleep", { time: "PT0.3S" }, parts),
    );
    await server.send(lines.join(""));
    for (const outcome of (await server.outcomes(3000)).values()) {
      assert.deepEqual(outcome, { Ok: "slept" });
    }
  });

  test("many tiny messages", async () => {
    await server.send("\n".repeat(50_000), "1\n".repeat(10_000));
    await server.send('{"result":0}\n'.repeat(50_000));
    for (let at = 0; at < 10_000; at++) {
      assert.match(await server.line(), /-32600/);
    }
    assert.deepEqual(await server.ask("echo", { text: "on" }), { Ok: "on" });
  });
});

test("half a line at the end", async () => {
  await withServer({}, async (server) => {
    await server.send(call(1, "echo", { text: "a" }).slice(0, -20));
    const { status, lines } = await server.end();
    assert.equal(status, 0);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /"code":-32700,/);
  });
});

for (const [name, args, expected] of [
  ["deep", `{"text":${nest(4_000_000)}}`, '"outcome":{"NotRun":'],
  ["open", `{"text":${"[".repeat(8_000_000)}}`, '"code":-32700,'],
  ["lone", `{"text":"\\ud800${" ".repeat(8_000_000)}"}`, '"NotRun":'],
  [
    "twice",
    `{"text":"","a":[${"1,".repeat(4_000_000)}1],"text":""}`,
    '"NotRun":',
  ],
] as const) {
  test(`others are answered while a long odd line is read: ${name}`, async () => {
    await withServer({}, async (server) => {
      const next = call(2, "echo", { text: "next" });
      await server.send(line(params(args)) + next);
      assert.match(await server.line(), /"id":2,/);
      assert.ok((await server.line()).includes(expected));
      await server.send(line(params(args)));
      const { status, lines } = await server.end();
      assert.deepEqual([status, lines.length], [0, 1]);
      assert.ok(lines[0]?.includes(expected));
    });
  });
}

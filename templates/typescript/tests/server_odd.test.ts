/** A server whose author's code does what no author means to: each call is answered, and so is the next. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ODD } from "./odd_code.ts";
import { KINDS, withServer } from "./serving.ts";
import type { Outcome } from "./serving.ts";

/** Which Tool gives the value, and its outcome; the text of an Unknown has these words. */
const OUTCOMES: Readonly<
  Record<string, readonly [tool: string, outcome: string | Outcome]>
> = {
  "throws nothing": ["odd", "stopped with a thrown value: undefined"],
  "throws null": ["odd", "stopped with a thrown value: null"],
  "throws a string": ["odd", "stopped with a thrown value: boo"],
  "throws a symbol": ["odd", "stopped with a thrown value: Symbol(boo)"],
  "throws an object without a prototype": [
    "odd",
    "its message cannot be shown",
  ],
  "throws an error without words": ["odd", "its message cannot be shown"],
  "throws an error without a name": ["odd", "its message cannot be shown"],
  "throws an error whose stack is no text": ["odd", "stopped with Error: x"],
  "throws a proxy": ["odd", "stopped with what cannot be told"],
  recursion: ["odd", "stopped with RangeError: Maximum call stack size"],
  "a reason that is no text": ["odd", { NotRun: "7" }],
  "a doubt that is no text": ["odd", "stopped with TypeError: Cannot convert"],
  "an outcome that is none": ["odd", "stopped with Failure"],
  "an outcome that was deleted": ["odd", "stopped with what cannot be told"],
  "a promise that is rejected with nothing": [
    "odd",
    "a thrown value: undefined",
  ],
  "a thenable": ["odd", { Ok: "thenable" }],
  "a thenable that answers twice": ["odd", { Ok: "once" }],
  "a thenable that throws": ["odd", "stopped with Error: then what"],
  "a value whose then throws": ["odd", "stopped with Error: no then"],
  "a promise in a promise": ["odd", { Ok: "deep" }],
  "a boxed string": ["odd", "does not encode: expected a string (Text)"],
  "a proxy": ["odd", "stopped with Error: no look"],
  "a function": ["odd", "does not encode: expected a string (Text)"],
  "a number": ["odd", "does not encode: expected a string (Text)"],
  "a fraction": ["odd_decimal", "does not encode: expected a Decimal"],
  "not a number": ["odd_decimal", "does not encode: expected a Decimal"],
  true: ["odd_int", "does not encode: expected a bigint (Int), found true"],
  "a huge bigint": [
    "odd_int",
    "does not encode: an Int has at most 4096 digits",
  ],
  "a large bigint": ["odd_int", { Ok: Infinity }],
  "a decimal that is none": ["odd_decimal", "does not encode"],
  "a list that throws": ["odd_list", "does not encode: Error: no item"],
  "a list with a hole": ["odd_list", "found undefined (at /0)"],
  "writes to descriptor one": ["odd", { Ok: "written" }],
  "ends standard output": ["odd", { Ok: "ended" }],
  "destroys standard output": ["odd", { Ok: "destroyed" }],
  "ends standard error": ["odd", "stopped with Error: told to nobody"],
  "closes descriptor two": ["odd", "stopped with Error: told to nobody"],
  "resumes standard input": ["odd", { Ok: "resumed" }],
  "destroys standard input": ["odd", { Ok: "destroyed" }],
  "deletes the method": ["odd", { Ok: "deleted" }],
  "changes the directory": ["odd", { Ok: "moved" }],
  "changes prototypes": ["odd", { Ok: "changed" }],
  "a reply over the limit": ["odd", "a message has at most 67108864 bytes"],
};

test("each body has an outcome", () => {
  assert.deepEqual(Object.keys(OUTCOMES), Object.keys(ODD));
});

for (const kind of KINDS) {
  for (const [how, [tool, expected]] of Object.entries(OUTCOMES)) {
    test(`on ${kind}: ${how}`, async () => {
      const env = { SERVED_GRACE: "500" };
      await withServer({ kind, env }, async (server) => {
        const outcome = await server.ask(tool, { how });
        if (typeof expected === "string") {
          assert.ok(String(outcome["Unknown"]).includes(expected));
        } else assert.deepEqual(outcome, expected);
        assert.deepEqual(await server.ask("echo", { text: "Độ" }), {
          Ok: "Độ",
        });
        if (how === "deletes the method") {
          const { Unknown } = await server.ask("odd", { how: "true" });
          assert.match(String(Unknown), /there is no method odd any more/);
        }
        assert.deepEqual(await server.end(), { status: 0, lines: [] });
      });
    });
  }
}

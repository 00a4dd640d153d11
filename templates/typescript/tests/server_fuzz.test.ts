/** Whatever lines come in whatever pieces: each is answered once, or rightly not at all. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";

import fc from "fast-check";

import { Envelope } from "../flow/envelope.ts";
import { Json } from "../flow/json.ts";
import { messageOf } from "../flow/wire.ts";
import { answers } from "./answering.ts";
import { TOOLKIT } from "./served_tools.ts";
import { IDENTITY } from "./serving.ts";

/** The id of the answer that a line is owed; undefined where it is owed none. */
function owed(line: string): string | undefined {
  const envelope = new Envelope(5);
  envelope.begin(line);
  envelope.advance(line.length);
  const message = messageOf(envelope);
  return message === undefined || message.kind === "cancel"
    ? undefined
    : message.id;
}

const TOOLS = ["echo", "grow", "count", "nothing", "odd", "reflect", "nope"];

/** JSON texts, some of which are what Tools take. */
const json = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '"a"',
    "7",
    "1e999999",
    "null",
    '"\\ud800"',
    '{"a":1,"a":2}',
    "[[]]",
  ),
);

const args = fc.oneof(
  json,
  fc
    .array(
      fc.tuple(
        fc.constantFrom("text", "times", "name", "how", "value", "__proto__"),
        json,
      ),
      { maxLength: 3 },
    )
    .map((members) => {
      const written = members.map(([name, value]) => `"${name}":${value}`);
      return `{${written.join()}}`;
    }),
);

const callLine = fc
  .record({
    id: fc.oneof(fc.nat(3).map(String), json),
    run: fc.oneof(fc.nat(1).map(String), json),
    call: fc.oneof(fc.nat(3).map(String), json),
    tool: fc.constantFrom(...TOOLS),
    args,
    more: fc.constantFrom("", ',"types":{}', ',"schema":null', ',"x":[1]'),
  })
  .map(
    ({ id, run, call, tool, args, more }) =>
      `{"id":${id},"jsonrpc":"2.0","method":"call","params":{"args":${args},"call":${call},"run":${run},"tool":"${IDENTITY}.${tool}"${more}}}`,
  );

const cancelLine = fc
  .tuple(fc.nat(1), fc.nat(3))
  .map(
    ([run, call]) =>
      `{"jsonrpc":"2.0","method":"cancel","params":{"call":${String(call)},"run":${String(run)}}}`,
  );

const damaged = fc
  .tuple(callLine, fc.nat(), fc.constantFrom("", "}", "{", '"', ",", "\\"))
  .map(([line, at, text]) => {
    const place = at % line.length;
    return line.slice(0, place) + text + line.slice(place + 1);
  });

const line = fc
  .oneof(
    callLine,
    cancelLine,
    damaged,
    json,
    fc.constantFrom(
      '{"id":1,"jsonrpc":"2.0","method":"describe"}',
      '{"id":1,"result":null}',
      "",
    ),
  )
  .map((text) => text.replaceAll("\n", " "));

test("each line is answered once, or rightly not at all", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.nat(300), { maxLength: 10 }),
      async (lines, cuts) => {
        const whole = Buffer.from(lines.join("\n"));
        const chunks: Uint8Array[] = [];
        let start = 0;
        for (const size of cuts) {
          chunks.push(whole.subarray(start, start + size));
          start = Math.min(start + size, whole.length);
        }
        chunks.push(whole.subarray(start));
        const found: string[] = [];
        for (const answer of await answers(TOOLKIT, chunks)) {
          assert.equal(Json.text(Json.parse(answer)), answer);
          const { id } = JSON.parse(answer) as { id: unknown };
          found.push(JSON.stringify(id));
        }
        const wanted = lines
          .filter((text) => text.trim() !== "")
          .map(owed)
          .filter((id) => id !== undefined)
          .map((id) => JSON.stringify(JSON.parse(id)));
        assert.deepEqual(found.sort(), wanted.sort());
      },
    ),
    { numRuns: 500 },
  );
});

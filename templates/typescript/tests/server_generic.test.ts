/** Calls to generic Tools through a server. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, before, describe, test } from "node:test";

import { Toolkit } from "../flow/tool.ts";
import { answers } from "./answering.ts";
import { TOOLKIT } from "./served_tools.ts";
import {
  call,
  cancel,
  DESCRIBE,
  IDENTITY,
  Served,
  withServer,
} from "./serving.ts";

interface Generic {
  readonly tool?: string;
  readonly args?: string;
  readonly call?: string;
  readonly types?: string | undefined;
  readonly schema?: string | undefined;
}

const INT_TYPES = typesAt('"Int"');
const INT_SCHEMA = '{"type":"integer"}';

function typesAt(term: string): string {
  return `{"bindings":[{"name":"T","type":${term}}],"params":[{"name":"value","type":${term}}],"ok":${term},"err":"Never","declarations":{}}`;
}

/** The line of a call to reflect at Int, unless it is said to be another one. */
function line(id: number, generic: Generic = {}): string {
  const {
    tool = "reflect",
    args = '{"value":7}',
    call = `g${String(id)}`,
    types = INT_TYPES,
    schema = INT_SCHEMA,
  } = generic;
  const parts = [
    `"args":${args}`,
    `"call":"${call}"`,
    '"run":"r"',
    ...("schema" in generic && generic.schema === undefined
      ? []
      : [`"schema":${schema}`]),
    `"tool":"${IDENTITY}.${tool}"`,
    ...("types" in generic && generic.types === undefined
      ? []
      : [`"types":${types}`]),
  ];
  return `{"id":${String(id)},"jsonrpc":"2.0","method":"call","params":{${parts.join()}}}\n`;
}

describe("one server", () => {
  let server: Served;
  before(() => {
    server = new Served();
  });
  after(async () => {
    assert.deepEqual(await server.end(), { status: 0, lines: [] });
  });

  test("a value comes back exactly", async () => {
    await server.send(line(1, { args: '{"value":9007199254740993}' }));
    assert.match(await server.line(), /"Ok":9007199254740993\}/);
  });

  test("many at once, at several types", async () => {
    const text = { types: typesAt('"Text"'), schema: '{"type":"string"}' };
    const ids = Array.from({ length: 200 }, (_, id) => id);
    await server.send(
      ids
        .map((id) =>
          id % 2 === 0
            ? line(id, { args: `{"value":${String(id)}}` })
            : line(id, { ...text, args: `{"value":"${String(id)}"}` }),
        )
        .join(""),
    );
    const found = await server.outcomes(200);
    for (const id of ids) {
      const value = id % 2 === 0 ? id : String(id);
      assert.deepEqual(found.get(id), { Ok: value });
    }
  });

  test("sets are in the order of the caller's type", async () => {
    const types =
      '{"bindings":[{"name":"T","type":{"Tuple":["Text","Int"]}}],"params":[{"name":"items","type":{"Set":{"Tuple":["Text","Int"]}}}],"ok":{"Tuple":["Text","Int"]},"err":{"Set":{"Tuple":["Text","Int"]}},"declarations":{}}';
    const schema =
      '{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2}';
    const tool = "largest";
    for (const [args, outcome] of [
      ['{"items":[["a",10],["b",9]]}', { Ok: ["b", 9] }],
      ['{"items":[]}', { Failed: [] }],
    ] as const) {
      await server.send(line(1, { tool, types, schema, args }));
      assert.deepEqual((await server.outcomes(1)).get(1), outcome);
    }
    await server.send(
      line(1, { tool, types, schema, args: '{"items":[["b",9],["a",10]]}' }),
    );
    const { NotRun } = (await server.outcomes(1)).get(1) ?? {};
    assert.match(String(NotRun), /\(at \/args\/items\/1\)$/);
  });

  for (const [what, generic, words] of [
    ["no types", { types: undefined }, "needs the member types (/types)"],
    ["no schema", { schema: undefined }, "needs the member schema (/schema)"],
    ["null for types", { types: "null" }, "needs the member types, an object"],
    ["another name", { types: INT_TYPES.replace("T", "U") }, "/types/bindings"],
    ["another schema", { schema: '{"type":"string"}' }, "at /type"],
    ["a name twice", { types: '{"ok":1,"ok":1}' }, "/types"],
    ["a lone surrogate", { schema: '{"a":"\\ud800"}' }, "/schema"],
    ["a value of another type", { args: '{"value":"7"}' }, "/args/value"],
    [
      "a type that does not cross",
      { types: typesAt('{"Task":"Int"}') },
      "/types",
    ],
  ] as const) {
    test(`not run: ${what}`, async () => {
      await server.send(line(1, generic));
      const outcome = (await server.outcomes(1)).get(1) ?? {};
      assert.deepEqual(Object.keys(outcome), ["NotRun"]);
      const reason = String(outcome["NotRun"]);
      assert.ok(reason.includes(words), reason);
    });
  }

  test("types of a call to a Tool that is not generic", async () => {
    for (const [generic, name] of [
      [{ schema: undefined, types: "null" }, "types"],
      [{ schema: "{}", types: undefined }, "schema"],
    ] as const) {
      const args = '{"text":"a"}';
      await server.send(line(1, { tool: "echo", args, ...generic }));
      assert.deepEqual((await server.outcomes(1)).get(1), {
        NotRun: `the Tool is not generic: its calls have no ${name} (/${name})`,
      });
    }
  });
});

test("a first call that is cancelled while views are loaded is not run", async () => {
  await withServer({}, async (server) => {
    await server.send(line(1, { call: "c" }) + cancel("c"));
    assert.deepEqual((await server.outcomes(1)).get(1), {
      NotRun: "the call was not begun: the host cancelled it",
    });
    await server.send(line(2));
    assert.deepEqual((await server.outcomes(1)).get(2), { Ok: 7 });
  });
});

test("a first call at the end of input is answered", async () => {
  await withServer({}, async (server) => {
    await server.send(line(1));
    const { status, lines } = await server.end();
    assert.deepEqual([status, lines.length], [0, 1]);
    assert.match(lines[0] ?? "", /"Ok":7\}/);
  });
});

test("declarations that cannot be read stop describe and generic calls alone", async () => {
  const entries = TOOLKIT.tools.map(({ entry }) => entry);
  const broken = new Toolkit(entries, () => Promise.reject(new Error("gone")));
  const lines = [DESCRIBE, line(1), call(2, "echo", { text: "a" }), DESCRIBE];
  const found = await answers(broken, [Buffer.from(lines.join(""))]);
  const fault =
    '{"error":{"code":-32603,"message":"the Tools cannot be described: Error: gone"},"id":"d","jsonrpc":"2.0"}';
  assert.deepEqual(found.sort(), [
    fault,
    fault,
    '{"id":1,"jsonrpc":"2.0","result":{"call":"g1","outcome":{"NotRun":"the call could not be made: Error: gone"},"run":"r"}}',
    '{"id":2,"jsonrpc":"2.0","result":{"call":"c2","outcome":{"Ok":"a"},"run":"r"}}',
  ]);
});

/** Calls through a server: their outcomes, whatever the author's code does, and what stands between them. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import {
  call,
  cancel,
  DESCRIBE,
  Served,
  sleep,
  withServer,
} from "./serving.ts";
import type { Id } from "./serving.ts";

describe("one server", () => {
  let server: Served;
  before(() => {
    server = new Served();
  });
  after(async () => {
    assert.deepEqual(await server.end(), { status: 0, lines: [] });
  });

  for (const [how, outcome] of [
    ["fail", { Failed: "declared" }],
    ["decline", { NotRun: "not now" }],
    ["doubt", { Unknown: "who knows" }],
    ["ids", { Ok: "string r string cask false" }],
  ] as const) {
    test(`the author says ${JSON.stringify(outcome)}`, async () => {
      assert.deepEqual(await server.ask("misbehave", { how }), outcome);
    });
  }

  for (const [how, words] of [
    ["throw", "stopped with RangeError: boom"],
    ["throw at length", "Error: xxx"],
    ["throw a surrogate", "Error: half \\ud800"],
    ["fail wrongly", "the declared error does not encode: expected a string"],
    ["return a number", "the result does not encode: expected a string"],
    ["return nothing", "the result does not encode: expected a string"],
    ["return a surrogate", "the result does not encode: a string has half"],
    ["no such thing", "stopped with Error: nobody does"],
  ] as const) {
    test(`the author does otherwise: ${how}`, async () => {
      const outcome = await server.ask("misbehave", { how });
      assert.deepEqual(Object.keys(outcome), ["Unknown"]);
      const reason = String(outcome["Unknown"]);
      assert.ok(reason.includes(words), reason);
      assert.ok(reason.length < 2000);
      const next = await server.ask("echo", { text: "still here" });
      assert.deepEqual(next, { Ok: "still here" });
    });
  }

  test("Unit needs no return", async () => {
    assert.deepEqual(await server.ask("nothing", {}), { Ok: null });
  });

  test("reasons are bounded", async () => {
    const outcome = await server.ask("misbehave", { how: "decline at length" });
    assert.ok(String(outcome["NotRun"]).length < 10_000);
  });

  for (const [args, pointer] of [
    [{}, "/args"],
    [{ how: 1 }, "/args/how"],
    [{ how: "ids", more: 1 }, "/args"],
    [{ how: null }, "/args/how"],
  ] as const) {
    test(`arguments that do not decode: ${JSON.stringify(args)}`, async () => {
      const outcome = await server.ask("misbehave", args);
      assert.deepEqual(Object.keys(outcome), ["NotRun"]);
      assert.match(String(outcome["NotRun"]), new RegExp(`[( ]${pointer}\\)$`));
    });
  }

  test("the same call joins the one that runs", async () => {
    const parts = { call: "join" };
    const args = { time: "PT0.4S" };
    const lines = [0, 1, 2].map((id) => call(id, "sleep", args, parts));
    await server.send(...lines);
    const found = await server.outcomes(3);
    for (const outcome of found.values()) {
      assert.deepEqual(outcome, { Ok: "slept" });
    }
    // It was answered: it runs again.
    const again = await server.ask("sleep", { time: "PT0.01S" }, parts);
    assert.deepEqual(again, { Ok: "slept" });
  });

  test("another call of a running pair is not run", async () => {
    const parts = { call: "differ" };
    const first = call(1, "sleep", { time: "PT0.5S" }, parts);
    const respelled = first
      .replace('"id":1', '"id":2')
      .replace('"PT0.5S"', '"\\u0050T0.5S"');
    const other = call(3, "echo", { text: "x" }, parts);
    await server.send(first + respelled + other);
    const found = await server.outcomes(3);
    assert.deepEqual(found.get(1), { Ok: "slept" });
    assert.ok("NotRun" in (found.get(2) ?? {}));
    assert.ok("NotRun" in (found.get(3) ?? {}));
  });

  test("cancel", async () => {
    const parts = { call: "stop" };
    await server.send(call(1, "sleep", { time: "PT60S" }, parts));
    await sleep(100);
    await server.send(
      cancel("other") + cancel("stop", "r2") + cancel("stop") + cancel("stop"),
    );
    assert.deepEqual((await server.outcomes(1)).get(1), {
      Unknown: "the call was interrupted: the host cancelled it",
    });
  });

  test("cancel in the same breath", async () => {
    const parts = { call: "breath" };
    const line = call(1, "sleep", { time: "PT60S" }, parts);
    await server.send(line + cancel("breath"));
    assert.deepEqual((await server.outcomes(1)).get(1), {
      NotRun: "the call was not begun: the host cancelled it",
    });
  });

  test("cancel right behind a long call", async () => {
    const text = "x".repeat(1 << 20);
    const line = call(1, "echo", { text }, { call: "long" });
    await server.send(line + cancel("long"));
    assert.deepEqual((await server.outcomes(1)).get(1), {
      NotRun: "the call was not begun: the host cancelled it",
    });
  });

  test("an author deaf to cancels gives its result", async () => {
    const parts = { call: "deaf" };
    await server.send(call(1, "block", { time: "PT0.3S" }, parts));
    await sleep(100);
    await server.send(cancel("deaf"));
    assert.deepEqual((await server.outcomes(1)).get(1), { Ok: "blocked" });
  });

  test("calls that keep the processor busy let others be answered and cancelled", async () => {
    const args = { time: "PT0.02S" };
    const calls = Array.from({ length: 100 }, (_, id) =>
      call(id, "burn", args),
    );
    await server.send(calls.join(""));
    assert.ok((await server.answer()).result !== undefined);
    await server.send(cancel("c99") + call("quick", "echo", { text: "x" }));
    const found = await server.outcomes(100);
    assert.deepEqual(Object.keys(found.get(99) ?? {}), ["NotRun"]);
  });

  test("many calls at once", async () => {
    const count = 1000;
    const calls = Array.from({ length: count }, (_, id) =>
      call(id, "count", { name: "many" }),
    );
    await server.send(calls.join(""));
    const counts = new Set(
      [...(await server.outcomes(count)).values()].map(({ Ok }) => Ok),
    );
    assert.equal(counts.size, count);
  });

  test("waiting calls do not wait for each other", async () => {
    const args = { name: "all", count: 100 };
    const calls = Array.from({ length: 100 }, (_, id) =>
      call(id, "meet", args),
    );
    await server.send(calls.join(""));
    for (const outcome of (await server.outcomes(100)).values()) {
      assert.deepEqual(outcome, { Ok: "met" });
    }
  });

  test("describe is the same each time", async () => {
    await server.send(DESCRIBE, DESCRIBE);
    const first = await server.line();
    assert.equal(await server.line(), first);
    assert.ok(
      first.startsWith(
        '{"id":"d","jsonrpc":"2.0","result":{"data":"1.0","tools":[{"fingerprint":"sha256:echo","signature":{',
      ),
    );
  });
});

test("stack traces go to standard error", async () => {
  await withServer({}, async (server) => {
    await server.ask("misbehave", { how: "throw" });
    await server.end();
    const errors = await server.errors();
    assert.match(errors, /served\.flow\.misbehave, call "cask" of run "r":/);
    assert.match(errors, /RangeError: boom\n {4}at misbehave/);
  });
});

test("ids are kept apart and echoed", async () => {
  const ids: Id[] = [0, "", "0", -1, 9007199254740993n, "9007199254740993"];
  await withServer({}, async (server) => {
    for (const id of ids) {
      const parts = { run: id, call: id };
      await server.send(call(id, "misbehave", { how: "ids" }, parts));
      const sent = typeof id === "string" ? JSON.stringify(id) : String(id);
      const kind = typeof id === "string" ? "string" : "bigint";
      const told = `${kind} ${String(id)} ${kind} ${String(id)} false`;
      assert.equal(
        await server.line(),
        `{"id":${sent},"jsonrpc":"2.0","result":{"call":${sent},"outcome":{"Ok":"${told}"},"run":${sent}}}`,
      );
    }
    for (const [at, run] of ids.entries()) {
      const parts = { run, call: "same" };
      await server.send(call(at, "sleep", { time: "PT0.3S" }, parts));
    }
    for (const outcome of (await server.outcomes(ids.length)).values()) {
      assert.deepEqual(outcome, { Ok: "slept" });
    }
  });
});

test("other spellings of ids are one value, and huge ones are none", async () => {
  await withServer({}, async (server) => {
    for (const [spelling, canonical] of [
      ["1.0", "1"],
      ["90e-1", "9"],
      ["-0", "0"],
      ["0e999999999999", "0"],
      ["1e3", "1000"],
      ["-1e2", "-100"],
      ["1e1000000000", "null"],
      ["1e5000", "null"],
      ["1.5", "null"],
      ["true", "null"],
      ["[1]", "null"],
      ['"\\u0061"', '"a"'],
      ['"\\ud800"', "null"],
    ] as const) {
      await server.send(`{"id":${spelling},"jsonrpc":"2.0","method":"nope"}\n`);
      const line = await server.line();
      assert.ok(line.includes(`"id":${canonical},`), `${spelling}: ${line}`);
    }
  });
});

test("a reply over the limit is Unknown", async () => {
  await withServer({ env: { SERVED_LIMIT: "1000" } }, async (server) => {
    const fits = await server.ask("grow", { text: "x", times: 900 });
    assert.deepEqual(fits, { Ok: "x".repeat(900) });
    for (const [text, times] of [
      ["x", 1000],
      ["x", 930],
      ["é", 460],
    ] as const) {
      const outcome = await server.ask("grow", { text, times });
      assert.deepEqual(outcome, {
        Unknown: "the reply is too long: a message has at most 1000 bytes",
      });
    }
  });
});

test("the length of each joined reply is judged by itself", async () => {
  await withServer({ env: { SERVED_LIMIT: "1000" } }, async (server) => {
    const args = { time: "PT0.2S" };
    const long = "i".repeat(700);
    const parts = { call: "c" };
    await server.send(call(1, "sleep", args, parts));
    await server.send(call(long, "sleep", args, parts));
    await server.send(call("j".repeat(795), "sleep", args, parts));
    const found = await server.outcomes(3);
    assert.deepEqual(found.get(1), { Ok: "slept" });
    assert.deepEqual(found.get(long), { Ok: "slept" });
  });
});

test("calls over the backlog are not run", async () => {
  await withServer({ env: { SERVED_BACKLOG: "3000" } }, async (server) => {
    await server.send(
      call(1, "sleep", { time: "PT0.3S" }) +
        call(2, "echo", { text: "x".repeat(1000) }),
    );
    const found = await server.outcomes(2);
    assert.deepEqual(found.get(1), { Ok: "slept" });
    assert.deepEqual(found.get(2), {
      NotRun: "more than 3000 bytes of calls are running",
    });
    assert.deepEqual(await server.ask("echo", { text: "x" }), { Ok: "x" });
  });
});

/** Calls in memory, and the registry of host objects. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { EncodeError } from "../flow/errors.ts";
import { callTool, callToolText } from "../flow/local.ts";
import { Failure } from "../flow/outcome.ts";
import { Registry } from "../flow/registry.ts";
import { NEVER, TEXT } from "../flow/scalars.ts";
import { Toolkit } from "../flow/tool.ts";
import * as codecs from "./sample.ts";
import { call, callText } from "./sample_tools.ts";
import type { Tools } from "./sample_tools.ts";
import { ChatError, Page, Turn } from "./sample_types.ts";

const acme: Tools = {
  async chat({ prompt, turns }, ctx) {
    await Promise.resolve();
    switch (prompt) {
      case "down":
        throw ctx.failed(ChatError.Down);
      case "thrown":
        throw ChatError.Down as unknown as Error;
      case "decline":
        throw ctx.notRun("not now");
      case "doubt":
        throw ctx.unknown("who knows");
      case "ids":
        return `${typeof ctx.runId} ${String(ctx.runId)} ${typeof ctx.callId} ${String(ctx.callId)}`;
      case "wait":
        await new Promise((resolve) => {
          ctx.signal.addEventListener("abort", resolve);
        });
        ctx.throwIfCancelled();
        return "not cancelled";
      case "half":
        return "\ud800";
      default:
        return `${prompt} ${String(turns)}`;
    }
  },
  pause: () => undefined,
  extract({ prompt, example }, ctx) {
    if (prompt !== "") return ctx.codec("T").decode(prompt);
    assert.equal(ctx.ok, ctx.param("example"));
    assert.equal(ctx.codec("T").encode(example), example.text);
    assert.equal(String(ctx.types.bindings.get("T")), "Turn");
    assert.match(ctx.schema, /^\{"\$defs":\{/);
    return example;
  },
};

const turn = Turn.of({
  by: { tag: "Tool", value: "t" },
  text: "hi",
  cost: codecs.Turn.decode('{"by":"User","cost":1.5,"text":""}').cost,
});

const CHAT = "github.com/acme/tools@v1.0.0/sample.flow.chat";

describe("calls", () => {
  test("outcomes are values", async () => {
    const chat = (prompt: string) => call(acme, "chat", { prompt, turns: 1n });
    assert.deepEqual(await chat("hi"), { tag: "Ok", value: "hi 1" });
    assert.deepEqual(await chat("down"), {
      tag: "Failed",
      error: { tag: "Down" },
    });
    assert.deepEqual(await chat("thrown"), {
      tag: "Unknown",
      reason:
        'the Tool\'s code stopped with a thrown value: { tag: "Down" }; for a declared error: throw ctx.failed(error)',
    });
    assert.deepEqual(await chat("decline"), {
      tag: "NotRun",
      reason: "not now",
    });
    assert.deepEqual(await chat("doubt"), {
      tag: "Unknown",
      reason: "who knows",
    });
    assert.deepEqual(await chat("ids"), {
      tag: "Ok",
      value: "string run string call",
    });
    const outcome = await chat("half");
    assert.ok(outcome.tag === "Unknown");
    assert.match(outcome.reason, /^the result does not encode: /);
    assert.deepEqual(await call(acme, "pause", {}), { tag: "Ok", value: null });
  });

  test("ids may be given", async () => {
    const args = { prompt: "ids", turns: 1n };
    const options = { runId: 7n, callId: 'a"b' };
    assert.deepEqual(await call(acme, "chat", args, options), {
      tag: "Ok",
      value: 'bigint 7 string a"b',
    });
  });

  test("a signal cancels", async () => {
    const args = { prompt: "wait", turns: 1n };
    const signal = AbortSignal.abort();
    const early = await call(acme, "chat", args, { signal });
    assert.equal(early.tag, "NotRun");
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 20);
    const late = call(acme, "chat", args, { signal: controller.signal });
    assert.deepEqual(await late, {
      tag: "Unknown",
      reason: "the call was interrupted: the caller cancelled it",
    });
  });

  test("a generic Tool takes a codec for each type parameter", async () => {
    const bind = { T: codecs.Turn };
    const args = { prompt: "", example: turn };
    assert.deepEqual(await call(acme, "extract", args, { bind }), {
      tag: "Ok",
      value: turn,
    });
    const prompt = '{"by":"User","cost":0,"text":"from a model"}';
    const made = await call(acme, "extract", { ...args, prompt }, { bind });
    assert.ok(made.tag === "Ok");
    assert.equal(made.value.text, "from a model");
    const bad = await call(acme, "extract", { ...args, prompt: "7" }, { bind });
    assert.ok(bad.tag === "Unknown");
    assert.match(bad.reason, /^the Tool's code stopped with DecodeError: /);
  });

  test("a type that cannot be bound", async () => {
    const page = codecs.Page.decode('"p"');
    const bind = { T: codecs.Page };
    const args = { prompt: "", example: page };
    const outcome = await call(acme, "extract", args, { bind });
    assert.ok(outcome.tag === "NotRun");
    assert.match(outcome.reason, /^the call's types are not valid: /);
  });

  test("what cannot be called is told at once", async () => {
    const callAny = call as (...args: unknown[]) => Promise<unknown>;
    for (const [args, message] of [
      [
        [acme, "nope", {}],
        'no Tool has a method "nope": they are chat, pause, extract',
      ],
      [
        [acme, "chat", { promt: "" }],
        'chat takes these arguments: prompt, turns; prompt is missing, and turns is missing, and there is no "promt"',
      ],
      [
        [acme, "chat", { prompt: "", turns: 1n }, { bind: { T: TEXT } }],
        'chat has these type parameters to bind: none; there is no "T"',
      ],
      [
        [acme, "extract", { prompt: "", example: 1 }],
        "extract has these type parameters to bind: T; T is missing: hand a codec for each, as in { bind: { T: codecs.X } }",
      ],
      [
        [acme, "extract", { prompt: "", example: 1 }, { bind: { T: String } }],
        "T takes a codec, such as flow.INT, not a function",
      ],
      [
        [{ chat: () => "", toString: () => "" }, "chat", {}],
        "the Tools have no method pause (for github.com/acme/tools@v1.0.0/sample.flow.pause), extract (for github.com/acme/tools@v1.0.0/sample.flow.extract): add what is missing",
      ],
    ] as const) {
      await assert.rejects(callAny(...args), new TypeError(message));
    }
    await assert.rejects(
      callAny(acme, "chat", { prompt: 7, turns: 1n }),
      (error) => {
        assert.ok(error instanceof EncodeError);
        assert.equal(error.pointer, "/args/prompt");
        return true;
      },
    );
  });

  test("calls in text", async () => {
    assert.equal(
      await callText(acme, CHAT, '{"prompt":"\\u0061","turns":1e2}'),
      '{"Ok":"a 100"}',
    );
    assert.match(await callText(acme, CHAT, "{}"), /^\{"NotRun":/);
    assert.equal(
      await callText(acme, "other", "{}"),
      `{"NotRun":"no such Tool is served here: \\"other\\"; a call in text takes a Tool's whole identity (/tool)"}`,
    );
    assert.equal(
      await callText(acme, "chat", "{}"),
      `{"NotRun":"no such Tool is served here: \\"chat\\"; a call in text takes the whole identity, ${CHAT} (/tool)"}`,
    );
    const types = "null";
    assert.match(
      await callText(acme, CHAT, '{"prompt":"","turns":1}', { types }),
      /^\{"NotRun":"the Tool is not generic/,
    );
    await assert.rejects(callText(acme, CHAT, "{"), SyntaxError);
    await assert.rejects(callText(acme, CHAT, '{},"args":{}'), SyntaxError);
  });

  test("generic calls in text", async () => {
    const texts = {
      types:
        '{"bindings":[{"name":"T","type":"Int"}],"params":[{"name":"prompt","type":"Text"},{"name":"example","type":"Int"}],"ok":"Int","err":"Never","declarations":{}}',
      schema: '{"type":"integer"}',
    };
    const tool = CHAT.replace("chat", "extract");
    const args = '{"example":1,"prompt":"7e1"}';
    assert.equal(await callText(acme, tool, args, texts), '{"Ok":70}');
    assert.match(
      await callText(acme, tool, args),
      /^\{"NotRun":"the call's types are not valid: /,
    );
  });
});

/** Names that are dear to JavaScript's objects. */
const NAMES = ["__proto__", "constructor", "toString", "then", "valueOf"];

test("arguments may bear any name", async () => {
  const identity = "a.flow.join";
  const toolkit = new Toolkit(
    [
      {
        identity,
        fingerprint: "sha256:",
        method: "toString",
        generic: [],
        params: NAMES.map((name) => [name, name]),
        codecs: () => ({
          params: NAMES.map(() => TEXT),
          ok: TEXT,
          err: NEVER,
        }),
      },
    ],
    () => Promise.reject(new Error("nothing is generic")),
  );
  const tools = {
    toString: (args?: Readonly<Record<string, string>>) =>
      NAMES.map((name) => args?.[name]).join(),
  };
  const args = Object.fromEntries(NAMES.map((name) => [name, `${name}!`]));
  const value = NAMES.map((name) => `${name}!`).join();
  assert.deepEqual(await callTool(toolkit, tools, "toString", args), {
    tag: "Ok",
    value,
  });
  const members = NAMES.map((name) => `"${name}":"${name}!"`);
  assert.equal(
    await callToolText(toolkit, tools, identity, `{${members.join()}}`),
    `{"Ok":"${value}"}`,
  );
  await assert.rejects(
    callTool(toolkit, {}, "toString", args),
    /no method toString \(for a\.flow\.join\)/,
  );
});

describe("registry", () => {
  test("it keeps objects behind tokens", () => {
    const pages = new Registry<Page, number[]>(Page);
    const [first, second] = [[1], [2]];
    const one = pages.put(first);
    const two = pages.put(second);
    assert.equal(pages.get(one), first);
    assert.equal(pages.get(two), second);
    const again = codecs.Page.decode(codecs.Page.encode(one)); // as it comes back from the host
    assert.equal(pages.get(again), first);
    assert.deepEqual([...pages], [first, second]);
    assert.equal(pages.remove(one), first);
    assert.equal(pages.size, 1);
    const others = ["null", "[1]", '{"x":1}', '"no such page"'].map((token) =>
      codecs.Page.decode(token),
    );
    for (const unknown of [one, ...others]) {
      for (const use of [
        () => pages.get(unknown),
        () => pages.remove(unknown),
      ]) {
        assert.throws(use, (error) => {
          assert.ok(error instanceof Failure);
          assert.deepEqual(error.outcome, {
            tag: "NotRun",
            reason: "this Page is not known to this process",
          });
          return true;
        });
      }
    }
  });

  test("none knows the tokens of another", () => {
    const ours = new Registry<Page, number>(Page);
    const theirs = new Registry<Page, number>(Page);
    ours.put(1);
    const page = theirs.put(2);
    assert.throws(() => ours.get(page), Failure);
  });

  test("an object may be undefined", () => {
    const pages = new Registry<Page, string | undefined>(Page);
    const page = pages.put(undefined);
    assert.deepEqual([pages.get(page)], [undefined]);
  });
});

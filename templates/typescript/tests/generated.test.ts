/** Generated packages in an author's hands: what the compiler catches, what values are, and how names keep apart. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as browser from "../../../testdata/golden/typescript/browser/index.ts";
import * as model from "../../../testdata/golden/typescript/model/index.ts";
import * as openai from "../../../testdata/golden/typescript/openai/index.ts";
import type {
  Context,
  Option,
  Turn,
} from "../../../testdata/golden/typescript/openai/index.ts";
import * as members from "../../../testdata/golden/typescript/wordmembers/index.ts";
import * as words from "../../../testdata/golden/typescript/wordtypes/index.ts";

const { ChatError, Duration, FlowDict, FlowSet, none, some } = openai;

/** An implementation as a class, whose methods are as the interface has them. */
class Acme implements openai.Tools {
  readonly #told: string[] = [];

  async chat(
    { prompt }: { readonly prompt: string },
    ctx: Context<openai.ChatError>,
  ): Promise<string> {
    await Promise.resolve();
    this.#told.push(prompt);
    if (prompt === "busy") {
      throw ctx.failed(ChatError.RateLimited(Duration.ofSeconds(30n)));
    }
    if (prompt === "refused") {
      throw ctx.failed({ tag: "Refused", value: { reason: "no" } });
    }
    return this.#told.join();
  }

  converse({ turns }: { readonly turns: readonly Turn[] }): Turn {
    const last = turns.at(-1);
    if (last === undefined) throw new Error("nobody said anything");
    return { ...last, role: openai.Role.Assistant, at: none };
  }
}

const options = openai.Options.of({
  temperature: openai.Decimal.parse("0.7"),
  stop: FlowSet.of(openai.flow.TEXT, ["b", "a", "b"]),
  logitBias: FlowDict.of(openai.flow.INT, []),
  metadata: FlowDict.ofText([["__proto__", "an ordinary key"]]),
});

describe("an implementation", () => {
  test("is called in memory, with the types of its Tools", async () => {
    const acme = new Acme();
    const told = await openai.call(acme, "chat", { prompt: "hi" });
    assert.deepEqual(told, { tag: "Ok", value: "hi" });
    const turn = openai.Turn.of({ role: openai.Role.User, text: "so?" });
    const said = await openai.call(acme, "converse", {
      turns: [turn],
      options,
    });
    assert.deepEqual(said, {
      tag: "Ok",
      value: { role: { tag: "Assistant" }, text: "so?", at: none, cost: none },
    });
    const nothing = await openai.call(acme, "converse", { turns: [], options });
    assert.equal(nothing.tag, "Unknown");
  });

  test("fails with its declared error, which a switch exhausts", async () => {
    const shown: string[] = [];
    for (const prompt of ["busy", "refused"]) {
      const outcome = await openai.call(new Acme(), "chat", { prompt });
      assert.equal(outcome.tag, "Failed");
      shown.push(describeError(outcome.error));
    }
    assert.deepEqual(shown, ["after PT30S", "no"]);
  });

  test("is held to its Tools by the compiler", () => {
    // @ts-expect-error: a Tool is missing
    const lacking: openai.Tools = { chat: () => "" };
    const wrong: openai.Tools = {
      // @ts-expect-error: the parameter is a string
      chat: ({ prompt }: { readonly prompt: bigint }) => String(prompt),
      // @ts-expect-error: the result is a Turn
      converse: () => "a text",
    };
    const undeclared: openai.Tools = {
      chat(_, ctx) {
        // @ts-expect-error: no such error is declared
        throw ctx.failed({ tag: "OutOfTokens" });
      },
      converse(_, ctx) {
        // @ts-expect-error: the payload is missing
        throw ctx.failed({ tag: "RateLimited" });
      },
    };
    assert.equal(typeof lacking.chat, "function");
    assert.equal(typeof wrong.chat, "function");
    assert.equal(typeof undeclared.chat, "function");
  });

  test("is held to its Tools where it is called, too", async () => {
    const lacking = { chat: () => "" } as unknown as openai.Tools;
    await assert.rejects(
      openai.call(lacking, "chat", { prompt: "hi" }),
      /converse/,
    );
    const acme = new Acme();
    // @ts-expect-error: there is no such Tool
    await assert.rejects(openai.call(acme, "talk", { prompt: "hi" }));
    // @ts-expect-error: the argument is called prompt
    await assert.rejects(openai.call(acme, "chat", { text: "hi" }));
  });

  test("of a generic Tool sees carriers, its caller values", async () => {
    const echo = {
      extract: ({ prompt }, ctx) => ctx.ok.decode(prompt),
    } satisfies Partial<model.Tools>;
    const tools = new Proxy(echo as unknown as model.Tools, {
      get(of, name): unknown {
        const method: unknown = Reflect.get(of, name);
        return method ?? (() => undefined);
      },
      has: () => true,
    });
    const codec = model.codecs.Both(model.flow.TEXT, model.flow.INT);
    const outcome = await model.call(
      tools,
      "extract",
      { prompt: '{"second":2,"first":"one"}' },
      { bind: { T: codec } },
    );
    assert.equal(outcome.tag, "Ok");
    const both: model.Both<string, bigint> = outcome.value;
    assert.deepEqual(both, { first: "one", second: 2n });
  });
});

function describeError(error: openai.ChatError): string {
  switch (error.tag) {
    case "RateLimited":
      return `after ${String(error.value)}`;
    case "Refused":
      return error.value.reason;
    case "Overloaded":
      return "later";
  }
}

describe("values", () => {
  test("of host types are nominal", () => {
    const page = new browser.Page("tab 1");
    const isModel: browser.Page extends model.Model ? true : false = false;
    assert.equal(isModel, page instanceof model.Model);
    assert.equal(browser.codecs.Page.encode(page), '"tab 1"');
    assert.throws(() => browser.codecs.Page.compare(page, page), TypeError);
  });

  test("are made by constants that nobody can change", () => {
    assert.ok(Object.isFrozen(ChatError));
    assert.ok(Object.isFrozen(ChatError.Overloaded));
    const limited = ChatError.RateLimited(Duration.ofSeconds(1n));
    assert.equal(limited.value.toString(), "PT1S"); // its very type is known
    const unsaid: Option<bigint> = options.maxTokens;
    assert.equal(unsaid, none);
    // An author may spread undefined where their compiler lets them.
    const loose = { ...options, maxTokens: undefined };
    const made = openai.Options.of(loose as unknown as typeof options);
    assert.equal(made.maxTokens, none);
    assert.deepEqual(
      openai.Options.of({ ...options, maxTokens: some(3n) }).maxTokens,
      some(3n),
    );
  });

  test("hold members of any name, and have no prototype but that of objects", () => {
    const codec = members.codecs.Keywords;
    const value = codec.decode(filled(codec));
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    const names = [
      "constructor",
      "hasOwnProperty",
      "proto_",
      "prototype",
      "then",
      "toJson",
      "toString",
    ];
    for (const name of names) assert.ok(Object.hasOwn(value, name), name);
    assert.equal(codec.encode({ ...value }), codec.encode(value));
    assert.equal(Object.keys(value).length, Object.keys({ ...value }).length);
  });

  test("of constructors of any name are told apart", () => {
    const codec = members.codecs.EveryConstructor;
    for (const tag of ["__proto__", "constructor", "toString"] as const) {
      const value = codec.decode(JSON.stringify(tag));
      assert.deepEqual(Object.keys(value), ["tag"]);
      assert.equal(value.tag, tag);
      assert.equal(value, members.EveryConstructor[tag]);
      assert.equal(codec.encode({ tag }), JSON.stringify(tag));
    }
    assert.throws(() => codec.decode('"isPrototypeOf"'), members.DecodeError);
  });
});

/** A text of a record of numbers: every member that has to be there, found by what its codec misses. */
function filled(codec: { decode(text: string): object }): string {
  const parts: string[] = [];
  for (;;) {
    const text = `{${parts.join()}}`;
    try {
      codec.decode(text);
      return text;
    } catch (error) {
      const { code, pointer } = error as openai.DecodeError;
      assert.equal(code, "missing-field");
      parts.push(`${JSON.stringify(pointer.slice(1))}:1`);
    }
  }
}

test("types that are called as globals are none", () => {
  const one: words.Promise = words.codecs.Promise.decode('{"Some":"x"}');
  const other: words.Symbol = words.Symbol.Two;
  assert.deepEqual(one, words.Promise.Some("x"));
  assert.equal(other.tag, "Two");
  const codec = words.codecs.Error(words.flow.INT);
  const error: words.Error<bigint> = codec.decode(filled(codec));
  assert.ok(!(error instanceof Error));
});

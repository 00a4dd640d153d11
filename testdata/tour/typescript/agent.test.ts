import assert from "node:assert/strict";
import { test } from "node:test";

import { newAgent } from "./agent.ts";
import {
  call,
  ChatError,
  codecs,
  Duration,
  flow,
  FlowSet,
  Page,
  Role,
  some,
  Turn,
} from "./tools/index.ts";

const agent = newAgent();

test("chat", async () => {
  const said = await call(agent, "chat", { prompt: "hi" });
  assert.deepEqual(said, { tag: "Ok", value: "You said: hi" });
  const limited = ChatError.RateLimited(Duration.ofSeconds(30));
  const failed = await call(agent, "chat", { prompt: "x".repeat(2000) });
  assert.deepEqual(failed, { tag: "Failed", error: limited });
});

test("any type", async () => {
  const items = FlowSet.of(flow.INT, [3n, 1n, 2n]);
  const bind = { T: flow.INT };
  const three = await call(agent, "largest", { items }, { bind });
  assert.deepEqual(three, { tag: "Ok", value: some(3n) });
});

test("what next", async () => {
  const turn = Turn.of({ role: Role.User, text: "What now?" });
  const next = await call(agent, "next", { context: [turn] });
  assert.ok(next.tag === "Ok");
  switch (next.value.tag) {
    case "Read":
    case "Search":
      assert.fail(next.value.tag);
    case "Finish":
      assert.equal(next.value.value, "42");
  }
  assert.equal(codecs.Action.encode(next.value), '{"Finish":"42"}');
});

test("pages", async () => {
  const opened = await call(agent, "open", { url: "https://example.org" });
  assert.ok(opened.tag === "Ok");
  const page = opened.value;
  const clicked = await call(agent, "click", { page, selector: "#go" });
  assert.deepEqual(clicked, { tag: "Ok", value: null });
  const gone = new Page("of another day");
  const lost = await call(agent, "click", { page: gone, selector: "#go" });
  assert.equal(lost.tag, "NotRun");
});

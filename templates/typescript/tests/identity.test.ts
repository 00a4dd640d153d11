/** Identities without their versions. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { withoutVersion } from "../flow/identity.ts";

suite("a version is left out of", () => {
  for (const [identity, bare] of [
    [
      "github.com/acme/tools@v1.4.0/openai.flow.chat",
      "github.com/acme/tools/openai.flow.chat",
    ],
    [
      "example.org/~std/fin%20ance@v2.0.0-rc.1+build.7/finance/money.flow.Money",
      "example.org/~std/fin%20ance/finance/money.flow.Money",
    ],
    ["@scope/pkg@2.0.0/t.flow.Turn", "@scope/pkg/t.flow.Turn"],
    ["a@1/b@2/x.flow.T", "a/b@2/x.flow.T"],
    ["a/@b/c@1/d.flow.T", "a/@b/c/d.flow.T"],
    ["a//@b@c/d.flow.T", "a//@b/d.flow.T"],
    ["a@/x.flow.T", "a/x.flow.T"],
    ["a@@1/x.flow.T", "a/x.flow.T"],
    ["1:/work@1/x.flow.T", "1:/work/x.flow.T"],
    [".a@1/b.flow.T", ".a/b.flow.T"],
  ] as const) {
    test(identity, () => {
      assert.equal(withoutVersion(identity), bare);
    });
  }
});

suite("there is no version in", () => {
  for (const identity of [
    "",
    "@",
    "@/",
    "plain",
    "@a/@b/x.flow.T",
    "scripts/a@b.flow.T",
    "/home/me@work/x y/t.flow.T",
    "./a@1/b.flow.T",
    "../a@1/b.flow.T",
    "C:/work@1/x.flow.T",
    "c:\\work@1/x.flow.T",
  ]) {
    test(JSON.stringify(identity), () => {
      assert.equal(withoutVersion(identity), identity);
    });
  }
});

test("an identity of a million marks is looked through once", () => {
  for (const marks of ["@", "/@", "a@"]) {
    const identity = `a${marks.repeat(1_000_000)}`;
    assert.equal(withoutVersion(identity), identity);
  }
  const long = `a${"@".repeat(1_000_000)}/b.flow.T`;
  assert.equal(withoutVersion(long), "a/b.flow.T");
});

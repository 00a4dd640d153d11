/** What comes in on standard input, however it comes, and what gets out on standard output. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { describe, test } from "node:test";

import {
  call,
  cancel,
  DESCRIBE,
  KINDS,
  PATIENCE,
  script,
  sleep,
  withServer,
} from "./serving.ts";
import type { Answer, Served } from "./serving.ts";

/** A call to echo whose line has this length, its line end aside. */
function ofLength(id: number | string, length: number): string {
  const short = call(id, "echo", { text: "" });
  return call(id, "echo", { text: "x".repeat(length - short.length + 1) });
}

async function assertEnds(server: Served): Promise<void> {
  assert.deepEqual(await server.end(), { status: 0, lines: [] });
}

for (const kind of KINDS) {
  describe(`on ${kind}`, () => {
    test("lengths around those of buffers", async () => {
      await withServer({ kind }, async (server) => {
        const lengths = [1000, 65_535, 65_536, 65_537, 1 << 20, 16 << 20];
        for (const [id, length] of lengths.entries()) {
          const line = ofLength(id, length);
          assert.equal(line.length, length + 1);
          const after = `after ${String(id)}`;
          await server.send(line + call(after, "echo", { text: "short" }));
          const found = await server.outcomes(2);
          assert.deepEqual(found.get(after), { Ok: "short" });
          const text = String(found.get(id)?.["Ok"]);
          const around = call(id, "echo", { text: "" }).length;
          assert.equal(text.length, length - around + 1);
        }
        await assertEnds(server);
      });
    });

    test("a byte at a time", async () => {
      await withServer({ kind }, async (server) => {
        const line = Buffer.from(call(1, "echo", { text: "Độ 😀" }));
        await server.send(...Array.from(line, (byte) => Uint8Array.of(byte)));
        assert.deepEqual(await server.answer().then(outcomeOf), {
          Ok: "Độ 😀",
        });
        await assertEnds(server);
      });
    });

    test("three writes, and ten messages in one", async () => {
      await withServer({ kind }, async (server) => {
        const text = "日本".repeat(100);
        const line = Buffer.from(call(1, "echo", { text }));
        const at = line.indexOf("日") + 1; // inside a character
        for (const piece of [
          line.subarray(0, at),
          line.subarray(at, at + 100),
          line.subarray(at + 100),
        ]) {
          await server.send(piece);
          await sleep(20);
        }
        assert.deepEqual(await server.answer().then(outcomeOf), { Ok: text });
        const ids = Array.from({ length: 10 }, (_, id) => id);
        await server.send(
          ids.map((id) => call(id, "echo", { text: String(id) })).join(""),
        );
        const found = await server.outcomes(10);
        for (const id of ids) {
          assert.deepEqual(found.get(id), { Ok: String(id) });
        }
      });
    });

    test("all in one pipe", async () => {
      await withServer({ kind }, async (server) => {
        await server.send(
          DESCRIBE +
            call(1, "echo", { text: "one" }) +
            call(2, "sleep", { time: "PT0.2S" }) +
            call(3, "echo", { text: "three" }).trimEnd(),
        );
        const { status, lines } = await server.end();
        assert.equal(status, 0);
        assert.deepEqual(lines.map((line) => line.slice(0, 8)).sort(), [
          '{"id":"d',
          '{"id":1,',
          '{"id":2,',
          '{"id":3,',
        ]);
        assert.match(await server.errors(), /cleaned up/);
      });
    });

    test("prints and children write to standard error", async () => {
      await withServer({ kind }, async (server) => {
        const text = '{"jsonrpc":"2.0"}';
        assert.deepEqual(await server.ask("noise", { text }), { Ok: text });
        await assertEnds(server);
        const found = (await server.errors()).split(text).length - 1;
        assert.equal(found, 11);
      });
    });

    for (const how of [
      "read standard input",
      "read descriptor 0",
      "cat",
      "cat of 0",
      "cat at once",
    ]) {
      test(`standard input is at its end: ${how}`, async () => {
        await withServer({ kind }, async (server) => {
          await server.send(
            call(1, "misbehave", { how }) + call(2, "echo", { text: "on" }),
          );
          const found = await server.outcomes(2);
          assert.deepEqual(found.get(1), { Ok: "." });
          assert.deepEqual(found.get(2), { Ok: "on" });
          await assertEnds(server);
        });
      });
    }

    test("a program with noisy imports takes the streams first", async () => {
      const env = { SERVED_BANNER: "1", SERVED_EARLY: "1" };
      await withServer({ kind, env }, async (server) => {
        assert.deepEqual(await server.ask("echo", { text: "a" }), { Ok: "a" });
        await assertEnds(server);
        const errors = await server.errors();
        assert.match(errors, /a banner at import/);
        assert.match(errors, /a banner of a child/);
      });
    });

    test("a host that reads no standard error is answered", async () => {
      await withServer({ kind }, async (server) => {
        assert.deepEqual(await server.ask("echo", { text: "a" }), { Ok: "a" });
        server.closeErrors();
        await server.send(
          call(1, "misbehave", { how: "throw" }) +
            call(2, "misbehave", { how: "shout" }) +
            call(3, "misbehave", { how: "leave an exception" }),
        );
        const found = await server.outcomes(3);
        assert.ok("Unknown" in (found.get(1) ?? {}));
        assert.deepEqual(found.get(2), { Ok: "shouted" });
        assert.deepEqual(await server.ask("echo", { text: "b" }), { Ok: "b" });
        assert.equal((await server.end()).lines.length, 0);
      });
    });

    test("many large calls before any reply is read", async () => {
      await withServer({ kind, reads: false }, async (server) => {
        const text = "x".repeat(1 << 16);
        // Were the server to wait for its output to be read, this would never return.
        for (let id = 0; id < 200; id++) {
          await server.send(call(id, "echo", { text }));
        }
        server.read();
        const found = await server.outcomes(200);
        for (const outcome of found.values()) {
          assert.equal(outcome["Ok"], text);
        }
        await assertEnds(server);
      });
    });

    test("a host that never reads can cancel and shut down", async () => {
      const env = { SERVED_GRACE: "500" };
      await withServer({ kind, reads: false, env }, async (server) => {
        await server.isUp();
        const text = "x".repeat(1 << 16);
        for (let id = 0; id < 200; id++) {
          await server.send(call(id, "echo", { text }));
        }
        await server.send(call("long", "sleep", { time: "PT60S" }));
        await server.send(cancel("clong"));
        server.process.kill("SIGTERM");
        assert.equal(await server.status(), 0);
      });
    });

    test("replies that nobody reads are bounded", async () => {
      const env = { SERVED_BACKLOG: String(4 << 20), SERVED_GRACE: "200" };
      await withServer({ kind, reads: false, env }, async (server) => {
        await server.isUp();
        const line = call(1, "echo", { text: "x".repeat(1 << 16) });
        let sent = 0;
        let isTaken = true;
        for (; isTaken && sent < 1500; sent++) {
          isTaken = await Promise.race([
            new Promise<boolean>((resolve) => {
              server.input.write(line, (error) => {
                resolve(error === null || error === undefined);
              });
            }),
            sleep(500).then(() => false),
          ]);
        }
        assert.ok(sent < 1000, `${String(sent)} calls were taken`);
        assert.ok(server.resident() < 300 << 20);
        server.process.kill("SIGTERM");
        assert.equal(await server.status(), 0);
      });
    });
  });
}

function outcomeOf(answer: Answer): unknown {
  return answer.result?.outcome;
}

for (const end of ["\n", "\r\n"]) {
  test(`a line at the limit and one over it, ended by ${JSON.stringify(end)}`, async () => {
    await withServer({ env: { SERVED_LIMIT: "1000" } }, async (server) => {
      await server.send(ofLength(1, 1000).trimEnd() + end);
      await server.send(ofLength(2, 1001).trimEnd() + end);
      await server.send(call(3, "echo", { text: "short" }));
      const answers = new Map<unknown, Answer>();
      for (let at = 0; at < 3; at++) {
        const answer = await server.answer();
        answers.set(answer.id, answer);
      }
      assert.ok("Ok" in (answers.get(1)?.result?.outcome ?? {}));
      assert.equal(answers.get(2)?.error?.code, -32600);
      assert.deepEqual(answers.get(3)?.result?.outcome, { Ok: "short" });
      await assertEnds(server);
    });
  });
}

test("a line over the limit is skipped without being stored", async () => {
  await withServer(
    { env: { SERVED_LIMIT: String(1 << 20) } },
    async (server) => {
      assert.deepEqual(await server.ask("echo", { text: "up" }), { Ok: "up" });
      const before = server.resident();
      await server.send('{"id":7,"jsonrpc":"2.0","method":"call","params":"');
      for (let at = 0; at < 256; at++) {
        await server.send("x".repeat(1 << 20));
      }
      const { id, error } = await server.answer();
      assert.deepEqual([id, error?.code], [7, -32600]);
      assert.ok(server.resident() - before < 64 << 20);
      await server.send(`"}\n${call(8, "echo", { text: "on" })}`);
      assert.deepEqual((await server.outcomes(1)).get(8), { Ok: "on" });
      await assertEnds(server);
    },
  );
});

test("a last line over the limit", async () => {
  await withServer({ env: { SERVED_LIMIT: "1000" } }, async (server) => {
    await server.send(ofLength(1, 5000).trimEnd());
    const { status, lines } = await server.end();
    assert.equal(status, 0);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /"code":-32600,.*"id":1/);
  });
});

test("another locale changes nothing", async () => {
  const env = { LC_ALL: "C", LANG: "C" };
  await withServer({ env }, async (server) => {
    const text = "Độ 日本 😀";
    await server.send(call(1, "echo", { text }));
    assert.equal(
      await server.line(),
      `{"id":1,"jsonrpc":"2.0","result":{"call":"c1","outcome":{"Ok":"${text}"},"run":"r"}}`,
    );
    assert.deepEqual(await server.ask("noise", { text }), { Ok: text });
    await assertEnds(server);
  });
});

test("bytes that are not UTF-8 are an error", async () => {
  await withServer({}, async (server) => {
    const [head, tail] = call(1, "echo", { text: "#" }).split("#");
    const bad = Uint8Array.of(0xff, 0xfe);
    await server.send(head ?? "", bad, tail ?? "", bad, "\n");
    await server.send(call(2, "echo", { text: "on" }));
    const answers = [
      await server.answer(),
      await server.answer(),
      await server.answer(),
    ];
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [null, -32700],
        [null, -32700],
        [2, undefined],
      ],
    );
  });
});

test("only a line feed ends a line", async () => {
  await withServer({}, async (server) => {
    const text = "a\u2028b\u2029c\u0085d\x7f";
    await server.send(call(1, "echo", { text }));
    assert.ok((await server.line()).includes(text));
    await assertEnds(server);
  });
});

test("marks and blank lines are tolerated", async () => {
  await withServer({}, async (server) => {
    const first = call(1, "echo", { text: "a" }).trimEnd();
    await server.send(`\ufeff${first}\r\n\n \t\n\r\n`);
    await server.send(call(2, "echo", { text: "b" }));
    const found = await server.outcomes(2);
    assert.deepEqual([found.get(1), found.get(2)], [{ Ok: "a" }, { Ok: "b" }]);
    await server.send(`\ufeff${DESCRIBE}`); // not at the start of the stream
    assert.equal((await server.answer()).error?.code, -32700);
    await assertEnds(server);
  });
});

test("a megabyte on standard error holds nobody up", async () => {
  await withServer({}, async (server) => {
    const shout = { how: "shout" };
    assert.deepEqual(await server.ask("misbehave", shout), { Ok: "shouted" });
    await assertEnds(server);
    assert.ok((await server.errors()).length > 1 << 20);
  });
});

/** Runs the server on files and the like, all of its input at once. */
function runOn(
  input: number | "pipe",
  output: number | "pipe",
  errors: number | "pipe",
  lines = "",
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script("served_tools")], {
    encoding: "utf8",
    input: lines,
    stdio: [input, output, errors],
    timeout: PATIENCE,
  });
}

async function inFolder(
  body: (file: (name: string) => string) => void | Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "flow-"));
  try {
    await body((name) => path.join(folder, name));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const NOISY =
  call(1, "noise", { text: "<noise>" }) +
  call(2, "misbehave", { how: "cat" }) +
  call(3, "echo", { text: "x".repeat(100_000) });

function assertAnswered(output: string, errors: string): void {
  const lines = output.trimEnd().split("\n");
  assert.deepEqual(lines.map((line) => line.slice(0, 8)).sort(), [
    '{"id":1,',
    '{"id":2,',
    '{"id":3,',
  ]);
  assert.equal(errors.split("<noise>").length - 1, 11);
}

test("files for all three streams, each written at its end", async () => {
  await inFolder((file) => {
    fs.writeFileSync(file("in"), `${"#".repeat(10)}${NOISY}`);
    fs.writeFileSync(file("out"), "before\n");
    fs.writeFileSync(file("err"), "before\n");
    const input = fs.openSync(file("in"), "r");
    fs.readSync(input, Buffer.alloc(10)); // what is read from there on begins behind that
    const output = fs.openSync(file("out"), "r+");
    fs.readSync(output, Buffer.alloc(7));
    const errors = fs.openSync(file("err"), "a");
    assert.equal(runOn(input, output, errors).status, 0);
    const out = fs.readFileSync(file("out"), "utf8");
    const err = fs.readFileSync(file("err"), "utf8");
    assert.ok(out.startsWith("before\n") && err.startsWith("before\n"));
    assertAnswered(out.slice(7), err);
  });
});

test("one file for the protocol and for standard error", async () => {
  await inFolder((file) => {
    const both = fs.openSync(file("both"), "w");
    assert.equal(runOn("pipe", both, both, NOISY).status, 0);
    const text = fs.readFileSync(file("both"), "utf8");
    assert.equal(text.match(/\{"id":[123],.*\}\n/g)?.length, 3);
  });
});

/** Runs the server by a shell's command line, in which `$0` stands for it. */
function runInShell(command: string): ReturnType<typeof runOn> {
  const server = `'${process.execPath}' '${script("served_tools")}'`;
  return spawnSync("sh", ["-c", command.replaceAll("$0", server)], {
    encoding: "utf8",
    input: NOISY,
    timeout: PATIENCE,
  });
}

for (const append of [">", ">>"]) {
  test(`pipes of a shell, and a file for standard error by ${append}`, async () => {
    await inFolder((file) => {
      const errors = file("err");
      const { stdout } = runInShell(`cat | $0 2${append}${errors} | cat`);
      assertAnswered(stdout, fs.readFileSync(errors, "utf8"));
    });
  });
}

test("a pipe of a shell for standard error too", () => {
  const { stdout } = runInShell("{ cat | $0 2>&1 >&3 | cat >&2; } 3>&1 | cat");
  assert.equal(stdout.split("\n").length, 4);
});

test("no standard error", () => {
  const { stdout } = runInShell("cat | $0 2>&- | cat");
  assert.equal(stdout.split("\n").length, 4);
});

test("no standard input", () => {
  const { stdout, status } = runInShell("$0 <&-");
  assert.deepEqual([stdout, status], ["", 0]);
});

test("no standard output", () => {
  assert.equal(runInShell("cat | $0 >&-").status, 0);
});

test("a terminal", async () => {
  await inFolder((file) => {
    fs.writeFileSync(file("in"), call(1, "noise", { text: "<noise>" }));
    // What `script` is given, a terminal echoes; the end of input follows.
    const { stdout } = spawnSync(
      "script",
      [
        "-qec",
        `stty -echo; '${process.execPath}' '${script("served_tools")}' 2>'${file("err")}'`,
        "/dev/null",
      ],
      {
        encoding: "utf8",
        input: fs.readFileSync(file("in"), "utf8"),
        timeout: PATIENCE,
      },
    );
    assert.match(stdout, /\{"id":1,"jsonrpc":"2\.0"/);
    const errors = fs.readFileSync(file("err"), "utf8");
    assert.equal(errors.split("<noise>").length - 1, 11);
    assert.doesNotMatch(stdout, /^<noise>/m);
  });
});

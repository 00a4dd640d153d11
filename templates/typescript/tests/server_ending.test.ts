/** How a server ends: in order, in time, with status 0, whatever is still running. */

import assert from "node:assert/strict";
import process from "node:process";
import { describe, test } from "node:test";

import {
  call,
  DESCRIBE,
  KINDS,
  PATIENCE,
  sleep,
  withServer,
} from "./serving.ts";

/** A grace that no test lives to see the end of, as it sees no end of the calls that take 60 seconds. */
const LONG = String(2 * PATIENCE);

for (const kind of KINDS) {
  describe(`on ${kind}`, () => {
    test("an idle server ends with its input", async () => {
      const env = { SERVED_GRACE: LONG };
      await withServer({ kind, env }, async (server) => {
        await server.send(DESCRIBE);
        await server.line();
        assert.deepEqual(await server.end(), { status: 0, lines: [] });
        assert.match(await server.errors(), /cleaned up/);
      });
    });

    test("running calls get their time", async () => {
      await withServer({ kind }, async (server) => {
        await server.send(
          call(1, "sleep", { time: "PT0.5S" }) +
            call(2, "block", { time: "PT0.5S" }),
        );
        const { status, lines } = await server.end();
        assert.equal(status, 0);
        assert.equal(lines.length, 2);
        for (const line of lines) assert.match(line, /"Ok"/);
      });
    });

    test("then they are cancelled and answered", async () => {
      const env = { SERVED_GRACE: "300" };
      await withServer({ kind, env }, async (server) => {
        await server.send(
          call(1, "sleep", { time: "PT60S" }) +
            call(2, "block", { time: "PT60S" }),
        );
        const { status, lines } = await server.end();
        assert.equal(status, 0);
        assert.equal(lines.length, 2);
        for (const line of lines) assert.match(line, /\{"Unknown":/);
      });
    });

    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      test(`${signal} cancels at once`, async () => {
        const env = { SERVED_GRACE: LONG };
        await withServer({ kind, env }, async (server) => {
          await server.send(
            call(1, "sleep", { time: "PT60S" }) +
              call(2, "echo", { text: "x" }),
          );
          assert.equal((await server.answer()).id, 2);
          server.process.kill(signal);
          const lines = await server.rest();
          assert.equal(await server.status(), 0);
          assert.equal(lines.length, 1);
          assert.match(lines[0] ?? "", /\{"Unknown":"[^"]*the process ends"/);
          assert.match(await server.errors(), /cleaned up/);
        });
      });
    }

    for (const how of ["leave a timer", "leave a socket"]) {
      test(`what the author left does not hold the process: ${how}`, async () => {
        const env = { SERVED_GRACE: LONG };
        await withServer({ kind, env }, async (server) => {
          const outcome = await server.ask("misbehave", { how });
          assert.deepEqual(outcome, { Ok: "left" });
          assert.deepEqual(await server.end(), { status: 0, lines: [] });
          assert.match(await server.errors(), /cleaned up/);
        });
      });
    }

    test("a child that the author left does not hold the process", async () => {
      const env = { SERVED_GRACE: LONG };
      await withServer({ kind, env }, async (server) => {
        const how = "leave a child";
        const { Ok } = await server.ask("misbehave", { how });
        try {
          assert.deepEqual(await server.end(), { status: 0, lines: [] });
        } finally {
          process.kill(Number(Ok), "SIGKILL"); // throws where the child had ended before
        }
      });
    });

    test("a host that closes its end ends the server", async () => {
      await withServer({ kind, reads: false }, async (server) => {
        server.output.destroy();
        await server.send(
          call(1, "sleep", { time: "PT60S" }) + call(2, "echo", { text: "x" }),
        );
        assert.equal(await server.status(), 0);
      });
    });
  });
}

test("twenty signals to idle servers", async () => {
  for (let round = 0; round < 20; round++) {
    await withServer({}, async (server) => {
      assert.deepEqual(await server.ask("echo", { text: "x" }), { Ok: "x" });
      server.process.kill("SIGTERM");
      assert.deepEqual(await server.rest(), []);
      assert.equal(await server.status(), 0);
    });
  }
});

test("a second signal changes nothing", async () => {
  await withServer({}, async (server) => {
    await server.send(
      call(1, "block", { time: "PT60S" }) + call(2, "echo", { text: "x" }),
    );
    await server.answer();
    server.process.kill("SIGTERM");
    await sleep(100);
    server.process.kill("SIGTERM");
    assert.equal((await server.rest()).length, 1);
    assert.equal(await server.status(), 0);
  });
});

test("a signal ends a process that lingers", async () => {
  await withServer({ env: { SERVED_LINGER: LONG } }, async (server) => {
    await server.ask("misbehave", { how: "leave a timer" });
    server.input.end();
    while (!server.errorsSoFar.includes("cleaned up")) await sleep(10);
    server.process.kill("SIGTERM");
    assert.equal(await server.status(), 0);
  });
});

test("the author's own exit ends the process", async () => {
  await withServer({}, async (server) => {
    await server.send(call(1, "misbehave", { how: "really exit" }));
    assert.equal(await server.status(), 7);
  });
});

for (const how of ["leave an exception", "leave a rejection"]) {
  test(`the server survives when authors ${how}`, async () => {
    await withServer({}, async (server) => {
      assert.deepEqual(await server.ask("misbehave", { how }), { Ok: "left" });
      assert.deepEqual(await server.ask("echo", { text: "x" }), { Ok: "x" });
      assert.deepEqual(await server.end(), { status: 0, lines: [] });
      assert.match(await server.errors(), /Error: left to nobody\n {4}at /);
    });
  });
}

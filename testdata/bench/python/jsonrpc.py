"""A JSON-RPC loop written by hand on the standard json module: no checks, no exactness, one call at a time."""

import json
import sys


def answer(message: dict) -> dict:
    params = message["params"]
    outcome = {"Ok": "hello " + params["args"]["prompt"]}
    result = {"call": params["call"], "outcome": outcome, "run": params["run"]}
    return {"id": message["id"], "jsonrpc": "2.0", "result": result}


for line in sys.stdin.buffer:
    reply = json.dumps(
        answer(json.loads(line)), separators=(",", ":"), ensure_ascii=False
    )
    sys.stdout.buffer.write(reply.encode() + b"\n")
    sys.stdout.buffer.flush()

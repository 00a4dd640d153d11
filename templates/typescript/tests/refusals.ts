/** What tests say of refusals, whichever package's codecs refuse. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

import type { FlowDict } from "../flow/containers.ts";
import type { CodecError } from "../flow/errors.ts";
import type { Json } from "../flow/json.ts";
import { stringOf } from "./listing.ts";

/** Hold a call to be refused with a code and, where it is given, at a pointer; gives the refusal. */
export function refused(
  run: () => unknown,
  code: string,
  pointer?: string,
): CodecError {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    assert.equal(error.code, code, error.toString());
    if (pointer !== undefined) assert.equal(error.pointer, pointer);
    assert.notEqual(error.message, "");
    return error;
  }
  assert.fail(`not refused (${code}): ${String(result).slice(0, 80)}`);
}

// Each generated package has classes of its own.
function isRefusal(error: unknown): error is CodecError {
  return (
    error instanceof Error &&
    ["DecodeError", "EncodeError"].includes(error.name) &&
    "pointer" in error
  );
}

/** What is wrong with a text as such: the vectors place it at the root, we where it stands. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  "depth",
  "duplicate-member",
  "json",
  "surrogate",
  "utf8",
]);

/** Hold a codec to one case of `values.json`. */
export function holdToVector<T>(
  codec: {
    decode(text: string | Uint8Array): T;
    encode(value: T): string;
  },
  vector: FlowDict<string, Json>,
): void {
  const text = stringOf(vector.get("text"));
  const bytes = Buffer.from(text);
  const canonical = vector.get("canonical");
  if (canonical === undefined) {
    const code = stringOf(vector.get("refused"));
    const at = OF_TEXTS.has(code) ? undefined : stringOf(vector.get("at"));
    refused(() => codec.decode(text), code, at);
    refused(() => codec.decode(bytes), code, at);
    return;
  }
  const value = codec.decode(text);
  assert.equal(codec.encode(value), canonical);
  const again = codec.decode(Buffer.from(stringOf(canonical)));
  assert.equal(codec.encode(again), canonical);
  assert.deepEqual(again, value);
}

/** What tests say of refusals. */

import assert from "node:assert/strict";

import { CodecError } from "../flow/errors.ts";

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
    if (!(error instanceof CodecError)) throw error;
    assert.equal(error.code, code, error.toString());
    if (pointer !== undefined) assert.equal(error.pointer, pointer);
    assert.notEqual(error.message, "");
    return error;
  }
  assert.fail(`not refused (${code}): ${String(result).slice(0, 80)}`);
}

/** Views of calls and what they consist of, put together as plain JSON values. */

/** What JSON.stringify writes; a number of any spelling is `spelled`. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly [name: string]: Plain };

const MARK = "a number spelled ";

/** A number in just this spelling. */
export function spelled(spelling: string): Plain {
  return MARK + spelling;
}

/** The JSON text of a value. */
export function plainText(value: Plain): string {
  return JSON.stringify(value).replaceAll(
    new RegExp(`"${MARK}([^"]*)"`, "g"),
    "$1",
  );
}

/** The reference to a KEY of `$defs`, in which a JSON Pointer is written as the fragment of a URI. */
export function refTo(key: string): string {
  const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
  const escaped = encodeURIComponent(token);
  // RFC 3986 lets a fragment hold more than encodeURIComponent does.
  const kept = /%(?:24|26|2B|2C|2F|3A|3B|3D|3F|40)/g;
  return `#/$defs/${escaped.replaceAll(kept, decodeURIComponent)}`;
}

/** A template, by its local id and name. */
export interface PlainTemplate {
  readonly name: string;
  readonly [member: string]: Plain;
}

export function named(declaration: string, ...args: Plain[]): Plain {
  return { Named: { declaration, args } };
}

export function param(owner: string, index: Plain): Plain {
  return { Param: { owner, index } };
}

export function option(term: Plain): Plain {
  return { Option: term };
}

/** The schema of an Option outside of a field. */
export function optionSchema(item: Plain): Plain {
  const some = {
    type: "object",
    properties: { Some: item },
    required: ["Some"],
    additionalProperties: false,
  };
  return { oneOf: [{ const: "None" }, some] };
}

/** A template of this local id and name, with so many type parameters. */
export function template(
  local: string,
  generic: number,
  body: Readonly<Record<string, Plain>>,
): PlainTemplate {
  return {
    name: local,
    identity: `a/b.flow.${local}`,
    lexical_ordinal: 1,
    generic: Array.from({ length: generic }, (_, at) => `T${String(at)}`),
    opaque: false,
    doc: null,
    ...body,
  };
}

/** A record of fields f0, f1 and so on. */
export function record(
  local: string,
  generic: number,
  ...types: Plain[]
): PlainTemplate {
  const fields = types.map((type, at) => ({
    name: `f${String(at)}`,
    type,
    doc: null,
  }));
  return template(local, generic, { kind: "record", fields });
}

/** An enum of constructors C0, C1 and so on, each with one part. */
export function enumOf(
  local: string,
  generic: number,
  ...parts: Plain[]
): PlainTemplate {
  const constructors = parts.map((part, at) => ({
    name: `C${String(at)}`,
    doc: null,
    payload: { positional: [part] },
  }));
  return template(local, generic, { kind: "enum", constructors });
}

/** The view of a call to `reflect` at a type. */
export function reflectAt(term: Plain, ...templates: PlainTemplate[]): Plain {
  return {
    bindings: [{ name: "T", type: term }],
    params: [{ name: "value", type: term }],
    ok: term,
    err: "Never",
    declarations: Object.fromEntries(
      templates.map((each) => [each.name, each]),
    ),
  };
}

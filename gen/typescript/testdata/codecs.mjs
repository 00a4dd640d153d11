// Answers questions about the codecs of generated packages, a line of JSON each: what the canonical text is of the value
// that a text stands for, and how two values compare. The argument is the folder of the packages as JavaScript.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const packages = new Map();

/** A generated package, loaded at its first use. */
async function load(name) {
  const known = packages.get(name);
  if (known !== undefined) return known;
  const at = (module) =>
    import(pathToFileURL(`${process.argv[2]}/${name}/${module}.js`).href);
  const made = {
    codecs: await at("codecs"),
    flow: await at("flow/index"),
    toolkit: (await at("tools")).TOOLKIT,
  };
  packages.set(name, made);
  return made;
}

/** The codec of a type that type parameters stand for. */
function bound({ codecs, flow }, type) {
  if (type === "Text") return flow.TEXT;
  if (type === "Option<Int>") return flow.optionOf(flow.INT);
  return codecs[type];
}

/** The codec of a Tool's root, by its place: the parameters, ok, err. */
function rootOf(made, question) {
  const { entry } = made.toolkit.tools[question.tool];
  const bindings = entry.generic.map(() => bound(made, question.bound));
  const { params, ok, err } = entry.codecs(...bindings);
  return [...params, ok, err][question.root];
}

async function answer(question) {
  const made = await load(question.package);
  try {
    const codec = rootOf(made, question);
    const [a, b] = question.texts.map((text) =>
      codec.decode(Buffer.from(text, "base64")),
    );
    return b === undefined
      ? { text: codec.encode(a) }
      : { order: codec.compare(a, b) };
  } catch (error) {
    const { code, pointer, message } = error;
    return { code, pointer, message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}

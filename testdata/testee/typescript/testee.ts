/** The testee, as the author of any Tools would write it on the generated toolkit. */

import { setTimeout as wait } from "node:timers/promises";

import {
  Page,
  Problem,
  Registry,
  Rejected,
  serve,
  some,
  toOption,
  type Tools,
} from "./tools/index.ts";

/** What a Page stands for here. */
interface Tab {
  readonly url: string;
}

const tabs = new Registry<Page, Tab>(Page);
const counts = new Map<string, number>();

function count(name: string): string {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return String(next);
}

const testee: Tools = {
  reflect: ({ value }) => value,

  roundtrip: ({ value }) => value,

  fail({ problem }, ctx) {
    throw ctx.failed(problem);
  },

  async behave({ how }, ctx) {
    switch (how.tag) {
      case "Answer":
        return how.value;
      case "Decline":
        throw ctx.notRun(how.value);
      case "Doubt":
        throw ctx.unknown(how.value);
      case "Crash":
        throw new Error(how.value);
      case "Print":
        console.log(how.value);
        return how.value;
      case "Sleep": {
        const [time, text] = how.value;
        await wait(time.toApproximateMilliseconds(), undefined, {
          signal: ctx.signal,
        });
        return text;
      }
      case "Count":
        return count(how.value);
      case "Slowly": {
        const [time, name] = how.value;
        const counted = count(name);
        await wait(time.toApproximateMilliseconds(), undefined, {
          signal: ctx.signal,
        });
        return counted;
      }
      case "Exit":
        process.exit(Number(how.value));
    }
  },

  open({ url }, ctx) {
    if (url === "") throw ctx.failed(Problem.Empty);
    return tabs.put({ url });
  },

  title: ({ page }) => tabs.get(page).url,

  maybe: ({ value }) => value,

  collect({ items, table, batch }, ctx) {
    const largest = items.last;
    if (largest === undefined) throw ctx.failed(Rejected.NoItems(batch));
    return {
      items,
      table,
      size: BigInt(items.size),
      largest: some(largest),
      hasFirst: items.has(batch.first),
      found: toOption(table.get(batch.first)),
    };
  },

  swap: ({ left, right }) => [right, left],
};

await serve(testee);

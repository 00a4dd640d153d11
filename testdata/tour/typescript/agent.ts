import {
  ChatError,
  codecs,
  DecodeError,
  Duration,
  Instant,
  Page,
  PageError,
  Registry,
  toOption,
  type Tools,
} from "./tools/index.ts";

/** What the browser gives us for a page. */
interface Tab {
  readonly url: string;
  readonly clicks: string[];
}

/** Makes an agent that has no page open. */
export function newAgent(): Tools {
  const tabs = new Registry<Page, Tab>(Page);
  return {
    chat({ prompt }, ctx) {
      if (prompt.length > 1000) {
        throw ctx.failed(ChatError.RateLimited(Duration.ofSeconds(30)));
      }
      return `You said: ${prompt}`;
    },

    async extract({ prompt }, ctx) {
      const answer = await askModel(prompt, ctx.schema);
      return ctx.codec("T").decode(answer);
    },

    largest: ({ items }) => toOption(items.last),

    async next({ context }, ctx) {
      const question = context.at(-1)?.text ?? "What now?";
      const schema = await codecs.Action.schema();
      const answer = await askModel(question, schema);
      try {
        return codecs.Action.decode(answer);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        throw ctx.failed(ChatError.Garbled(String(error)));
      }
    },

    open({ url }, ctx) {
      if (!url.startsWith("https://")) throw ctx.failed(PageError.NotFound);
      return tabs.put({ url, clicks: [] });
    },

    click({ page, selector }) {
      tabs.get(page).clicks.push(selector);
    },

    now: () => Instant.now(),
  };
}

/** Stands for a call to a model that answers JSON under a schema. */
async function askModel(_prompt: string, schema: string): Promise<string> {
  await Promise.resolve();
  return schema.includes("Finish") ? '{"Finish":"42"}' : "42";
}

/** A small shop: the two Tools of the demonstration, written as an author would. */

import {
  Decimal,
  Duration,
  Nothing,
  Quote,
  Refusal,
  serve,
  some,
  type Tools,
} from "./shop_tools/index.ts";

const shop: Tools = {
  quote({ article, quantity }, ctx) {
    if (quantity > 100n) throw ctx.failed(Refusal.TooMany(100n));
    return Quote.of({
      total: Decimal.of(quantity).mul(Decimal.parse("1.10")),
      validFor: Duration.ofSeconds(3600n),
      note: some(`${article}, in stock`),
    });
  },

  pick({ items }, ctx) {
    const last = items.last;
    if (last === undefined) throw ctx.failed(Nothing.NoItems);
    return last;
  },
};

await serve(shop);

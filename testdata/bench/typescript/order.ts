/** The benchmark's order as zod describes it: numbers are doubles, and names that repeat are not seen. */

import { z } from "zod";

const counts = Array.from(
  { length: 14 },
  (_, i) => [`count_${String(i).padStart(2, "0")}`, z.int()] as const,
);
const prices = Array.from(
  { length: 4 },
  (_, i) => [`price_${String(i).padStart(2, "0")}`, z.number()] as const,
);

const Customer = z.object({
  name: z.string(),
  address: z.string(),
  number: z.int(),
  limit: z.number(),
});

const Line = z.object({
  article: z.string(),
  quantity: z.int(),
  price: z.number(),
  comment: z.string().optional(),
});

export const Order = z.object({
  ...Object.fromEntries(counts),
  ...Object.fromEntries(prices),
  reference: z.string(),
  note: z.string().optional(),
  paid: z.boolean(),
  customer: Customer,
  lines: z.array(Line),
  tags: z.array(z.string()),
  status: z.union([z.literal("Open"), z.object({ Shipped: z.string() })]),
});

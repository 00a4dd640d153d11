/** The benchmark's Tools with async methods. */

import { serve, type Tools } from "./tools/index.ts";

const bench: Tools = {
  async greet({ prompt }) {
    await Promise.resolve();
    return "hello " + prompt;
  },
  async place({ order }) {
    await Promise.resolve();
    return order;
  },
};

await serve(bench);

/** The benchmark's Tools on the generated toolkit, as an author writes them. */

import { serve, type Tools } from "./tools/index.ts";

const bench: Tools = {
  greet({ prompt }) {
    return "hello " + prompt;
  },
  place({ order }) {
    return order;
  },
};

await serve(bench);

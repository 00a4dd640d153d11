import { newAgent } from "./agent.ts";
import { serve } from "./tools/index.ts";

await serve(newAgent());

import { defineArea } from "#server/area.ts";
import { costingEndpoints } from "./costing.api.ts";
import { seedCosting } from "./demo/costing.seed.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "costing",
  noFacts: "What it allocates is posted, and added up as costs of the books.",
  endpoints: costingEndpoints,
  seed: { after: ["finance"], tell: seedCosting },
});

import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { costingLeaving } from "./costing.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { costingEndpoints } from "./costing.api.ts";
import { seedCosting } from "./demo/costing.seed.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "costing",
  noFacts: "What it allocates is posted, and added up as costs of the books.",
  brings: [agencyTables.of(...costingLeaving)],
  endpoints: costingEndpoints,
  seed: { after: ["finance"], tell: seedCosting },
});

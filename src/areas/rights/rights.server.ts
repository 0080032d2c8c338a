import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { rightsLeaving } from "./rights.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { leaverEndpoints } from "./leaver/leaver.api.ts";
import { leavings } from "./leaver/leaver.service.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { requestApprovable } from "./request/request.service.ts";
import { reviewEndpoints } from "./review/review.api.ts";
import { holderEndpoints } from "./roles/holders.api.ts";
import { seedRights } from "./rights.seed.ts";
import { lateReviews } from "./review/review.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "rights",
  noFacts: "Rights are reviewed one by one.",
  endpoints: [...leaverEndpoints, ...requestEndpoints, ...reviewEndpoints, ...holderEndpoints],
  schedules: [leavings, lateReviews],
  seed: { after: ["contracts", "flows"], tell: seedRights },
  brings: [agencyTables.of(...rightsLeaving), approvables.of(requestApprovable)],
});

import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { recomputeScores } from "./performance.service.ts";

/** Every night the sums of the scorecards' list are worked out anew, in a transaction of their own. */
export const scoreDay: AgencyDay = {
  name: "vendor-scores",
  at: "03:10",
  afterRestore: "goes on",
  run: (app, orgId) =>
    app.database.transaction({ orgId, personId: null }, (tx) => recomputeScores(tx)),
};

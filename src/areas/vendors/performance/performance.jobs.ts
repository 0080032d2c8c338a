import type { Schedule } from "#server/jobs/jobs.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { recomputeScores } from "./performance.service.ts";

/**
 * Every night the sums of the scorecards' list are worked out anew, agency by agency, each in its
 * own transaction.
 */
export const scoreSchedule: Schedule = {
  name: "vendor-scores",
  cron: "10 8 * * *",
  run: async (app) => {
    for (const orgId of await organizationIds(app.database))
      await app.database.transaction({ orgId, personId: null }, (tx) => recomputeScores(tx));
  },
};

import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { findPairs } from "./pair.service.ts";

/** Every night all vendors are compared with each other, so that new pairs are seen. */
export const pairDay: AgencyDay = {
  name: "vendor-pairs",
  at: "03:20",
  afterRestore: "goes on",
  run: async (app, orgId) => {
    await app.database.transaction({ orgId, personId: null }, findPairs);
  },
};

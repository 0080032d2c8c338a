import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { countOn } from "./span.service.ts";

/** Each morning the days of safety cases that go on: lists show what is counted so far. */
export const countingDay: AgencyDay = {
  name: "safety-days",
  at: "01:40",
  afterRestore: "goes on",
  run: async (app, orgId) => {
    const scope = { orgId, personId: null };
    const { timeZone } = await readOrganization(app.database.read(scope));
    await app.database.transaction({ ...scope, timeZone }, (tx) => countOn(tx));
  },
};

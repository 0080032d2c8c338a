import { readOrganization } from "#areas/organization/organization.server.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { refreshPublications } from "./published.service.ts";

/** Each morning what everybody reads of projects, as it stands on that day. */
export const publishingDay: AgencyDay = {
  name: "published-projects",
  at: "03:20",
  afterRestore: "goes on",
  run: async (app, orgId) => {
    const scope = { orgId, personId: null };
    const { timeZone } = await readOrganization(app.database.read(scope));
    await app.database.transaction({ ...scope, timeZone }, refreshPublications);
  },
};

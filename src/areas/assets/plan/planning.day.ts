import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { runPlans } from "./planning.service.ts";

/** Each morning the work of plans that has come due. */
export const planningDay: AgencyDay = {
  name: "maintenance-plans",
  at: "01:30",
  rests: true,
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, null::timestamptz as since
      from maintenance_plan
      where status = 'published'
    `,
  },
  run: async (app, orgId) => {
    const scope = { orgId, personId: null };
    const { timeZone } = await readOrganization(app.database.read(scope));
    await runPlans(app.database, { ...scope, timeZone });
  },
};

import { organizationIds } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { namesOf } from "#server/restored/clocks.ts";
import { returnUndecided } from "./exception.service.ts";

/** Every five minutes in every agency: what nobody decided by its cut-off goes back. */
export const cutOffClock: Schedule = {
  name: "check-cut-offs",
  cron: "*/5 * * * *",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(*)::int as due, 0 as people, min(cut_off_at) as since,
        ${namesOf("org_id", "number || ': check ' || check_number")}
      from check_exception
      where status = 'open' and cut_off_at <= clock_timestamp()
    `,
  },
  run: async (app: App) => {
    for (const orgId of await organizationIds(app.database))
      await app.database.transaction({ orgId, personId: null }, returnUndecided);
  },
};

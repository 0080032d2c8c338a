import { systemActor } from "#kernel/access.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { cardsMorning } from "./finding.service.ts";

/** Each morning of an agency: lines are watched, and what is overdue suspends its card. */
export const cardsDay: AgencyDay = {
  name: "cards",
  at: "00:35",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(f.due_on)::timestamptz as since
      from card_finding f
      where f.status = 'open' and not f.suspended and f.due_on < ${todayOf("f.org_id")}
    `,
  },
  run: (app, orgId) =>
    app.database.transaction(systemActor(orgId), (tx) => cardsMorning(tx, orgId)),
};

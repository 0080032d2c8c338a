import { addDays, type Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { monthsAfter } from "#areas/grants/grants.server.ts";
import type { DeadlineSource } from "#areas/workflow/workflow.server.ts";
import { riskLevels } from "./risk.model.ts";

type Due = {
  id: string;
  number: string;
  ownerId: string | null;
  endsOn: string;
  endedOn: string | null;
  executedOn: string;
  reviewEvery: number | null;
  last: string | null;
  riskLevel: keyof typeof riskLevels | null;
  running: boolean;
  reportDueOn: Day | null;
  reportedOn: string | null;
};
const ninetyDaysAfter = (day: string): Day => addDays(day, 90);

// The report of its obligation is due also of a subaward that ended meanwhile.
const reportClock = (s: Due) =>
  s.reportDueOn && !s.reportedOn
    ? [
        {
          key: "report",
          title: `Report of ${s.number} to SAM.gov`,
          dueOn: s.reportDueOn,
          follows: `The end of the month after its obligation on ${s.executedOn}.`,
          citation: "2 CFR part 170, appendix A, I.a",
          ownerId: s.ownerId,
          notices: [14, 3],
          byHand: false,
        },
      ]
    : [];

const runningClocks = (s: Due) => [
  ...(s.reviewEvery
    ? [
        {
          key: "review",
          title: `Desk review of ${s.number}`,
          dueOn: monthsAfter(s.last ?? s.executedOn, s.reviewEvery),
          follows: `${riskLevels[s.riskLevel ?? "medium"].label}: every ${s.reviewEvery} months, last ${s.last ?? s.executedOn}.`,
          citation: "2 CFR 200.332(e)",
          ownerId: s.ownerId,
          notices: [30, 7],
          byHand: false,
        },
      ]
    : []),
  {
    key: "closeout",
    title: `The subrecipient's final reports of ${s.number}`,
    dueOn: ninetyDaysAfter(s.endedOn ?? s.endsOn),
    follows: `90 days after the subaward ends on ${s.endedOn ?? s.endsOn}.`,
    citation: "2 CFR 200.344(b)",
    ownerId: s.ownerId,
    notices: [30, 7],
    byHand: false,
  },
];

const clocksOf = (s: Due) => [...reportClock(s), ...(s.running ? runningClocks(s) : [])];

/** The days of subawards in the register of deadlines. */
export const subawardDeadlines: DeadlineSource = {
  type: "subaward",
  label: "Subaward",
  permission: "subaward.read",
  duty: "grant_manager",
  all: async (db) =>
    (
      await db.rows<Due>(sql`
        select
          s.id, s.number, s.owner_id, s.ends_on, s.ended_on, s.executed_on, s.review_every,
          s.risk_level, s.report_due_on, s.reported_on,
          s.status in ('executed', 'active', 'on_hold', 'ended') as running,
          (
            select max(d.done_on)
            from desk_review d
            where d.org_id = s.org_id and d.subaward_id = s.id and d.status = 'done'
          ) as last
        from subaward s
        where s.org_id = ${db.scope.orgId}
          and (
            s.status in ('executed', 'active', 'on_hold', 'ended')
            or (s.report_due_on is not null and s.reported_on is null)
          )
      `)
    ).map((s) => ({
      id: s.id,
      number: s.number,
      link: `/grant-management/subawards/${s.id}`,
      deadlines: clocksOf(s),
    })),
};

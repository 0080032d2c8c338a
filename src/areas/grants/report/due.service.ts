import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { DeadlineSource } from "#areas/workflow/workflow.server.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import { grantReport } from "../grants.tables.ts";
import { periodsOf, type Reporting } from "./due.model.ts";
import { reportKinds } from "./report.labels.ts";

/** Plans the reports that an accepted award owes: one of each kind for each of its periods. */
export const planReports = async (
  tx: Tx,
  w: Reporting & Pick<AwardRecord, "orgId" | "id" | "number">,
): Promise<void> => {
  await tx.rows(sql`
    delete from grant_report
    where org_id = ${w.orgId} and award_id = ${w.id} and status = 'due'
  `);
  const kept = await tx.rows<{ kind: string; periodTo: Day }>(sql`
    select kind, period_to
    from grant_report
    where org_id = ${w.orgId} and award_id = ${w.id}
  `);
  const rows = (["sf425", "ppr"] as const).flatMap((kind) =>
    periodsOf(w)
      .filter((p) => !kept.some((k) => k.kind === kind && k.periodTo === p.to))
      .map((p) => ({
        orgId: w.orgId,
        id: newId(),
        number: `${w.number}-${kind === "sf425" ? "FFR" : "PPR"}-${p.to.replaceAll("-", "")}`,
        awardId: w.id,
        kind,
        periodFrom: p.from,
        periodTo: p.to,
        dueOn: p.dueOn,
        final: p.final,
      })),
  );
  if (rows.length) await insertRows(tx, grantReport, rows);
};

type Due = {
  id: string;
  number: string;
  kind: keyof typeof reportKinds;
  periodTo: Day;
  dueOn: Day;
  ownerId: string | null;
  final: boolean;
};

/** Days on which reports are due, in the register of deadlines. */
export const reportDeadlines: DeadlineSource = {
  type: "grantReport",
  label: "Report to a grantor",
  permission: "grant.read",
  duty: "grant_manager",
  all: async (db: Db) =>
    (
      await db.rows<Due>(sql`
        select r.id, r.number, r.kind, r.period_to, r.due_on, w.owner_id, r.final
        from grant_report r
        join grant_award w on w.org_id = r.org_id and w.id = r.award_id
        where r.org_id = ${db.scope.orgId}
          and r.status in ('due', 'prepared', 'certified')
          and w.status in ('active', 'amended', 'suspended', 'ended')
      `)
    ).map((r) => ({
      id: r.id,
      number: r.number,
      link: `/grant-management/reports/${r.id}`,
      deadlines: [
        {
          key: "due",
          title: reportKinds[r.kind],
          dueOn: r.dueOn,
          follows: `The period of the report ends on ${formatDate(r.periodTo)}.`,
          citation: r.final ? "2 CFR 200.344(a)" : "2 CFR 200.328, 200.329",
          ownerId: r.ownerId,
          notices: [30, 7, 1],
          byHand: false,
        },
      ],
    })),
};

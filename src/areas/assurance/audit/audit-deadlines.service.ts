import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AuditStored } from "./audit.noun.ts";
import { clocksOf, type SingleAuditClocks } from "./clock.model.ts";
import { clocksToday } from "./clock.service.ts";

const before = ["planned", "fieldwork", "draft", "response"];

const reportDay = (row: AuditStored) => ({
  key: "report",
  title: `The report of ${row.number} is due`,
  dueOn: row.reportDueOn,
  follows: "The day that its plan names.",
  ownerId: row.leadId,
  notices: [14, 3, 0],
  byHand: false,
});

const responseDay = (row: AuditStored, dueOn: NonNullable<AuditStored["responseDueOn"]>) => ({
  key: "response",
  title: `${row.number}: the auditee's response is due`,
  dueOn,
  follows: "The day that was set for the response to the draft report.",
  ownerId: row.contactId,
  notices: [7, 1, 0],
  byHand: false,
});

/** The days of an audit: its report, the response, and of a single audit what the law asks. Numbers only. */
export const auditDays = (row: AuditStored, clocks: SingleAuditClocks): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/admin/audits/${row.id}`,
  deadlines: [
    ...(before.includes(row.status) ? [reportDay(row)] : []),
    ...(row.status === "response" && row.responseDueOn
      ? [responseDay(row, row.responseDueOn)]
      : []),
    ...(row.kind === "single" && row.status !== "closed"
      ? clocksOf(row, clocks).map((clock) => ({
          ...clock,
          title: `${row.number}: ${clock.title}`,
          ownerId: row.contactId,
          notices: [30, 7, 0],
        }))
      : []),
  ],
});

const allAudits = async (db: Db): Promise<DeadlineRecordOf[]> => {
  const [rows, clocks] = await Promise.all([
    db.rows<AuditStored>(sql`
      select *
      from assurance_audit
      where org_id = ${db.scope.orgId} and status <> 'closed'
      order by id
      limit 2000
    `),
    clocksToday(db),
  ]);
  return rows.map((row) => auditDays(row, clocks));
};

export const auditDeadlineSource: DeadlineSource = {
  type: "auditEngagement",
  label: "Audit",
  permission: "assurance.read",
  duty: "auditor",
  all: allAudits,
};

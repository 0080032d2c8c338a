import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { formatDate, formatInstant, dateIn } from "#kernel/dates.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { inLook, membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import { payrollCycle } from "./payroll.labels.ts";
import { payrollList } from "./payroll.list.ts";
import { payrollRow, type PayrollDetail } from "./payroll.model.ts";
import { findingsIn, payrollNoun, type PayrollStored } from "./payroll.noun.ts";
import { certifiedPayroll } from "./payroll.tables.ts";
import { payrollDue, payrollTotals } from "./wages.model.ts";
import { wh347Document } from "./wh347.model.ts";

const headColumns = recordColumns(payrollList, {});

const headOf = async (db: Db, actor: Actor, id: string) => {
  const row = await maybeAs(
    db,
    payrollRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from certified_payroll c
      join project p on p.org_id = c.org_id and p.id = c.project_id
      where c.org_id = ${db.scope.orgId} and c.id = ${id}
    `,
  );
  if (!row) throw notFound("certified payroll");
  return row;
};

// Logs that saw this employer's crews in a week of which it says that nobody worked.
const againstOf = async (db: Db, row: PayrollStored): Promise<string[]> =>
  row.noWork
    ? (
        await db.rows<{ number: string; day: Day }>(sql`
          select distinct d.number, d.day
          from daily_log d
          cross join jsonb_array_elements(d.crews) crew
          where d.org_id = ${db.scope.orgId}
            and d.project_id = ${row.projectId}
            and d.status = 'submitted'
            and d.day between ${addDays(row.weekEnding, -6)}::date and ${row.weekEnding}::date
            and lower(crew ->> 'employer') = lower(${row.employer})
          order by d.day
          limit 7
        `)
      ).map((log) => `${log.number} saw its crew at work on ${formatDate(log.day)}`)
    : [];

/** A payroll with its workers, what was found in it, and what the actor may do. 404. */
export const readPayroll = async (db: Db, actor: Actor, id: string): Promise<PayrollDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, certifiedPayroll, id, "certified payroll"),
  ]);
  const [p, order, against, people] = await Promise.all([
    getRow(db, project, row.projectId, "project"),
    orderToPay(db, row.purchaseOrderId),
    againstOf(db, row),
    membersNamed(db, { ids: row.acceptedBy ? [row.acceptedBy] : [] }),
  ]);
  const findings = findingsIn(row, p.wages);
  const underpaid = findings.find(({ kind }) => kind !== "unknown")?.says ?? null;
  const dueOn = row.paidOn && payrollDue(row.paidOn);
  const sent = row.submittedAt && dateIn(row.submittedAt, db.scope.timeZone ?? "UTC");
  return {
    ...head,
    projectNumber: p.number,
    order: order?.number ?? "",
    workers: row.workers.map((w) => ({
      ...w,
      straight: [...w.straight],
      overtime: [...w.overtime],
    })),
    totals: payrollTotals(row.workers),
    exceptions: row.exceptions,
    signedBy: row.signedBy,
    signedTitle: row.signedTitle,
    signedAt: row.signedAt,
    dueOn,
    late: dueOn !== null && sent !== null && sent > dueOn,
    determination: p.wages && `${p.wages.determination}, modification ${p.wages.modification}`,
    findings,
    against,
    acceptedBy: people[0]?.name ?? null,
    acceptedReason: row.acceptedReason,
    statusReason: row.statusReason,
    canEdit: editRefusal(payrollCycle.edit!, { ...row, underpaid }, actor) === null,
    actions: await actionsAsked(db, actor, payrollNoun, { ...row, underpaid }),
  };
};

/** What was typed of a payroll, as its form has it. 404. */
export const typedPayroll = (db: Db, id: string): Promise<PayrollStored> =>
  getRow(db, certifiedPayroll, id, "certified payroll");

/** A payroll as a document for its PDF, in the columns of form WH-347. 404. */
export const payrollPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [payroll, organization] = await Promise.all([
    readPayroll(db, actor, id),
    readOrganization(db),
  ]);
  const at = (moment: Instant) => formatInstant(moment, db.scope.timeZone ?? "UTC");
  return {
    title: `${payroll.number}-week-ending-${payroll.weekEnding}`,
    document: inLook(wh347Document(payroll, organization.name, at), organization.branding),
  };
};

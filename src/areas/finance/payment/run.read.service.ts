import { nextBankDay } from "#kernel/holidays.ts";
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { heldBack, heldOf } from "#server/controls/gates.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { paymentList } from "./payment.list.ts";
import { methods } from "./payment.labels.ts";
import type { Payment } from "./payment.model.ts";
import type { Run, RunDetail } from "./run.model.ts";
import { blockedPayments, runFacts, runNoun } from "./payment.noun.ts";
import { runSaid } from "./run-finding.model.ts";
import { sharesOfRun } from "./run-finding.service.ts";
import { runGate } from "./run-gate.model.ts";
import { paymentRun } from "./payment.tables.ts";
import { totalsByMethod } from "./plan.model.ts";
import { runList, columnsOf } from "./run.list.ts";

const readFiles = async (
  db: Db,
  run: typeof paymentRun.$inferSelect,
): Promise<RunDetail["files"]> => {
  const rows = await db.rows<{ id: string; name: string; sha256: string; size: number }>(sql`
    select id, name, sha256, size
    from stored_file
    where org_id = ${run.orgId}
      and id = any(${[run.nachaFileId, run.registerFileId].filter((f) => f !== null)}::uuid[])
    order by id is not distinct from ${run.nachaFileId}::uuid desc
  `);
  return rows.map((f) =>
    f.id === run.nachaFileId
      ? {
          kind: "nacha" as const,
          name: `${run.number}.ach`,
          sha256: run.nachaSha256!,
          size: f.size,
          href: `/api/v1/payment-runs/${run.id}/nacha`,
        }
      : {
          kind: "register" as const,
          name: f.name,
          sha256: f.sha256,
          size: f.size,
          href: `/api/v1/payment-runs/${run.id}/register`,
        },
  );
};

const bankFilesOf = (db: Db, run: typeof paymentRun.$inferSelect) =>
  db.rows<RunDetail["bankFiles"][number]>(sql`
    select
      f.sha256, f.modifier, f.made_at, f.replaced_at, f.taken_at,
      (select display_name from person where id = f.taken_by) as taken_by,
      array(
        select p.number
        from payment p
        where p.org_id = f.org_id and p.bank_file_id = f.id and p.status = 'voided'
        order by p.number
      ) as voided
    from payment_file f
    where f.org_id = ${run.orgId} and f.run_id = ${run.id}
    order by f.made_at desc, f.id desc
  `);

const accountOf = (db: Db, run: typeof paymentRun.$inferSelect) =>
  db.maybe<{ name: string }>(sql`
    select bank_name || ' ••' || account_last4 as name
    from agency_bank_account
    where org_id = ${db.scope.orgId} and id = ${run.agencyAccountId}
  `);

const releaseOf = async (db: Db, run: typeof paymentRun.$inferSelect) => {
  if (run.status !== "approved") return null;
  const account = await accountOf(db, run);
  const today = businessDate(db.scope);
  return {
    drawnOn: account?.name ?? null,
    payOn: nextBankDay(run.payOn < today ? today : run.payOn),
  };
};

const readRow = (db: Db, id: string) =>
  db.maybe<Run>(
    bind(`select ${columnsOf(runList)} from ${runList.from} where r.org_id = $1 and r.id = $2`, [
      db.scope.orgId,
      id,
    ]),
  );

const paymentsOf = (db: Db, id: string) =>
  db.rows<Payment>(
    bind(
      `
        select ${columnsOf(paymentList)}
        from ${paymentList.from}
        where p.org_id = $1 and p.run_id = $2
        order by p.number
      `,
      [db.scope.orgId, id],
    ),
  );

const stoppedByScreening = (db: Db, id: string) =>
  db.rows<{ id: string; screening: "possible" | "excluded" }>(sql`
    select p.id, v.screening_result as screening
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${db.scope.orgId}
      and p.run_id = ${id}
      and p.status in ('proposed', 'approved')
      and v.screening_result in ('possible', 'excluded')
  `);

const latestApprovalOf = (db: Db, id: string) =>
  db.maybe<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${db.scope.orgId} and document_id = ${id}
    order by requested_at desc
    limit 1
  `);

const refuserOf = (db: Db, run: typeof paymentRun.$inferSelect) =>
  db.maybe<{ name: string }>(
    sql`select display_name as name from person where id = ${run.refusedBy}`,
  );

const open: ReadonlySet<string> = new Set(["proposed", "approved"]);

/** What controls of the agency stop of these payments, from the first step of their run on. */
const heldPayments = async (db: Db, payments: readonly Payment[]): Promise<string[]> => {
  const ids = payments.flatMap(({ id, status }) => (open.has(status) ? [id] : []));
  return (await heldBack(db, "payment.release", ids)).map(heldOf);
};

// The button says what a control of the agency stops the release for, and of which payment.
const stoppedByControls = (
  held: readonly string[],
  actions: readonly OfferedAction[],
): OfferedAction[] =>
  actions.map((a) =>
    a.name === "release" && a.enabled && held[0] ? { ...a, enabled: false, reason: held[0] } : a,
  );

/**
 * A run with its payments, what was left out and why, totals by method, approvals, files with their
 * hashes, and the actor's actions.
 */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<RunDetail> => {
  const record = await getRow(db, paymentRun, id, "payment run");
  const [
    row,
    payments,
    stopped,
    files,
    blocked,
    facts,
    approval,
    account,
    refuser,
    bankFiles,
    release,
    shares,
  ] = await Promise.all([
    readRow(db, id),
    paymentsOf(db, id),
    stoppedByScreening(db, id),
    readFiles(db, record),
    blockedPayments(db, id),
    runFacts(db, record),
    latestApprovalOf(db, id),
    accountOf(db, record),
    refuserOf(db, record),
    bankFilesOf(db, record),
    releaseOf(db, record),
    sharesOfRun(db, id),
  ]);
  const stops = await heldPayments(db, payments);
  const takesOff =
    ["proposed", "approved", "returned"].includes(record.status) &&
    actor.permissions.has("payment.hold");
  return {
    ...row!,
    note: record.note,
    finding: runSaid(shares),
    stopReason: record.stopReason,
    refused: record.refusedAt
      ? { at: record.refusedAt, by: refuser?.name ?? null, reason: record.stopReason ?? "" }
      : null,
    sentAt: record.sentAt,
    fileModifier: record.fileModifier,
    drawnOn: account?.name ?? null,
    approvalId: approval?.id ?? null,
    files,
    bankFiles,
    release,
    excluded: record.excluded,
    totals: totalsByMethod(payments.filter((p) => p.status !== "cancelled")),
    payments: payments.map((p) => ({
      ...p,
      blocked: blocked.get(p.id) ?? null,
      screening: stopped.find((s) => s.id === p.id)?.screening ?? null,
      canTakeOff: takesOff && (p.status === "proposed" || p.status === "approved"),
    })),
    gate: runGate(facts, stops),
    actions: stoppedByControls(stops, await actionsAsked(db, actor, runNoun, facts)),
  };
};

/** What an approver sees of a run. */
export const runSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const [record, payments, blocked, shares] = await Promise.all([
    getRow(db, paymentRun, id, "payment run"),
    db.rows<Payment>(
      bind(
        `
          select ${columnsOf(paymentList)}
          from ${paymentList.from}
          where p.org_id = $1 and p.run_id = $2 and p.status <> 'cancelled'
          order by p.number
        `,
        [db.scope.orgId, id],
      ),
    ),
    blockedPayments(db, id),
    sharesOfRun(db, id),
  ]);
  const said = runSaid(shares);
  const totals = totalsByMethod(payments).map((t) => ({
    label: methods[t.method],
    value: `${counted(t.payments, "payment")}, ${formatCents(t.amount)}`,
  }));
  return {
    budget: [],
    facts: [
      { label: "Run", value: record.number },
      { label: "Pay on", value: record.payOn },
      ...totals,
      { label: "Total", value: formatCents(record.amount) },
      ...(said ? [{ label: "Discounts and interest", value: said }] : []),
      { label: "Left out", value: counted(record.excluded.length, "invoice") },
    ],
    lines: payments.map((p) => ({
      description: `${p.number}, ${p.vendor}, ${methods[p.method]}`,
      quantity: String(p.invoiceCount),
      unitPrice: "",
      amount: p.amount,
    })),
    checks: blocked.size
      ? [...new Set(blocked.values())].map((text) => ({ ok: false, text }))
      : [{ ok: true, text: "No hold, exclusion or bank change stops a payment of this run." }],
  };
};

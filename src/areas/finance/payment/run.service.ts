import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { nextNumber, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { decide, requestApproval, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { invoiceNoun } from "../invoice/invoice.service.ts";
import { planRun, type Plan } from "./payable.service.ts";
import type { PlannedPayment, RunInput } from "./run.model.ts";
import type { RunStatus } from "./run-lifecycle.model.ts";
import {
  asSystem,
  blockedPayments,
  paymentNoun,
  runNoun,
  type PaymentRecord,
  type RunRecord,
} from "./payment.noun.ts";
import { payment, paymentInvoice, paymentRun } from "./payment.tables.ts";

const storePayment = async (
  tx: Tx,
  actor: Actor,
  run: RunRecord,
  year: number,
  plan: Plan,
  planned: PlannedPayment,
  reissueOf: string | null,
) => {
  const row = await insertRow(tx, payment, {
    orgId: run.orgId,
    id: newId(),
    number: await nextNumber(tx, "PAY", year),
    runId: run.id,
    vendorId: planned.vendorId,
    method: planned.method,
    amount: planned.amount,
    reissueOf,
    bankAccountId: planned.method === "ach" ? (plan.banks.get(planned.vendorId)?.id ?? null) : null,
  });
  await insertRows(
    tx,
    paymentInvoice,
    planned.invoices.map((i) => ({
      orgId: run.orgId,
      id: newId(),
      paymentId: row.id,
      invoiceId: i.invoiceId,
      amount: i.amount,
      discount: i.discount,
      interest: i.interest,
      part: i.part,
    })),
  );
  for (const i of planned.invoices)
    await transition(tx, asSystem(actor), invoiceNoun, {
      id: i.invoiceId,
      action: "schedule",
      effect: async () => ({ note: `${run.number}, ${row.number}` }),
    });
  note(tx, actor, "payment", row, {
    action: "propose",
    after: {
      ...row,
      invoices: planned.invoices.map(({ number, amount, discount, interest }) => ({
        number,
        amount,
        ...(discount > 0 && { discount }),
        ...(interest > 0 && { interest }),
      })),
    },
    event: null,
  });
};

const noteOf = ({ payments, excluded }: Plan): string => {
  const paid = counted(payments.length, "payment");
  return excluded.length === 0 ? paid : `${paid}, ${counted(excluded.length, "invoice")} left out`;
};

/**
 * Proposes a run: takes the approved invoices that are due (or those named), nets credit notes,
 * groups by vendor and method, keeps what was
 * left out with its reasons, and schedules the invoices. Row locks and the index on live payments
 * make it impossible that two runs hold one
 * invoice. `reissueOf` links the vendor's payment to the one that it replaces. 409 nothing_to_pay
 * with the reasons.
 */
export const proposeRun = async (
  tx: Tx,
  actor: Actor,
  input: RunInput,
  reissueOf: PaymentRecord | null = null,
): Promise<RunRecord> => {
  const plan = await planRun(tx, input, true);
  if (plan.payments.length === 0)
    throw conflict(
      "nothing_to_pay",
      plan.excluded[0]
        ? `Nothing can be paid: ${plan.excluded[0].number}: ${plan.excluded[0].reason}`
        : "No approved invoice is due by this date.",
      { excluded: plan.excluded },
    );
  const orgId = actor.orgId!;
  const { year } = await fiscalYearOf(tx, businessDate(tx.scope));
  const run = await insertRow(tx, paymentRun, {
    orgId,
    id: newId(),
    number: await nextNumber(tx, "RUN", year),
    payOn: plan.payOn,
    payThrough: input.invoiceIds ? null : (input.payThrough ?? businessDate(tx.scope)),
    amount: plan.payments.reduce((n, p) => n + p.amount, 0),
    paymentCount: plan.payments.length,
    agencyAccountId: plan.account?.id ?? null,
    excluded: plan.excluded,
    proposedBy: actor.personId,
    note: input.note,
  });
  for (const p of plan.payments)
    await storePayment(
      tx,
      actor,
      run,
      year,
      plan,
      p,
      reissueOf?.vendorId === p.vendorId ? reissueOf.id : null,
    );
  note(tx, actor, "paymentRun", run, {
    action: "propose",
    after: run,
    note: noteOf(plan),
    data: { status: run.status },
  });
  return run;
};

const runFunds = async (tx: Tx, id: string) => {
  const rows = await tx.rows<{ fundId: string; departmentId: string }>(sql`
    select distinct a.fund_id, a.department_id
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id and x.live
    join invoice_share s on s.org_id = x.org_id and s.invoice_id = x.invoice_id
    join account_string a on a.org_id = s.org_id and a.id = s.account_string_id
    where p.org_id = ${tx.scope.orgId} and p.run_id = ${id}
  `);
  return {
    fundIds: [...new Set(rows.map((r) => r.fundId))],
    departmentIds: [...new Set(rows.map((r) => r.departmentId))],
  };
};

// Whom a hold, an exclusion or a bank change stops now: the approver reads it before the figures.
const stoppedIn = async (tx: Tx, id: string): Promise<string> => {
  const blocked = await blockedPayments(tx, id);
  if (blocked.size === 0) return "";
  const vendors = await tx.rows<{ name: string }>(sql`
    select distinct v.name
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${tx.scope.orgId} and p.id = any(${[...blocked.keys()]}::uuid[])
    order by v.name
  `);
  return `; stopped: ${vendors.map((v) => v.name).join(", ")}`;
};

/**
 * Sends a run to its approvers, naming the vendors whose payments are stopped. 409 no_policy when no policy covers payment runs: nothing is
 * approved by default.
 */
export const submitRun = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    id,
    action: "submit",
    version,
    effect: async (run) =>
      void (await requestApproval(tx, actor, {
        type: "paymentRun",
        id,
        number: run.number,
        title: `${counted(run.paymentCount, "payment")} on ${formatDate(run.payOn)}${await stoppedIn(tx, id)}`,
        requesterId: run.proposedBy,
        departmentId: null,
        facts: {
          amount: run.amount,
          ...(await runFunds(tx, id)),
          commodities: [],
          emergency: false,
        },
      })),
  });

/** Proposes a run and sends it to its approvers in one act; the errors of both, and nothing is kept. */
export const proposeAndSubmit = async (
  tx: Tx,
  actor: Actor,
  input: RunInput,
): Promise<RunRecord> => {
  const run = await proposeRun(tx, actor, input);
  return submitRun(tx, actor, { id: run.id, version: run.version });
};

/**
 * Approves a submitted run as this person: the decision of the pending approval, with all of its
 * rules.
 */
export const approveRun = async (tx: Tx, actor: Actor, id: string, comment = ""): Promise<void> => {
  const request = await tx.maybe<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${actor.orgId} and document_id = ${id} and status = 'pending'
  `);
  if (!request) throw conflict("not_pending", "This run does not wait for an approval.");
  await decide(tx, actor, request.id, "approve", comment, null);
};

const openPayments = (tx: Tx, runId: string) =>
  tx.rows<PaymentRecord>(sql`
    select *
    from payment
    where org_id = ${tx.scope.orgId} and run_id = ${runId} and status in ('proposed', 'approved')
    order by number
  `);

/** Takes a payment off its run: its invoices can be paid by another run again. */
const drop = (tx: Tx, actor: Actor, id: string, reason: string | null, version?: number | null) =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "cancel",
    reason,
    ...(version === undefined ? {} : { version }),
    effect: async () => {
      const invoices = await tx.rows<{ invoiceId: string }>(sql`
        update payment_invoice
        set live = false
        where org_id = ${actor.orgId} and payment_id = ${id} and live
        returning invoice_id
      `);
      for (const i of invoices)
        await transition(tx, asSystem(actor), invoiceNoun, {
          id: i.invoiceId,
          action: "unschedule",
          reason,
        });
    },
  });

const dropAll = async (tx: Tx, actor: Actor, runId: string, reason: string) => {
  for (const p of await openPayments(tx, runId)) await drop(tx, asSystem(actor), p.id, reason);
};

/** Cancels a run that is not released; its invoices are open again. */
export const cancelRun = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    id,
    action: "cancel",
    version,
    reason,
    effect: async () => {
      await withdrawApproval(tx, actor, id);
      await dropAll(tx, actor, id, reason ?? "");
      return { patch: { stopReason: reason } };
    },
  });

/**
 * Takes one payment off a run before it is released. Less than what was approved needs no new
 * approval.
 */
export const takeOff = async (
  tx: Tx,
  actor: Actor,
  { id: paymentId, version, reason }: TakenStep,
): Promise<PaymentRecord> => {
  const { runId } = await tx.one<{ runId: string }>(sql`
    select coalesce(
        (select run_id from payment where org_id = ${actor.orgId} and id = ${paymentId}),
        ${newId()}::uuid
      ) as run_id
  `);
  const run = await lockRow(tx, paymentRun, runId, "payment");
  const dropped = await drop(tx, actor, paymentId, reason, version);
  await transition(tx, asSystem(actor), runNoun, {
    id: run.id,
    action: "reduce",
    reason,
    effect: async () => ({
      to: run.status as RunStatus,
      patch: {
        amount: run.amount - dropped.amount,
        paymentCount: run.paymentCount - 1,
      } as Partial<RunRecord>,
    }),
  });
  return dropped;
};

// Nobody else learns that a run waits for its release; who proposed or approved it may not release
// it.
const tellReleasers = async (tx: Tx, actor: Actor, run: RunRecord): Promise<void> => {
  const people = (await peopleOnDuty(tx, "treasurer")).filter(
    (id) => id !== actor.personId && id !== run.proposedBy,
  );
  notify(tx, people, {
    kind: "runApproved",
    title: `${run.number} is approved and waits for its release`,
    body: `${counted(run.paymentCount, "payment")}, ${formatCents(run.amount)}, to be paid on ${formatDate(run.payOn)}.`,
    link: `/payments/runs/${run.id}`,
  });
};

/**
 * What the end of an approval does to a run: its payments are approved, and the treasurers learn
 * that it waits for them.
 */
export const runApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, actor, runNoun, {
      id,
      action: "approve",
      effect: async (run) => {
        for (const p of await openPayments(tx, id))
          await transition(tx, actor, paymentNoun, { id: p.id, action: "approve" });
        await tellReleasers(tx, actor, run as RunRecord);
      },
    })),
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, runNoun, {
      id,
      action: "return",
      reason: comment,
      effect: async () => ({ patch: { stopReason: comment } }),
    })),
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, runNoun, {
      id,
      action: "reject",
      reason: comment,
      effect: async () => {
        await dropAll(tx, actor, id, comment);
        return { patch: { stopReason: comment } };
      },
    })),
};

/**
 * Records that the file went to the bank. `sha256`: of the file that went; 409 when it is not the
 * run's file of now. 409 while a void payment stands in it.
 */
export const sendRun = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { sha256 = null }: { sha256?: string | null } = {},
): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    id,
    action: "send",
    version,
    effect: async (run) => {
      if (sha256 && sha256 !== run.nachaSha256)
        throw conflict(
          "file_replaced",
          `This is not the bank file of ${run.number} any more: it was made anew. Upload the new one; never upload the one before.`,
        );
      return { patch: { sentAt: businessNow(tx.scope).toISOString() } };
    },
  });

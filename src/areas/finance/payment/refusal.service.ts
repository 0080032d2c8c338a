import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { postCash } from "./cash.service.ts";
import { nothingOut } from "./run-lifecycle.model.ts";
import { runNoun, type RunRecord } from "./payment.noun.ts";
import { tellOfPayments } from "./paid-invoices.service.ts";
import { dayOfVoid, stopPayment } from "./payment.service.ts";
import { paymentRun } from "./payment.tables.ts";
import { writeRegister } from "./register.service.ts";

type Out = { id: string; amount: number };

// Payments by number as a release takes them, then every invoice by id as a proposal does: a void,
// clearing or run that wants some of them waits, and nobody waits in a ring.
const lockOut = async (tx: Tx, runId: string): Promise<Out[]> => {
  const out = await tx.rows<Out>(sql`
    select id, amount
    from payment
    where org_id = ${tx.scope.orgId}
      and run_id = ${runId}
      and method = 'ach'
      and status = 'released'
    order by number
    for update
  `);
  await tx.rows(sql`
    select 1 as locked
    from invoice
    where org_id = ${tx.scope.orgId}
      and id in (
        select invoice_id
        from payment_invoice
        where org_id = ${tx.scope.orgId}
          and payment_id = any(${out.map((p) => p.id)}::uuid[])
          and live
      )
    order by id
    for update
  `);
  return out;
};

const tell = async (
  tx: Tx,
  actor: Actor,
  run: RunRecord,
  out: readonly Out[],
  reason: string | null,
) => {
  const people = [
    ...(run.proposedBy ? [run.proposedBy] : []),
    ...(await peopleOnDuty(tx, "treasurer")),
  ].filter((id) => id !== actor.personId);
  const body = `${counted(out.length, "ACH payment")}, ${formatCents(out.reduce((n, p) => n + p.amount, 0))}, are void; their invoices can be paid by another run. ${reason ?? ""}`;
  notify(tx, people, {
    kind: "fileRefused",
    title: `The bank refused the file of ${run.number}`,
    body: body.slice(0, 300),
    link: `/payments/runs/${run.id}`,
  });
};

/**
 * Records that the bank refused the whole file of a released run: voids each of its ACH payments
 * that is still out (not cleared, returned or void),
 * exactly as a single void does, all or nothing; their invoices can be paid again. Checks stay as
 * they are. Who proposed the run and the treasurers
 * get one notice. 409 already_refused for a second time, 409 when nothing of it is out; 422 without
 * a reason.
 */
export const refuseFile = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
  files: FileStore,
): Promise<RunRecord> => {
  const before = await lockRow(tx, paymentRun, id, "payment run");
  if (before.refusedAt)
    throw conflict(
      "already_refused",
      `That the bank refused the file of ${before.number} was recorded on ${formatInstant(before.refusedAt, tx.scope.timeZone ?? "UTC")}. Its ACH payments are void; nothing more is to be done here.`,
    );
  return transition(tx, actor, runNoun, {
    id,
    action: "refuse",
    version,
    reason,
    effect: async (run) => {
      const out = await lockOut(tx, id);
      const why = reason!.trim();
      if (out.length === 0) throw conflict("rule", nothingOut);
      const said = `The bank refused the file of ${run.number}: ${why}`;
      const word = { bankConfirmation: said, bankConfirmedOn: businessDate(tx.scope) };
      // Everything is locked, so they are sent together. No invoice is in two payments of a run.
      const voided = await Promise.all(
        out.map((p) => stopPayment(tx, actor, p.id, null, said, () => word)),
      );
      // One file settles on one day: all that is out of it does.
      const day = dayOfVoid(voided[0]!, word.bankConfirmedOn);
      await postCash(tx, actor, "voided", day, voided);
      await tellOfPayments(
        tx,
        voided.map((p) => p.id),
      );
      await tell(tx, actor, run, out, why);
      return {
        patch: {
          stopReason: why,
          registerFileId: await writeRegister(tx, actor, files, run),
          refusedAt: businessNow(tx.scope).toISOString(),
          refusedBy: actor.personId,
        },
      };
    },
  });
};

import type { Actor } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { tellOfPayments } from "./paid-invoices.service.ts";
import { spreadPaid } from "../cost/paid.service.ts";
import { invoiceNoun } from "../invoice/invoice.service.ts";
import { standingOf, type FileStanding } from "./bank-file.service.ts";
import { postCash } from "./cash.service.ts";
import { holdAfterReturn } from "./hold.service.ts";
import { returnCodeFault, type PaymentStatus } from "./payment.model.ts";
import {
  asSystem,
  paymentNoun,
  runNoun,
  type PaymentRecord,
  type RunRecord,
} from "./payment.noun.ts";
import { paymentRun } from "./payment.tables.ts";
import { remade } from "./run-files.service.ts";
import { tellStopped, type PaidInvoice } from "./remittance.service.ts";
import { proposeRun } from "./run.service.ts";

// The invoices of a payment that did not reach the vendor are approved and unpaid again, and the
// vendor is told.
const stop = async (
  tx: Tx,
  actor: Actor,
  row: PaymentRecord,
  reason: string | null,
  returnCode: string | null,
) => {
  const invoices = await tx.rows<
    PaidInvoice & { invoiceId: string; vendor: string; email: string | null }
  >(sql`
    update payment_invoice x
    set live = false
    from invoice i, vendor v
    where x.org_id = ${row.orgId}
      and x.payment_id = ${row.id}
      and x.live
      and i.org_id = x.org_id
      and i.id = x.invoice_id
      and v.org_id = i.org_id
      and v.id = ${row.vendorId}
    returning
      x.invoice_id, x.amount, x.discount, x.interest, x.part, i.number, i.vendor_number,
      v.name as vendor, v.email
  `);
  for (const i of invoices.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1)))
    await transition(tx, asSystem(actor), invoiceNoun, {
      id: i.invoiceId,
      action: "unpay",
      reason,
      effect: async (invoice) => ({
        to: invoice.status === "scheduled" ? "scheduled" : "approved",
        patch: {
          paidAmount: invoice.paidAmount - i.amount - i.discount,
          discountTaken: invoice.discountTaken - i.discount,
        },
        note: row.number,
      }),
    });
  await spreadPaid(
    tx,
    actor,
    invoices.map((i) => i.invoiceId),
  );
  const [payee] = invoices;
  if (payee)
    await tellStopped(
      tx,
      { ...row, vendor: payee.vendor, email: payee.email },
      invoices,
      returnCode,
    );
};

const notInFuture = (tx: Tx, path: string, on: string | null | undefined): Day => {
  const today = businessDate(tx.scope);
  if (on && on > today) throw invalidField(path, "This day has not come yet.");
  return (on as Day) || today;
};

/**
 * Money moves at the bank on the day of settlement or later: nothing clears or comes back before
 * the day that the bank file or the check says. 422 at `path`, with that day.
 */
const notBeforeSettlement = (
  row: Pick<PaymentRecord, "number" | "paidOn" | "clearedOn">,
  path: "clearedOn" | "returnedOn",
  on: Day,
): void => {
  const what = path === "clearedOn" ? "clears" : "comes back";
  if (row.paidOn && on < row.paidOn)
    throw invalidField(
      path,
      `${row.number} settles on ${formatDate(row.paidOn)}: it ${what} on that day or later, not on ${formatDate(on)}.`,
      "before_settlement",
    );
  if (row.clearedOn && on < row.clearedOn)
    throw invalidField(
      path,
      `${row.number} cleared on ${formatDate(row.clearedOn)}: it ${what} on that day or later.`,
      "before_clearing",
    );
};

// The run before its payments, as a release and a refusal lock them.
const lockRunOf = async (tx: Tx, paymentId: string): Promise<RunRecord | null> => {
  const found = await tx.maybe<{ runId: string | null }>(
    sql`select run_id from payment where org_id = ${tx.scope.orgId} and id = ${paymentId}`,
  );
  return found?.runId ? lockRow(tx, paymentRun, found.runId, "payment run") : null;
};

/** Why a payment is void, and what is known of its entry in the bank file (see `voidInput`). */
export type VoidWords = {
  reason: string | null;
  bankConfirmation?: string | null;
  bankConfirmedOn?: string | null;
  notUploaded?: boolean;
};

// The bank's word that the entry does not post: what it said, and on which day.
const bankWord = (tx: Tx, words: Omit<VoidWords, "reason">) => {
  if (!words.bankConfirmation?.trim())
    throw invalidField(
      "bankConfirmation",
      "The bank file with this payment went to the bank. Write what the bank confirmed: its reference, or who said that the entry is deleted or reversed.",
      "bank_confirmation_required",
    );
  if (!words.bankConfirmedOn)
    throw invalidField("bankConfirmedOn", "Enter the day on which the bank confirmed it.");
  return {
    bankConfirmation: words.bankConfirmation.trim(),
    bankConfirmedOn: notInFuture(tx, "bankConfirmedOn", words.bankConfirmedOn),
  };
};

const checkNotUploaded = (tx: Tx, file: FileStanding, words: VoidWords) => {
  if (file.takenAt && !words.notUploaded)
    throw invalidField(
      "notUploaded",
      `${file.takenBy ?? "Somebody"} downloaded the bank file with this payment on ${formatInstant(file.takenAt, tx.scope.timeZone ?? "UTC")}. Say that it was not uploaded at the bank; if it was, mark the run as sent first, and enter what the bank confirms.`,
      "not_uploaded_required",
    );
};

/**
 * Voids one payment: its invoices are open again, and the vendor gets a letter. Who calls it writes the
 * cash of all that it voids (`postCash`) and tells of it (`tellOfPayments`).
 */
export const stopPayment = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
  patch: (row: PaymentRecord) => Partial<PaymentRecord>,
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "void",
    version,
    reason,
    effect: async (row) => {
      const more = patch(row);
      await stop(tx, actor, row, reason, null);
      return { patch: { voidReason: reason, ...more } };
    },
  });

// What the files of a run say after one of its payments did not go: the bank file while it is here,
// the register always.
const restate = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  run: RunRecord | null,
  state: FileStanding["state"],
  note: string,
) => {
  if (!run) return;
  await transition(tx, asSystem(actor), runNoun, {
    id: run.id,
    action: "remake",
    effect: (now) => remade(tx, actor, files, now, state === "here", note),
  });
};

/** The day on which a void is in the books: never before the payment itself is. */
export const dayOfVoid = ({ paidOn }: Pick<PaymentRecord, "paidOn">, on: Day): Day =>
  paidOn && on < paidOn ? paidOn : on;

/**
 * Voids a released payment that has not cleared; its invoices are open again, and the vendor gets a
 * letter. The check keeps its number, so that the register has no gap. While the bank file is here
 * it is made anew without the payment; who downloaded it before must say that it was not uploaded.
 * Once it is at the bank, 422 without what the bank confirmed of the entry.
 */
export const voidPayment = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  files: FileStore,
  words: VoidWords,
): Promise<PaymentRecord> => {
  const run = await lockRunOf(tx, id);
  const file = run ? await standingOf(tx, run) : null;
  const after = await stopPayment(tx, actor, id, version, words.reason, (row) => {
    if (!file || row.method !== "ach" || !row.bankFileId) return {};
    if (file.state === "atBank") return bankWord(tx, words);
    checkNotUploaded(tx, file, words);
    return {};
  });
  await postCash(tx, actor, "voided", dayOfVoid(after, businessDate(tx.scope)), [after]);
  await tellOfPayments(tx, [id]);
  const entryHere = after.method === "ach" && file?.state === "here";
  await restate(tx, actor, files, run, entryHere ? "here" : "none", `${after.number} is void`);
  return after;
};

/**
 * Records afterwards what the bank confirmed of the entry of a void payment that still stands in a
 * bank file; it can be reissued then.
 */
export const confirmVoid = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  words: Omit<VoidWords, "reason">,
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "confirm",
    version,
    effect: async () => ({ patch: bankWord(tx, words) }),
  });

/**
 * Records that the bank sent the money of an ACH payment back, with its code; one that says that
 * the account is wrong holds payment of the vendor (`holdAfterReturn`). 422 for a code that does
 * not return money: a notification of change (C01 …) leaves the payment as it is.
 */
export const returnPayment = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  files: FileStore,
  input: { returnCode: string; returnedOn?: string | null; reason: string | null },
): Promise<PaymentRecord> => {
  const run = await lockRunOf(tx, id);
  const after = await transition(tx, actor, paymentNoun, {
    id,
    action: "return",
    version,
    reason: input.reason,
    effect: async (row) => {
      const fault = returnCodeFault(input.returnCode);
      if (fault) throw invalidField("returnCode", fault, "not_a_return");
      const returnedOn = notInFuture(tx, "returnedOn", input.returnedOn);
      notBeforeSettlement(row, "returnedOn", returnedOn);
      await holdAfterReturn(tx, actor, row, input.returnCode);
      await stop(tx, actor, row, `${input.returnCode}: ${input.reason ?? ""}`, input.returnCode);
      await postCash(tx, actor, "returned", returnedOn, [row], {
        settled: row.status === "cleared",
      });
      await tellOfPayments(tx, [id]);
      return {
        patch: {
          returnedOn,
          returnCode: input.returnCode,
          voidReason: input.reason,
          clearedOn: null,
        },
      };
    },
  });
  await restate(tx, actor, files, run, "none", `${after.number} came back`);
  return after;
};

/** Records that a payment cleared at the bank, on the day of its settlement or later (422 else). */
export const clearPayment = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { clearedOn }: { clearedOn: string | null },
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "clear",
    version,
    effect: async (row) => {
      const on = notInFuture(tx, "clearedOn", clearedOn);
      notBeforeSettlement(row, "clearedOn", on);
      await postCash(tx, actor, "cleared", on, [row]);
      return { patch: { clearedOn: on } };
    },
  });

/**
 * Pays what a voided or returned payment covered once more, through a run of its own that takes the
 * same three people. The new payment
 * names the one that it replaces. Returns the new run's id.
 */
export const reissuePayment = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<string> => {
  let runId = "";
  await transition(tx, actor, paymentNoun, {
    id,
    action: "reissue",
    version,
    effect: async (row) => {
      const invoices = await tx.rows<{ id: string }>(sql`
        select invoice_id as id
        from payment_invoice
        where org_id = ${row.orgId} and payment_id = ${id}
      `);
      const run = await proposeRun(
        tx,
        actor,
        {
          invoiceIds: invoices.map((i) => i.id),
          payThrough: null,
          payOn: null,
          methods: null,
          agencyAccountId: null,
          note: `Reissue of ${row.number}`,
        },
        row,
      );
      runId = run.id;
      return { to: row.status as PaymentStatus, note: run.number };
    },
  });
  return runId;
};

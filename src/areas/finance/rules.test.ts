// Why a step of an invoice, a payment or a run is refused: the pure rules, with their sentences.
import { expect, test } from "vitest";
import { refusal } from "#kernel/lifecycle.ts";
import { day } from "#kernel/time.ts";
import { invoiceCycle, type InvoiceFacts } from "./invoice/invoice.lifecycle.model.ts";
import { voidRefusal, withholdRefusal } from "./invoice/retainage.model.ts";
import { paymentCycle, type PaymentFacts } from "./payment/payment.model.ts";
import { runCycle, type RunFacts } from "./payment/run-lifecycle.model.ts";

const asker = (kind: string, cycle: { actions: Record<string, { permission: string }> }) => ({
  personId: "p",
  kind,
  permissions: new Set(Object.values(cycle.actions).map((action) => action.permission)),
});

const invoice: InvoiceFacts = {
  discountTaken: 0,
  status: "matched",
  openExceptions: 0,
  firstException: null,
  createdBy: "p",
  total: 100_00,
  retainage: 10_00,
  retainageReleased: 10_00,
  paidAmount: 90_00,
};

test("an invoice waits for its exceptions; what is paid is neither voided nor withheld again", () => {
  const submit = (over: Partial<InvoiceFacts>) =>
    refusal(invoiceCycle, "submit", { ...invoice, ...over }, asker("member", invoiceCycle))?.reason;
  expect(submit({ openExceptions: 1 })).toBe("An exception is open.");
  expect(submit({ openExceptions: 1, firstException: "Line 1 costs more." })).toBe(
    "Line 1 costs more.",
  );
  expect(submit({})).toBeUndefined();
  expect(withholdRefusal(invoice)).toBeNull();
  expect(withholdRefusal({ ...invoice, paidAmount: 100_00 })).toBe("What was released is paid.");
  expect(withholdRefusal({ ...invoice, paidAmount: 99_99 })).toBeNull();
  expect(voidRefusal({ paidAmount: 0 })).toBeNull();
  expect(voidRefusal({ paidAmount: 1 })).toBe(
    "$0.01 of it is paid. Void that payment first, or enter a credit note.",
  );
});

const payment: PaymentFacts = {
  status: "voided",
  method: "ach",
  runStatus: "sent",
  reissuedAs: null,
  openInvoices: 0,
  coveredBy: null,
  runNumber: "RUN-1",
  entryStands: false,
  staleOn: null,
  answerBy: null,
  today: day("2026-11-26"),
};
const ofPayment = (
  action: keyof typeof paymentCycle.actions,
  over: Partial<PaymentFacts>,
  kind = "member",
) =>
  refusal(paymentCycle, action, { ...payment, ...over }, asker(kind, paymentCycle))?.reason ?? null;

test("a payment is reissued for invoices that are open, once its entry cannot be paid", () => {
  expect(ofPayment("reissue", {})).toBe("None of its invoices is to be paid any more.");
  expect(ofPayment("reissue", { coveredBy: "PAY-2" })).toBe("Its invoices are in PAY-2 already.");
  expect(ofPayment("reissue", { reissuedAs: "PAY-3" })).toBe("It was reissued as PAY-3.");
  expect(ofPayment("reissue", { openInvoices: 1, entryStands: true })).toBe(
    "Its entry still stands in the bank file of RUN-1, so the bank may pay it. Record first what the bank confirmed.",
  );
  const made = { openInvoices: 1, entryStands: true, runStatus: "released" };
  expect(ofPayment("reissue", made)).toMatch(/Make the bank file anew first\.$/);
  expect(ofPayment("reissue", { openInvoices: 1 })).toBeNull();
});

test("the bank returns no check, confirms what stands in its file, and an approved amount stays", () => {
  expect(ofPayment("return", { status: "released", method: "check" })).toBe(
    "The bank returns ACH payments. A check that is not paid is voided.",
  );
  expect(ofPayment("return", { status: "released" })).toBeNull();
  expect(ofPayment("confirm", {})).toBe(
    "No bank file holds an entry of it without the bank's word.",
  );
  expect(ofPayment("confirm", { entryStands: true })).toBeNull();
  const waiting = { status: "proposed", runStatus: "in_approval" };
  expect(ofPayment("cancel", waiting)).toBe(
    "The run is in approval: its amount does not change while someone decides. Return or cancel the run first.",
  );
  expect(ofPayment("cancel", waiting, "system")).toBeNull();
  expect(ofPayment("cancel", { status: "proposed", runStatus: "returned" })).toBeNull();
});

const run: RunFacts = {
  status: "proposed",
  paymentCount: 1,
  proposedBy: "p",
  approverIds: [],
  blocked: [],
  hasAccount: true,
  accountRetired: false,
  hasList: true,
  nachaFileId: "f",
  outAch: 1,
  voidInFile: 0,
  oldFileTaken: false,
};
const ofRun = (action: keyof typeof runCycle.actions, over: Partial<RunFacts>) =>
  refusal(runCycle, action, { ...run, ...over }, asker("member", runCycle))?.reason ?? null;

test("a run is submitted by who proposed it while a payment is left, and released by a third person", () => {
  expect(ofRun("submit", {})).toBeNull();
  expect(ofRun("submit", { paymentCount: 0 })).toBe("No payment is left in this run.");
  expect(ofRun("submit", { proposedBy: "q" })).toBe(
    "Only who proposed this run can submit it: the approver must be someone else.",
  );
  const approved = { status: "approved", proposedBy: "q" };
  expect(ofRun("release", { ...approved, proposedBy: "p" })).toMatch(/^You proposed this run/);
  expect(ofRun("release", { ...approved, approverIds: ["p"] })).toMatch(/^You approved this run/);
  expect(ofRun("release", { ...approved, blocked: ["The vendor is on hold"] })).toBe(
    "The vendor is on hold. Take it off the run, or settle it first.",
  );
  expect(
    ofRun("release", { ...approved, blocked: ["A is on hold", "B is on hold"], hasList: false }),
  ).toBe(
    "No exclusion list is loaded, and nobody is paid unscreened. A is on hold. Take it off the run, or settle it first. B is on hold. Take it off the run, or settle it first.",
  );
  expect(ofRun("release", { ...approved, hasAccount: false })).toContain(
    "The agency's own bank account is not set up.",
  );
  expect(ofRun("release", approved)).toBeNull();
});

test("a bank file with a void payment, or one taken before it was made anew, is not marked as sent", () => {
  const released = { status: "released" };
  expect(ofRun("send", { ...released, voidInFile: 1 })).toBe(
    "The bank file still holds 1 void payment. Make it anew first: the new one does not have it.",
  );
  expect(ofRun("send", { ...released, voidInFile: 2 })).toMatch(/does not have them\.$/);
  expect(ofRun("send", { ...released, oldFileTaken: true })).toMatch(/never upload the one before/);
  expect(ofRun("send", released)).toBeNull();
});

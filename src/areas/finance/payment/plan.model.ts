import { formatCents } from "#kernel/money.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { isReadableName } from "./nacha.model.ts";
import { discountsOf } from "../invoice/discount.model.ts";
import { payable, withheld } from "../invoice/retainage.model.ts";
import type { ExclusionCode } from "./payment.labels.ts";
import type { Excluded, PlannedPayment } from "./run.model.ts";

/**
 * An invoice or credit note as the plan sees it. Amounts in cents; a credit note's are negative.
 */
export type Candidate = {
  id: string;
  number: string;
  vendorNumber: string;
  kind: string;
  status: string;
  dueOn: Day | null;
  total: number;
  retainage: number;
  retainageReleased: number;
  paidAmount: number;
  part: number;
  orderId: string | null;
  hold: string | null;
  vendorId: string;
  vendor: string;
  method: "ach" | "check";
  vendorStatus: string;
  screeningResult: string | null;
  vendorHold: string | null;
  discountBp: number;
  discountOn: Day | null;
  /** Owed for paying late until the day of payment, and who says so. */
  interest: number;
  interestRule: string | null;
};

/** What is known of the bank account of a vendor that is paid by ACH: null when there is none. */
export type BankFacts = { heldUntil: Instant | null; routingIsRight: boolean } | null;

export type Block = { code: ExclusionCode; reason: string };

// One NACHA entry and one check carry at most ten digits of cents.
const mostPayment = 9_999_999_999;

/**
 * Why a vendor cannot be paid now, or null. `now` is an instant; the bank account's hold ends at
 * `heldUntil`.
 */
export const vendorBlock = (
  c: Pick<Candidate, "vendor" | "vendorStatus" | "screeningResult" | "vendorHold" | "method">,
  bank: BankFacts,
  now: Date,
  show: (instant: Instant) => string,
): Block | null => {
  if (c.screeningResult === "excluded")
    return {
      code: "vendor_excluded",
      reason: `${c.vendor} is excluded from federal awards (SAM.gov). 2 CFR 200.214`,
    };
  if (c.vendorStatus !== "active")
    return {
      code: "vendor_status",
      reason: `${c.vendor} is not an active vendor (${c.vendorStatus.replace("_", " ")}).`,
    };
  if (c.screeningResult === "possible")
    return {
      code: "vendor_screening",
      reason: `${c.vendor} may match an exclusion (SAM.gov); the match must be settled first.`,
    };
  if (c.vendorHold)
    return { code: "vendor_hold", reason: `Payments to ${c.vendor} are held: ${c.vendorHold}` };
  if (c.method !== "ach") return null;
  if (!isReadableName(c.vendor))
    return {
      code: "payee_name",
      reason: `The bank's file takes Latin letters, and the name ${c.vendor} has none. Enter the vendor's name in Latin letters, as its bank writes it, or pay it by check.`,
    };
  if (!bank)
    return {
      code: "no_bank",
      reason: `${c.vendor} is paid by ACH but has no verified bank account.`,
    };
  if (!bank.routingIsRight)
    return {
      code: "bank_number",
      reason: `The routing number of ${c.vendor} is wrong: its check digit does not fit.`,
    };
  if (bank.heldUntil && new Date(bank.heldUntil) > now)
    return {
      code: "bank_hold",
      reason: `The bank account of ${c.vendor} changed; payments wait until ${show(bank.heldUntil)}.`,
    };
  return null;
};

const invoiceBlock = (c: Candidate): Block | null => {
  if (c.status !== "approved")
    return {
      code: "not_approved",
      reason:
        c.status === "scheduled"
          ? "It is in another run already."
          : `It is ${c.status.replace("_", " ")}, not approved.`,
    };
  if (c.hold) return { code: "invoice_hold", reason: `Held: ${c.hold}` };
  if (payable(c) === 0)
    return { code: "nothing_left", reason: "Nothing is left to pay besides the retainage." };
  return null;
};

const totalBlock = (vendor: string, net: number, credits: number): Block | null => {
  if (net <= 0)
    return {
      code: "credit_larger",
      reason: `Credits of ${formatCents(credits)} cover all that is payable to ${vendor}; they wait for further invoices.`,
    };
  if (net > mostPayment)
    return {
      code: "too_large",
      reason: `One payment carries at most ${formatCents(mostPayment)}.`,
    };
  return null;
};

const planned = (group: readonly Candidate[], payOn: Day): PlannedPayment => {
  const discounts = discountsOf(
    group.map((c) => ({ ...c, payable: payable(c) })),
    payOn,
  );
  const invoices = group.map((c, at) => ({
    invoiceId: c.id,
    number: c.number,
    vendorNumber: c.vendorNumber,
    kind: c.kind,
    dueOn: c.dueOn,
    total: c.total,
    retainage: withheld(c),
    paid: c.paidAmount,
    part: c.part,
    amount: payable(c) - discounts[at]!.won,
    discount: discounts[at]!.won,
    discountOn: c.discountOn,
    discountLost: discounts[at]!.lost,
    interest: payable(c) > 0 ? c.interest : 0,
    interestRule: c.interestRule,
  }));
  return {
    vendorId: group[0]!.vendorId,
    vendor: group[0]!.vendor,
    method: group[0]!.method,
    amount: invoices.reduce((n, i) => n + i.amount + i.interest, 0),
    invoices,
  };
};

/**
 * Groups invoices into one payment per vendor and method. Credit notes net against the vendor's
 * invoices; where they cover everything the
 * vendor waits, so that no payment is zero or negative. Discounts that `payOn` keeps are taken, interest
 * that is owed until then goes along. Everything left out is listed with its reason.
 */
export const planPayments = (
  candidates: readonly Candidate[],
  blockOf: (c: Candidate) => Block | null,
  payOn: Day,
): { payments: PlannedPayment[]; excluded: Excluded[] } => {
  const excluded: Excluded[] = [];
  const groups = new Map<string, Candidate[]>();
  const leaveOut = (c: Candidate, block: Block) =>
    void excluded.push({
      invoiceId: c.id,
      number: c.number,
      vendorId: c.vendorId,
      vendor: c.vendor,
      amount: payable(c),
      ...block,
    });
  for (const c of candidates) {
    const block = invoiceBlock(c) ?? blockOf(c);
    if (block) leaveOut(c, block);
    else
      groups.set(`${c.vendorId} ${c.method}`, [
        ...(groups.get(`${c.vendorId} ${c.method}`) ?? []),
        c,
      ]);
  }
  const payments: PlannedPayment[] = [];
  for (const group of groups.values()) {
    const credits = group.reduce((n, c) => n - Math.min(0, payable(c)), 0);
    const block = totalBlock(
      group[0]!.vendor,
      group.reduce((n, c) => n + payable(c), 0),
      credits,
    );
    if (block) for (const c of group) leaveOut(c, block);
    else payments.push(planned(group, payOn));
  }
  return { payments: payments.sort((a, b) => a.vendor.localeCompare(b.vendor)), excluded };
};

/** Number and cents by method, for totals. */
export const totalsByMethod = (payments: readonly { method: "ach" | "check"; amount: number }[]) =>
  (["ach", "check"] as const).flatMap((method) => {
    const of = payments.filter((p) => p.method === method);
    return of.length
      ? [{ method, payments: of.length, amount: of.reduce((n, p) => n + p.amount, 0) }]
      : [];
  });

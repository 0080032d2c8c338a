import type { BoxKey, TaxClass, TaxFormKind, TaxProblem } from "./tax-form.labels.ts";
import { taxBoxes } from "./tax-form.labels.ts";
import { limitOf } from "./tax-limit.data.ts";

/** How a payment went out; what a card paid is reported by its processor (26 CFR 1.6041-1(a)(1)(iv)). */
export type PaidBy = "ach" | "check" | "card";
/** Whole cents of one paid bill on one account. */
export type PaidPart = {
  vendorId: string;
  method: PaidBy;
  /** As it stands: a void, returned or cancelled payment pays nothing. */
  status: string;
  cents: number;
  box: BoxKey | null;
};
export type Amounts = Partial<Record<BoxKey, number>>;

const counted = new Set(["released", "cleared"]);
/** Whether a payment is the payer's to report: it went out, came not back, and no card paid it. */
export const isReported = ({ method, status }: Pick<PaidPart, "method" | "status">): boolean =>
  method !== "card" && counted.has(status);

// Corporations are exempt (26 CFR 1.6041-3(p)) but for attorneys and for medical and health care payments.
const corporate = new Set<BoxKey>(["nec1Legal", "misc6", "misc10"]);

/** Whether payments of a box to a payee of a class are reported; one without a class is, until it is known. */
const isDue = (box: BoxKey, of: TaxClass | null): boolean => {
  if (of === "exempt") return false;
  return of === "c_corporation" || of === "s_corporation" ? corporate.has(box) : true;
};

/** What was paid to each vendor, by box. */
export const addUp = (parts: readonly PaidPart[]): Map<string, Amounts> => {
  const sums = new Map<string, Amounts>();
  for (const part of parts) {
    if (!part.box || !isReported(part)) continue;
    const of = sums.get(part.vendorId) ?? {};
    of[part.box] = (of[part.box] ?? 0) + part.cents;
    sums.set(part.vendorId, of);
  }
  return sums;
};

/**
 * What of a payee's amounts stands on forms of a year: each box from its limit on; services and attorneys' fees are
 * one box of form NEC, so that their sum is held against it. Null for a year without a rule.
 */
export const reported = (
  amounts: Amounts,
  of: TaxClass | null,
  year: number,
): Partial<Record<TaxFormKind, Amounts>> | null => {
  const due = Object.entries(amounts).filter(
    ([box, cents]) => cents > 0 && isDue(box as BoxKey, of),
  ) as [BoxKey, number][];
  const forms: Partial<Record<TaxFormKind, Amounts>> = {};
  for (const [box, cents] of due) {
    const limit = limitOf(box, year);
    if (!limit) return null;
    const { form } = taxBoxes[box];
    const held =
      form === "NEC"
        ? due.reduce((n, [b, c]) => n + (taxBoxes[b].form === "NEC" ? c : 0), 0)
        : cents;
    if (held >= limit.cents) forms[form] = { ...forms[form], [box]: cents };
  }
  return forms;
};

export type Payee = {
  taxClass: TaxClass | null;
  w9On: string | null;
  w9Name: string;
  w9Last4: string;
  name: string;
  tinLast4: string | null;
  address: string;
};

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What is to be settled of a payee before its form goes out. */
export const problemsOf = (p: Payee): TaxProblem[] => [
  ...(p.taxClass === null ? (["no_class"] as const) : []),
  ...(p.w9On === null ? (["no_w9"] as const) : []),
  ...(p.tinLast4 === null ? (["no_tin"] as const) : []),
  ...(p.w9On !== null &&
  (plain(p.w9Name) !== plain(p.name) || (p.tinLast4 !== null && p.w9Last4 !== p.tinLast4))
    ? (["differs"] as const)
    : []),
  ...(p.address === "" ? (["no_address"] as const) : []),
];

/** Cents of a bill shared over its accounts by what each bears: the largest remainders get the rest. */
export const sharedOut = (cents: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((n, w) => n + w, 0);
  if (whole <= 0) return weights.map(() => 0);
  const exact = weights.map((w) => (BigInt(cents) * BigInt(w)) / BigInt(whole));
  const rests = weights.map((w, n) => BigInt(cents) * BigInt(w) - exact[n]! * BigInt(whole));
  let left = cents - exact.reduce((n, e) => n + Number(e), 0);
  const order = rests.map((_, n) => n).toSorted((a, b) => Number(rests[b]! - rests[a]!) || a - b);
  const shares = exact.map(Number);
  for (const n of order) {
    if (left <= 0) break;
    shares[n] = shares[n]! + 1;
    left -= 1;
  }
  return shares;
};

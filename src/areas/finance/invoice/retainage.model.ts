import type { Asker } from "#kernel/lifecycle.ts";
import { formatCents } from "#kernel/money.ts";

/**
 * Amounts of an invoice in cents; a credit note's total and payments are negative, and nothing is
 * withheld of it.
 */
export type Retained = {
  total: number;
  retainage: number;
  retainageReleased: number;
  paidAmount: number;
};

/**
 * What a contract's percentage (two decimals at most) keeps back of a total, in cents, rounded half
 * up; nothing of a credit note.
 */
export const proposedRetainage = (total: number, percent: string): number =>
  Math.floor((Math.max(0, total) * Math.round(Number(percent) * 100) + 5_000) / 10_000);

/** What law and contract let be kept back; null where the invoice is under no contract. */
type Limits = {
  percent: string;
  capPercent: number | null;
  atMost: number | null;
  citation: string;
} | null;

/**
 * Cents that may be kept back of a total: the cap of the law, and after substantial completion what
 * is left of what may be held in all; `held`: cents withheld of the contract's other invoices.
 */
export const mostRetainage = (total: number, limits: Limits, held: number): number =>
  Math.min(
    Math.max(0, total),
    limits?.capPercent == null ? Infinity : proposedRetainage(total, String(limits.capPercent)),
    limits?.atMost == null ? Infinity : Math.max(0, limits.atMost - held),
  );

/** Why so many cents may not be kept back of a total, or null. */
export const retainageFault = (
  cents: number,
  total: number,
  limits: Limits,
  held: number,
): string | null => {
  if (cents > Math.max(0, total)) return "Retainage cannot exceed the invoice's total.";
  const most = mostRetainage(total, limits, held);
  if (cents <= most) return null;
  const after = limits?.atMost == null ? "" : " of a contract that is substantially complete";
  return `At most ${formatCents(most)} may be kept back of this invoice${after} (${limits!.citation}).`;
};

/** What is still withheld. */
export const withheld = (i: Pick<Retained, "retainage" | "retainageReleased">): number =>
  i.retainage - i.retainageReleased;

/** What is to be paid now: the total less what is still withheld less what was paid. */
export const payable = (i: Retained): number => i.total - withheld(i) - i.paidAmount;

/** What was released and not paid yet, and so can be withheld again. */
export const releasable = (i: Retained): number =>
  Math.min(i.retainageReleased, Math.max(0, payable(i)));

/**
 * Why retainage cannot be released by this person now, or null. Who entered the invoice does not
 * release money on it.
 */
export const releaseRefusal = (
  i: Retained & { createdBy: string | null },
  asker: Asker,
): string | null => {
  if (withheld(i) === 0) return `All of the retainage, ${formatCents(i.retainage)}, was released.`;
  return i.createdBy && i.createdBy === asker.personId
    ? "You entered this invoice, so another person must release its retainage (separation of duties)."
    : null;
};

/** Why nothing can be withheld again, or null. */
export const withholdRefusal = (i: Retained): string | null =>
  releasable(i) === 0 ? "What was released is paid." : null;

/** Why an invoice cannot be voided for what was paid of it, or null. */
export const voidRefusal = (i: Pick<Retained, "paidAmount">): string | null =>
  i.paidAmount === 0
    ? null
    : `${formatCents(i.paidAmount)} of it is paid. Void that payment first, or enter a credit note.`;

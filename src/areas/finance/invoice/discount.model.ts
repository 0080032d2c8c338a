import { discountCents, discountDay, readTerms } from "#kernel/payment-terms.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";

type Bill = { terms: string; total: number; invoiceDate: Day; receivedOn: Day };
type Rule = { parameters: Readonly<Record<string, unknown>> };

/**
 * What discount a bill grants, in hundredths of a percent, and the last day on which it may be taken: counted
 * from the date of the bill, or, where a rule says so, from the later of its receipt and that of its goods
 * (no day until they are accepted). Nothing where its terms are not understood, and of credits.
 */
export const discountOf = (
  { terms, total, invoiceDate, receivedOn }: Bill,
  acceptedOn: Day | null,
  rules: readonly Rule[],
): { discountBp: number; discountOn: Day | null } => {
  const read = readTerms(terms);
  const discount = read.understood && total > 0 ? read.terms.discount : null;
  if (!discount) return { discountBp: 0, discountOn: null };
  const fromReceipt = rules.some(({ parameters }) => parameters.fromReceipt === true);
  const later = acceptedOn && acceptedOn > receivedOn ? acceptedOn : receivedOn;
  const start = fromReceipt ? acceptedOn && later : invoiceDate;
  return {
    discountBp: discount.bp,
    discountOn: start && discountDay(terms, start),
  };
};

/** A bill or credit of a payment, as its discount is reckoned: what is payable of it, in cents. */
export type Discounted = {
  number: string;
  payable: number;
  discountBp: number;
  discountOn: Day | null;
};

/**
 * What each bill of one payment grants when it is paid on a day, in cents: the percent of what is payable,
 * less the credits that go with it, which lessen bills with a discount first, in the order of their numbers.
 * `won` is taken; `lost` would have been, had it been paid by its day. Nothing of credits.
 */
export const discountsOf = (
  bills: readonly Discounted[],
  payOn: Day,
): { won: number; lost: number }[] => {
  let credits = bills.reduce((sum, { payable }) => sum - Math.min(0, payable), 0);
  const inOrder = bills
    .map((bill, at) => ({ bill, at }))
    .filter(({ bill }) => bill.discountBp > 0 && bill.discountOn !== null && bill.payable > 0)
    .toSorted((a, b) => (a.bill.number < b.bill.number ? -1 : 1));
  const found = bills.map(() => ({ won: 0, lost: 0 }));
  for (const { bill, at } of inOrder) {
    const lessened = Math.min(credits, bill.payable);
    credits -= lessened;
    const cents = discountCents(bill.payable - lessened, bill.discountBp);
    found[at] = bill.discountOn! >= payOn ? { won: cents, lost: 0 } : { won: 0, lost: cents };
  }
  return found;
};

/** When what happened of a bill whose discount was lost. */
export type Waited = {
  discountOn: Day;
  receivedOn: Day;
  acceptedOn: Day | null;
  approvedOn: Day | null;
  disputed: boolean;
  approver: string | null;
};

/** Whom a lost discount waited for on its last day, in a sentence. */
export const waitedFor = (w: Waited): string => {
  const last = formatDate(w.discountOn);
  if (w.receivedOn > w.discountOn) return `It came on ${formatDate(w.receivedOn)}, after ${last}.`;
  if (w.disputed) return `It was disputed with the vendor on ${last}.`;
  if (w.acceptedOn === null || w.acceptedOn > w.discountOn)
    return `On ${last} it waited for the receipt of its goods${w.acceptedOn ? `, posted on ${formatDate(w.acceptedOn)}` : ""}.`;
  if (w.approvedOn === null || w.approvedOn > w.discountOn)
    return `On ${last} it waited for its approval${w.approvedOn ? `, given on ${formatDate(w.approvedOn)}${w.approver ? ` by ${w.approver}` : ""}` : ""}.`;
  return `It was approved on ${formatDate(w.approvedOn)} and waited for a payment run of accounts payable.`;
};

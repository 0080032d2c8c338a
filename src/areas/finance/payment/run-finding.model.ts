import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";

/** What of a bill of a run is won, lost and owed, in cents. */
export type Share = {
  discount: number;
  discountOn: Day | null;
  discountLost: number;
  interest: number;
  late: boolean;
};

const sum = (shares: readonly Share[], of: "discount" | "discountLost" | "interest") =>
  shares.reduce((n, share) => n + share[of], 0);

const wonSaid = (shares: readonly Share[]): string[] => {
  const won = shares.filter(({ discount }) => discount > 0);
  if (won.length === 0) return [];
  const days = won.map(({ discountOn }) => discountOn!).toSorted();
  return [
    `${formatCents(sum(won, "discount"))} can be won by paying ${counted(won.length, "invoice")} by ${formatDate(days[0]!)}`,
  ];
};

const lostSaid = (shares: readonly Share[]): string[] => {
  const lost = shares.filter(({ discountLost }) => discountLost > 0);
  return lost.length === 0
    ? []
    : [
        `${formatCents(sum(lost, "discountLost"))} of discounts on ${counted(lost.length, "invoice")} can be won no more`,
      ];
};

const owedSaid = (shares: readonly Share[]): string[] => {
  const owed = shares.filter(({ interest }) => interest > 0);
  return owed.length === 0
    ? []
    : [
        `${formatCents(sum(owed, "interest"))} interest is owed on ${counted(owed.length, "invoice")}`,
      ];
};

/**
 * What a run wins, can win no more and owes, in one sentence; `unruled` names the place whose rule for
 * interest is missing where bills are late without one (null: none is late so).
 */
export const findingSaid = (shares: readonly Share[], unruled: string | null): string => {
  const said = [...wonSaid(shares), ...lostSaid(shares), ...owedSaid(shares)];
  const late = shares.filter((share) => share.late && share.interest === 0).length;
  const first =
    said.length === 0
      ? "No discount can be won and no interest is owed in this run."
      : `${said.join("; ")}.`;
  return unruled !== null && late > 0
    ? `${first} ${counted(late, "invoice")} ${late === 1 ? "is" : "are"} late, and no prompt-payment rule of ${unruled} stands under Rules: no interest is reckoned without one.`
    : first;
};

/** What a run takes of discounts, cannot take any more and pays of interest; null where none of it. */
export const runSaid = (shares: readonly Share[]): string | null => {
  const of = (key: "discount" | "discountLost" | "interest") => {
    const some = shares.filter((share) => share[key] > 0);
    return {
      cents: formatCents(sum(some, key)),
      n: some.length,
      on: counted(some.length, "invoice"),
    };
  };
  const [won, lost, owed] = [of("discount"), of("discountLost"), of("interest")];
  const said = [
    ...(won.n > 0 ? [`takes ${won.cents} of discounts on ${won.on}`] : []),
    ...(lost.n > 0 ? [`lost ${lost.cents} of discounts on ${lost.on}`] : []),
    ...(owed.n > 0 ? [`pays ${owed.cents} interest for paying late on ${owed.on}`] : []),
  ];
  return said.length === 0 ? null : `This run ${said.join(", ")}.`;
};

/** What a payment takes and owes, as it was approved and as it would leave. */
export type AtDay = { number: string; discount: number; interest: number };

/**
 * Why a payment cannot leave on another day than was approved, or null: its discounts end before, or more
 * interest is owed by then. What was approved is what is paid, to the cent.
 */
export const changedByDay = (approved: AtDay, leaving: AtDay, payOn: Day): string | null => {
  const on = formatDate(payOn);
  if (leaving.discount < approved.discount)
    return `${approved.number} takes a discount of ${formatCents(approved.discount)} that has ended when it leaves on ${on}. Take the payment off the run and propose it anew.`;
  if (leaving.interest !== approved.interest)
    return `${approved.number} pays interest of ${formatCents(approved.interest)}; ${formatCents(leaving.interest)} is owed when it leaves on ${on}. Take the payment off the run and propose it anew.`;
  return null;
};

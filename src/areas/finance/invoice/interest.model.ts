import { addMonths, addDays, type Day } from "#kernel/time.ts";

/**
 * What a rule says of paying late: hundredths of a percent of the unpaid balance for each month or part
 * of one, at least so many cents a month where the balance is at least `interestFrom` (Minn. Stat.
 * 471.425 subd. 4: 1.5 percent, $10 from $100 on).
 */
export type InterestTerms = {
  interestBp: number;
  interestLeast: number;
  interestFrom: number;
  /** Who says so; null where no rule asks for interest. */
  interestRule: string | null;
};

type Rule = { citation: string; parameters: Readonly<Record<string, unknown>> };
const numberIn = ({ parameters }: Rule, name: string) =>
  typeof parameters[name] === "number" ? parameters[name] : 0;

/** The terms of the rules that hold on a bill's day: of several those with the highest rate. */
export const interestTerms = (held: readonly Rule[]): InterestTerms => {
  const [rule] = held
    .filter((each) => numberIn(each, "interestBp") > 0)
    .toSorted((a, b) => numberIn(b, "interestBp") - numberIn(a, "interestBp"));
  return {
    interestBp: rule ? numberIn(rule, "interestBp") : 0,
    interestLeast: rule ? numberIn(rule, "interestLeastCents") : 0,
    interestFrom: rule ? numberIn(rule, "interestFromCents") : 0,
    interestRule: rule?.citation ?? null,
  };
};

type Late = InterestTerms & {
  dueOn: Day;
  /** Days in which it was disputed in good faith: they come on top of the due day. */
  disputedDays: number;
  /** What is owed without retainage that is withheld, in cents. */
  owed: number;
  payments: readonly { paidOn: Day; cents: number }[];
};

/**
 * Interest owed until a day, in cents: for each month or part of one behind the due day, of what was
 * unpaid when that month began. A payment on the last day of a month still counts for it.
 */
export const interestUntil = (bill: Late, until: Day): number => {
  if (bill.interestBp === 0) return 0;
  const begins = addDays(bill.dueOn, bill.disputedDays);
  let interest = 0;
  for (let month = 0, from = begins; from < until; from = addMonths(begins, ++month)) {
    const on = from;
    const paid = bill.payments.filter(({ paidOn }) => paidOn <= on);
    const unpaid = bill.owed - paid.reduce((sum, { cents }) => sum + cents, 0);
    if (unpaid <= 0) break;
    const least = unpaid >= bill.interestFrom ? bill.interestLeast : 0;
    interest += Math.max(Math.round((unpaid * bill.interestBp) / 10_000), least);
  }
  return interest;
};

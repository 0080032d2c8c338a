import { addDays, addMonths, type Day } from "#kernel/time.ts";
import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import type { Rule } from "#areas/governance/governance.public.ts";

/** What the rule of a check's day says: months until a bank need not pay it, days for an answer. */
export type StaleTerms = { months: number; answerDays: number };

/**
 * The rule of a day on stale checks (U.C.C. 4-404, as the state enacted it), of the agency's rules with the
 * shipped one among them (`rulesOfKey`); what a rule of the agency's own leaves open is as shipped.
 */
export const staleTerms = (rules: readonly Rule[], on: Day): StaleTerms => {
  const own = ownOrShipped(rules, "staleCheck", on);
  const shipped = rules.filter((rule) => rule.jurisdiction === "federal");
  const least = (name: string) => leastOf(own, name) ?? leastOf(shipped, name)!;
  return { months: least("months"), answerDays: least("answerDays") };
};

/**
 * The first day on which a bank need not pay a check: the one behind `months` after its date ("more than
 * six months after its date").
 */
export const staleFrom = (dated: Day, { months }: StaleTerms): Day =>
  addDays(addMonths(dated, months), 1);

type Check = {
  method: string;
  staleOn: Day | null;
  answerBy: Day | null;
  today: Day;
};

/** Why the payee of a payment is not asked about it now, or null. */
export const whyNotAsk = ({ method, staleOn, answerBy, today }: Check): string | null => {
  if (method !== "check" || !staleOn)
    return "Payees are asked about checks that they did not deposit.";
  if (staleOn > today) return "The bank still pays it. The payee is asked once it is stale.";
  if (answerBy && answerBy >= today) return "The payee was asked and still has time to answer.";
  return null;
};

import type { Verdict } from "#kernel/control.ts";

/** Who did what of an order, by person; `names`: what each was called when it was judged. */
export type EndsFacts = {
  ordered: readonly string[];
  approved: readonly string[];
  received: readonly string[];
  names: Readonly<Record<string, string>>;
};

const acts = [
  ["ordered", "approved"],
  ["ordered", "received"],
  ["approved", "received"],
] as const;

/**
 * Nobody orders and approves a purchase, orders and receives it, or approves and receives it (separation
 * of duties, 2 CFR 200.303(a); GAO-14-704G 10.03). What was approved by nobody or not received yet is
 * judged by what there is.
 */
export const judgeEnds = (facts: EndsFacts): Verdict => {
  if (facts.ordered.length === 0)
    return { answer: "not_applicable", said: "The order has not gone out yet." };
  if (facts.approved.length === 0 && facts.received.length === 0)
    return { answer: "not_applicable", said: "One person alone had to do with it so far." };
  const joined = acts.flatMap(([one, other]) =>
    facts[one]
      .filter((person) => facts[other].includes(person))
      .map((person) => `${facts.names[person] ?? "A former member"} ${one} and ${other} it.`),
  );
  return joined.length === 0
    ? { answer: "pass", said: "Ordered, approved and received by different people." }
    : { answer: "fail", said: joined.join(" ") };
};

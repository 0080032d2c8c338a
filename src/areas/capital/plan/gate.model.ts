import { z } from "zod";

/** What the adoption of a capital plan asks at its end; counted anew whenever somebody looks. */
export type PlanFacts = {
  firstYear: number;
  /** The plan that is adopted from the same year already. */
  otherPlan: string | null;
  /** Null: not worked out yet. */
  answer: "optimal" | "stopped" | "infeasible" | null;
  /** Pins, ceilings and sums hold in whole cents. */
  holds: boolean;
  /** Requests of the plan that are withdrawn, declined or adopted by now. */
  gone: readonly string[];
  /** Why the budget of the first year does not take it. */
  refusals: readonly string[];
  /** Funds of an open first year that would break a dated rule by it. */
  funds: readonly string[];
  /** The first year is in force: the lines come by an amendment, which names its source. */
  open: boolean;
};

const finding = z.object({
  code: z.string(),
  sentence: z.string(),
  /** `stops`: it cannot be adopted so. `decides`: whoever enters the decision says something. */
  kind: z.enum(["stops", "decides"]),
});
export const planGate = z.array(finding);
export type PlanFinding = z.output<typeof finding>;

const stopsOf = (f: PlanFacts): [string, string | false][] => [
  ["not_solved", f.answer === null && "The plan is not worked out yet."],
  ["infeasible", f.answer === "infeasible" && "No plan keeps these pins and ceilings."],
  ["adopted", f.otherPlan !== null && `${f.otherPlan} is the adopted plan from ${f.firstYear}.`],
  [
    "plan_broken",
    f.answer !== null &&
      f.answer !== "infeasible" &&
      !f.holds &&
      "The plan does not keep its ceilings. Work it out again.",
  ],
  [
    "gone",
    f.gone.length > 0 &&
      `${f.gone.join(", ")} ${f.gone.length === 1 ? "is" : "are"} no longer to be chosen. Work it out again.`,
  ],
];

/**
 * Everything that would stop the adoption of a plan as it stands, all of it at once, and what
 * whoever enters the decision has to say. The adoption itself asks the same.
 */
export const planGateOf = (facts: PlanFacts): PlanFinding[] => [
  ...stopsOf(facts).flatMap(([code, sentence]): PlanFinding[] =>
    sentence ? [{ code, sentence, kind: "stops" }] : [],
  ),
  ...facts.refusals.map((sentence): PlanFinding => ({ code: "year", sentence, kind: "stops" })),
  ...facts.funds.map((sentence): PlanFinding => ({ code: "fund", sentence, kind: "decides" })),
  ...(facts.open
    ? [
        {
          code: "source",
          sentence: `Fiscal year ${facts.firstYear} is in force: its lines come as an amendment that a second person approves. Say where the money comes from.`,
          kind: "decides" as const,
        },
      ]
    : []),
];

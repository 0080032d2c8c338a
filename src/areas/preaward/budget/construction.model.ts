import type { ApplicationKind } from "../federal-form/federal-form.ts";
import type { BudgetRule } from "./budget-rules.model.ts";
import type { ConstructionLine } from "./budget.labels.ts";
import type { Budget, BudgetLine } from "./budget.model.ts";
import { classOf, costOf, fringeOf, workOut } from "./workings.model.ts";

// Under which line of the SF-424C a cost falls where nobody says otherwise.
const usual = (line: BudgetLine, budget: Budget, rule: BudgetRule): ConstructionLine => {
  switch (line.kind) {
    case "personnel":
    case "travel":
      return "administration";
    case "contractual":
      return "architectural";
    case "construction":
      return "construction";
    default:
      return classOf(line, budget, rule) === "equipment" ? "equipment" : "miscellaneous";
  }
};

/**
 * What a budget comes to by the lines of the SF-424C, over all years of the project, in cents;
 * indirect costs are administrative. Lines without cost are left out.
 */
export const constructionCosts = (
  budget: Budget,
  rule: BudgetRule,
): ReadonlyMap<ConstructionLine, number> => {
  const costs = new Map<ConstructionLine, number>();
  const add = (to: ConstructionLine, cents: number) => {
    if (cents !== 0) costs.set(to, (costs.get(to) ?? 0) + cents);
  };
  for (const line of budget.lines)
    add(line.construction ?? usual(line, budget, rule), costOf(line) + fringeOf(line));
  add("administration", workOut(budget, rule).indirect);
  return costs;
};

export type Funding = { total: number; match: number; income: number; federal: number };

/**
 * Who pays for all years of a project. Of construction the program income is taken off its costs
 * (SF-424C, lines 15 and 16); elsewhere it stands beside them (SF-424A, line 7).
 */
export const fundingOf = (kind: ApplicationKind, budget: Budget, rule: BudgetRule): Funding => {
  const { total, match, federal } = workOut(budget, rule);
  const income = budget.activities.reduce((n, { programIncome }) => n + programIncome, 0);
  return { total, match, income, federal: kind === "construction" ? federal - income : federal };
};

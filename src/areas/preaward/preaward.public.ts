export { budgetRuleOf, type BudgetRule } from "./budget/budget-rules.data.ts";

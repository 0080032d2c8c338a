export { budgetRuleOf } from "./budget/budget-rules.data.ts";
export { amount, ask, is, oneOf, short, sumOf } from "./federal-form/asked.ts";

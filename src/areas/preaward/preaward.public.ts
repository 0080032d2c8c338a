export { budgetRuleOf } from "./budget/budget-rules.data.ts";

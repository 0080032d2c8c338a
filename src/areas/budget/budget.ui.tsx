export type { AccountString, BudgetEffectRow } from "./budget.model.ts";
export { BudgetEffect, type EffectRow } from "./line/BudgetEffect.tsx";
export { BudgetNav } from "./line/BudgetNav.tsx";
export { CostCodeChoice, CostCodeField } from "./cost-code/CostCodeField.tsx";
export { costCodeFilter } from "./cost-code/list-filters.ts";
export { CostCodesTab } from "./cost-code/CostCodesTab.tsx";

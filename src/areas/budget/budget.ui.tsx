export type { AccountString, BudgetEffectRow } from "./budget.model.ts";
export { BudgetEffect, type EffectRow } from "./line/BudgetEffect.tsx";
export { BudgetNav } from "./line/BudgetNav.tsx";

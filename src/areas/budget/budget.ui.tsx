export { BudgetEffect, type EffectRow } from "./line/BudgetEffect.tsx";

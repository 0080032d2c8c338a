import { Budgets } from "./Budgets.tsx";

/** /grant-budget-builder. */
export default function BudgetHome() {
  return <Budgets />;
}

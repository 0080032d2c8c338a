import { Budgets } from "./Budgets.tsx";

/** /grant-budget-builder. */
export default function BudgetHome() {
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Grant budget builder</h1>
      <Budgets />
    </div>
  );
}

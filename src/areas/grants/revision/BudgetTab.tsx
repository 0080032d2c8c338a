import { AwardTable } from "../award/AwardTable.tsx";
import { RevisionTable } from "./RevisionTable.tsx";

/** Budgets of awards, and how they were revised. */
export default function BudgetTab() {
  return (
    <div className="stack">
      <AwardTable title="Award budgets" fixed="status=accepted,active,amended,suspended,ended" />
      <RevisionTable />
    </div>
  );
}

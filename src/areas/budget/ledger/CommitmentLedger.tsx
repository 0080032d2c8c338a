import { BudgetNav } from "../line/BudgetNav.tsx";
import { LedgerTable } from "./LedgerTable.tsx";

/** Every movement of budget money, with the document that caused it. */
export default function CommitmentLedger() {
  return (
    <>
      <BudgetNav />
      <LedgerTable />
    </>
  );
}

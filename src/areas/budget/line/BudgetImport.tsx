import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { BudgetNav } from "./BudgetNav.tsx";

const nouns = ["budget-lines", "account-strings", "segments", "commitment-entries"];

/** Imports an adopted budget from CSV: one row per account string and year. */
export default function BudgetImport() {
  const navigate = useNavigate();
  return (
    <>
      <BudgetNav />
      <h1 className="mb-4 text-22 font-semibold">Import a budget</h1>
      <ImportWizard
        kind="budget-lines"
        things="budget lines"
        nouns={nouns}
        help="Columns: fiscal year, fund, department, account, project, award, amount. Funds and accounts that do not exist are named, not made."
        onDone={() => void navigate(pathTo("budget"))}
      />
    </>
  );
}

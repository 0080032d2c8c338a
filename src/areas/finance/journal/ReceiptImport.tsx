import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** What came in, from a file. */
export default function ReceiptImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("journal.prepare"))
    return (
      <EmptyState page kind="no-access" title="You cannot import receipts">
        Accounts payable, grant managers and payroll can. An administrator grants a duty under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import receipts</h1>
      <ImportWizard
        kind="receipts"
        things="receipts"
        nouns={["journals"]}
        onDone={() => void navigate(pathTo("journals"))}
        help={
          <p>
            CSV or XLSX, one row per receipt: batch, account string of revenue, received on,
            description, amount. The rows of a batch become a journal, which another person posts;
            then they count on the budget&apos;s lines of revenue.
          </p>
        }
      />
    </div>
  );
}

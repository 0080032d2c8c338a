import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** A payroll register from a file. */
export default function PayrollImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("payroll.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import payroll">
        People with the duty Payroll can. An administrator grants it under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import a payroll register</h1>
      <ImportWizard
        kind="payroll"
        things="rows of pay"
        nouns={["journals"]}
        onDone={() => void navigate(pathTo("journals"))}
        help={
          <p>
            CSV or XLSX, one row per person, account and pay period: register, employee, account
            string, from, to, paid on, amount. The rows of one register become a journal, which
            another person posts.
          </p>
        }
      />
    </div>
  );
}

import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** A list of opportunities from a file. */
export default function OpportunityImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("grantOpportunity.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import opportunities">
        A manager or an administrator can.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import grant opportunities</h1>
      <ImportWizard
        kind="grant-opportunities"
        things="opportunities"
        nouns={["grant-opportunities"]}
        onDone={() => void navigate(pathTo("grantOpportunities"))}
        help={
          <p>
            CSV or XLSX, one opportunity a row. Number and title are needed. One that is there
            already is completed and not doubled; one that is not relevant stays out.
          </p>
        }
      />
    </div>
  );
}

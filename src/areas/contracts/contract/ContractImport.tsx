import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** A register of contracts from a file. */
export default function ContractImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("contract.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import contracts">
        Contract managers and administrators can. An administrator grants the duty under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import contracts</h1>
      <ImportWizard
        kind="contracts"
        things="contracts"
        nouns={["contracts"]}
        onDone={() => void navigate(pathTo("contracts"))}
        help={
          <p>
            CSV or XLSX, one contract a row: title, vendor (number or legal name), department, first
            and last day, ceiling, and what is drawn so far. They are in force as they come in;
            those whose last day has passed come in as expired.
          </p>
        }
      />
    </div>
  );
}

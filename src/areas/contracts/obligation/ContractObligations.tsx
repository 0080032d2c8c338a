import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { ObligationTable } from "./ObligationTable.tsx";

const AddDialog = dialogOnDemand(async () => (await import("./AddDialog.tsx")).AddDialog);

/** What both sides of a contract owe. */
export function ContractObligations({ contractId }: { contractId: string }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  return (
    <>
      {can("contract.edit") && (
        <p>
          <button type="button" className="btn" onClick={() => setAdding(true)}>
            Enter an obligation
          </button>
        </p>
      )}
      <ObligationTable contractId={contractId} />
      {adding && <AddDialog contractId={contractId} onClose={() => setAdding(false)} />}
    </>
  );
}

import { ObligationTable } from "./ObligationTable.tsx";

/** /contract-management/obligations: what is due under every contract. */
export default function ObligationList() {
  return <ObligationTable />;
}

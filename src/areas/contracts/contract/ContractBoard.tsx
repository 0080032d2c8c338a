import { StageBoard } from "#areas/procurement/procurement.ui.tsx";

/** Contracts by stage, from the request to the closeout. */
export default function ContractBoard() {
  return <StageBoard title="Contract lifecycle" noun="contracts" path="/api/v1/contract-board" />;
}

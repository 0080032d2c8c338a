import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Panel } from "#web/kit/states.tsx";
import { CeilingStrip } from "../contract/CeilingStrip.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";

/** The ceiling over all lots of the contract that this one is a lot of. */
export function LotPanel({ contract: c }: { contract: ContractDetail }) {
  if (!c.joint || !c.masterId) return null;
  return (
    <Panel
      title="Over all lots"
      aside={<Link to={pathTo("contractMaster", { id: c.masterId })}>All lots</Link>}
    >
      <p className="mb-2 text-t2">
        Lot {c.lotNo} of {c.joint.number}
      </p>
      <CeilingStrip contract={c.joint} />
    </Panel>
  );
}

import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Panel } from "#web/kit/states.tsx";
import { RequestTable } from "../request/RequestTable.tsx";
import { IncidentMap } from "./IncidentMap.tsx";
import { IncidentTable } from "./IncidentTable.tsx";
import { OperationsFinding } from "./OperationsFinding.tsx";

/** Command's board: what holds in words, where it is, the open incidents and the requests that wait. */
export default function OpsHub() {
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-22 font-semibold">Disaster operations</h1>
        <span className="flex flex-wrap gap-2 ml-auto">
          <Link className="btn" to={pathTo("supplyChain")}>
            Supply chain
          </Link>
          <Link className="btn" to={pathTo("incidentTimeline")}>
            Timeline
          </Link>
          <Link className="btn btn-primary" to={pathTo("disasterResponse")}>
            Response
          </Link>
        </span>
      </div>
      <OperationsFinding />
      <Panel title="Where open incidents are">
        <IncidentMap />
      </Panel>
      <IncidentTable open />
      <RequestTable />
    </div>
  );
}

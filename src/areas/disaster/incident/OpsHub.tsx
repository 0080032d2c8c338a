import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { AlertTable } from "../alert/AlertTable.tsx";
import { RequestTable } from "../request/RequestTable.tsx";
import { IncidentTable } from "./IncidentTable.tsx";

/** Command's board: warnings that hold, open incidents, requests that wait. */
export default function OpsHub() {
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-22 font-semibold">Disaster operations</h1>
        <span className="flex flex-wrap gap-2 ml-auto">
          <Link className="btn" to={pathTo("disasterResponse")}>
            Response
          </Link>
          <Link className="btn" to={pathTo("supplyChain")}>
            Supply chain
          </Link>
          <Link className="btn" to={pathTo("incidentTimeline")}>
            Timeline
          </Link>
        </span>
      </div>
      <IncidentTable open />
      <AlertTable active />
      <RequestTable />
    </div>
  );
}

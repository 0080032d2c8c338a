import { Link } from "react-router";
import { ItemTable } from "./ItemTable.tsx";

/** What all projects cost, line by line. */
export default function CostsTab() {
  return (
    <div className="stack">
      <div>
        <h1>Costs</h1>
        <p className="text-t2">
          Assigned is not claimed. Every line names the rule by which it is eligible or excluded.
          Timesheets are read in and confirmed under{" "}
          <Link className="underline" to="/fema-grants-hub/crew">
            Crew hours
          </Link>
          .
        </p>
      </div>
      <ItemTable />
    </div>
  );
}

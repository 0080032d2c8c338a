import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { SubawardTable } from "./SubawardTable.tsx";

/** Subrecipients: to whom the agency passes grant money on. */
export function RecipientTab() {
  return (
    <>
      <p className="mb-3 text-t2">
        What of it is reported to SAM.gov, and by when, stands in{" "}
        <Link to={pathTo("subawardReports")}>Reports of subawards</Link>.
      </p>
      <SubawardTable />
    </>
  );
}

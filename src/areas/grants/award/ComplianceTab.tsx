import { ReportTable } from "../report/ReportTable.tsx";
import { AwardTable } from "./AwardTable.tsx";

/** What needs attention, and the reports that are due. */
export default function ComplianceTab() {
  return (
    <div className="stack">
      <AwardTable title="Awards that need attention" fixed="attention=true" />
      <ReportTable title="Reports due" fixed="status=due,prepared,certified" />
    </div>
  );
}

import { pathTo } from "#areas.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { options } from "#kernel/labels.ts";
import { reportStates } from "./report.labels.ts";
import type { SubawardReport } from "./report.model.ts";
import { ReportFinding } from "./ReportFinding.tsx";

const columns: readonly Column<SubawardReport>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "state", label: "State", kind: "status", value: (s) => s.state, statuses: reportStates },
  { id: "dueOn", label: "Report by", kind: "day", value: (s) => s.dueOn },
  { id: "subrecipient", label: "Subrecipient", kind: "text", value: (s) => s.subrecipient },
  {
    id: "amount",
    label: "Obligated",
    kind: "money",
    main: () => true,
    value: (s) => s.amount,
    total: true,
  },
  { id: "obligatedOn", label: "On", kind: "day", value: (s) => s.obligatedOn },
  { id: "uei", label: "UEI", kind: "text", value: (s) => s.uei },
  { id: "fain", label: "Federal award", kind: "text", value: (s) => s.fain },
  { id: "listing", label: "Listing", kind: "text", value: (s) => s.listing },
  { id: "reportedOn", label: "Reported", kind: "day", value: (s) => s.reportedOn },
  { id: "reference", label: "In SAM.gov", kind: "text", value: (s) => s.reference },
];
const filters: readonly Filter[] = [
  { id: "state", label: "State", kind: "set", pinned: true, options: options(reportStates) },
  { id: "dueOn", label: "Report by", kind: "day" },
  { id: "obligatedOn", label: "Obligated on", kind: "day" },
  { id: "amount", label: "Obligated", kind: "money" },
];

/** What is reported of subawards to SAM.gov, by when, and what was; Export brings the file. */
export default function ReportList() {
  return (
    <div className="stack">
      <h1>Reports of subawards</h1>
      <ReportFinding />
      <DataTable<SubawardReport>
        name="subaward-reports"
        title="Reports of subawards"
        path="/api/v1/subaward-reports"
        columns={columns}
        filters={filters}
        defaultSort="dueOn"
        embedded
        exportable
        rowHref={(s) => `${pathTo("subaward", { id: s.id })}?tab=report`}
        empty={{
          title: "Nothing to report",
          text: "A subaward of federal money from the law's amount on stands here once it is executed: 2 CFR part 170.",
        }}
      />
    </div>
  );
}

import { CountedFinding } from "#web/kit/CountedFinding.tsx";
import { Link } from "react-router";
import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { CorrectiveTable } from "../action/CorrectiveTable.tsx";
import { Establishments } from "./Establishments.tsx";
import { outcomes, safetyKinds, safetyStatuses } from "./safety.labels.ts";
import type { SafetyRow } from "./safety.model.ts";

const ReportDialog = dialogOnDemand(async () => (await import("./ReportDialog.tsx")).ReportDialog);

const columns: readonly Column<SafetyRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  { id: "title", label: "Case", kind: "text", sortable: false, value: (c) => c.title },
  { id: "happenedOn", label: "Happened", kind: "day", value: (c) => c.happenedOn },
  { id: "establishment", label: "Establishment", kind: "text", value: (c) => c.establishment },
  {
    id: "outcome",
    label: "Outcome",
    kind: "text",
    sortable: false,
    value: (c) => c.outcome && outcomes[c.outcome],
  },
  {
    id: "daysAway",
    label: "Days away",
    kind: "number",
    sortable: false,
    value: (c) => c.daysAway,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (c) => c.status,
    statuses: safetyStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(safetyStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(safetyKinds),
  },
  {
    id: "outcome",
    label: "Outcome",
    kind: "set",
    options: options(outcomes),
  },
  { id: "happenedOn", label: "Happened", kind: "day" },
  { id: "recordable", label: "Recordable", kind: "flag" },
  { id: "open", label: "Open", kind: "flag" },
];

function Cases() {
  return (
    <DataTable<SafetyRow>
      name="safety-cases"
      title="Safety cases"
      path="/api/v1/safety-cases"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      rowHref={(c) => pathTo("safetyCase", { id: c.id })}
      empty={{
        title: "No safety cases yet",
        text: "Injuries, illnesses and near misses are reported by everybody, and kept by the safety officer.",
      }}
    />
  );
}

function ForEverybody() {
  return (
    <Panel title="Report it">
      <p>
        Report an injury, an illness, or something that nearly went wrong. The safety officer is
        told. Names and medical facts are read by the safety officer alone, and each reading is
        recorded. A near miss may be reported without your name.
      </p>
      <p className="mt-3 text-t2">In an emergency call 911 first.</p>
    </Panel>
  );
}

const cases = "/safety-management?tab=cases";
/** What is open of the safety record. */
function SafetyFinding() {
  return (
    <CountedFinding
      parts={[
        {
          path: "/api/v1/safety-cases",
          query: "open=true",
          says: ["safety case is open", "safety cases are open"],
          to: `${cases}&open=true`,
        },
        {
          path: "/api/v1/safety-cases",
          query: "open=true&recordable=true",
          says: ["of them is recordable", "of them are recordable"],
          to: `${cases}&open=true&recordable=true`,
        },
        {
          path: "/api/v1/corrective-actions",
          query: "late=true",
          says: ["corrective action is late", "corrective actions are late"],
          to: "/safety-management?tab=actions&late=true",
        },
      ]}
      none="No safety case is open and no corrective action is late."
    />
  );
}

/** /safety-management: reporting for everybody; cases, corrective actions and forms for who keeps them. */
export default function SafetyPage() {
  const { can } = useAuth();
  const [reporting, setReporting] = useState(false);
  const reads = can("safety.read");
  return (
    <>
      <div className="list-head">
        <h1>Safety</h1>
        {reads && (
          <Link className="btn" to={pathTo("safetyForms")}>
            OSHA forms
          </Link>
        )}
        <button type="button" className="btn btn-primary" onClick={() => setReporting(true)}>
          Report an injury or near miss
        </button>
      </div>
      {reads && <SafetyFinding />}
      {reads ? (
        <Tabs
          label="Parts of safety"
          tabs={[
            { id: "cases", label: "Cases", content: () => <Cases /> },
            { id: "actions", label: "Corrective actions", content: () => <CorrectiveTable /> },
            { id: "establishments", label: "Establishments", content: () => <Establishments /> },
          ]}
        />
      ) : (
        <ForEverybody />
      )}
      {reporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  );
}

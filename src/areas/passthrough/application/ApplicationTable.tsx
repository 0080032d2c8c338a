import { useState } from "react";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { ProgramDetail } from "../program/program.model.ts";
import { applicationStatuses } from "./application.labels.ts";
import type { ProgramApplication } from "./application.model.ts";

const EnterDialog = dialogOnDemand(async () => (await import("./EnterDialog.tsx")).EnterDialog);

const columns: readonly Column<ProgramApplication>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "applicant", label: "Applicant", kind: "text", value: (a) => a.applicant },
  { id: "title", label: "Project", kind: "text", value: (a) => a.title },
  {
    id: "requested",
    label: "Asks for",
    kind: "money",
    main: () => true,
    value: (a) => a.requested,
    total: true,
  },
  { id: "match", label: "Match", kind: "money", value: (a) => a.match },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: applicationStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: Object.entries(applicationStatuses)
      .filter(([value]) => value !== "draft")
      .map(([value, { label }]) => ({ value, label })),
  },
];

/** What was sent to a program. */
export function ApplicationTable({ program: p }: { program: ProgramDetail }) {
  const { can } = useAuth();
  const [entering, setEntering] = useState(false);
  return (
    <>
      {p.status === "open" && can("grantProgram.edit") && (
        <p className="mb-3">
          <button type="button" className="btn" onClick={() => setEntering(true)}>
            Enter one that came on paper
          </button>
        </p>
      )}
      <DataTable<ProgramApplication>
        name="program-applications"
        title="Applications"
        path="/api/v1/program-applications"
        embedded
        fixed={`programId=${p.id}`}
        columns={columns}
        filters={filters}
        defaultSort="number"
        rowHref={(a) => pathTo("programApplication", { id: a.id })}
        empty={{
          title: "No applications yet",
          text: "Applicants send them from the vendor portal while the program is open.",
        }}
      />
      {entering && <EnterDialog program={p} onClose={() => setEntering(false)} />}
    </>
  );
}

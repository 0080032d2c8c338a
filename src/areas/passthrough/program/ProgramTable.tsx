import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { programStatuses, programViews } from "./program.labels.ts";
import type { Program } from "./program.model.ts";

const columns: readonly Column<Program>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "title", label: "Program", kind: "text", value: (p) => p.title },
  { id: "award", label: "Award that pays", kind: "text", value: (p) => p.award },
  {
    id: "total",
    label: "Total amount",
    kind: "money",
    main: () => true,
    value: (p) => p.total,
    total: true,
  },
  { id: "applications", label: "Applications", kind: "number", value: (p) => p.applications },
  { id: "closesOn", label: "Closes", kind: "day", value: (p) => p.closesOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: programStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(programStatuses),
  },
  { id: "mine", label: "I review", kind: "flag" },
  { id: "toScore", label: "Waits for my scores", kind: "flag" },
  { id: "toAgree", label: "Waits for my consensus", kind: "flag" },
  { id: "closesOn", label: "Closes", kind: "day" },
];

/** The agency's own grant programs. */
export function ProgramTable() {
  return (
    <DataTable<Program>
      name="grant-programs"
      title="Own grant programs"
      path="/api/v1/grant-programs"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      views={programViews}
      rowHref={(p) => pathTo("grantProgram", { id: p.id })}
      create={{
        label: "New program",
        to: pathTo("grantProgramNew"),
        permission: "grantProgram.edit",
      }}
      empty={{
        title: "No programs yet",
        text: "A program passes grant money on: others apply, reviewers score under seal, you select.",
      }}
    />
  );
}

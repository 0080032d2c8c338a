import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, lastDayIn } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { options } from "#kernel/labels.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { programCycle } from "../account/program.labels.ts";
import type { ProgramRow } from "../account/program.model.ts";
import { Recipes } from "./Recipes.tsx";

function LastDay({ endsAt }: { endsAt: Instant }) {
  const { timeZone } = useAgency();
  return <>{formatDate(lastDayIn(endsAt, timeZone))}</>;
}

const columns: readonly Column<ProgramRow>[] = [
  {
    id: "name",
    label: "Program",
    kind: "text",
    title: true,
    sortable: true,
    value: (row) => row.name,
  },
  { id: "purpose", label: "Purpose", kind: "text", value: (row) => row.purpose },
  {
    id: "ownerName",
    label: "Answers for it",
    kind: "text",
    sortable: true,
    value: (row) => row.ownerName,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: programCycle.statuses,
  },
  { id: "keys", label: "Good keys", kind: "number", value: (row) => row.keys },
  { id: "calls", label: "Calls", kind: "number", value: (row) => row.calls },
  { id: "lastUsedAt", label: "Last used", kind: "instant", value: (row) => row.lastUsedAt },
  {
    id: "endsAt",
    label: "Works until",
    kind: "instant",
    sortable: true,
    value: (row) => row.endsAt,
    cell: (row) => <LastDay endsAt={row.endsAt} />,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(programCycle.statuses),
  },
];

/** The tab Keys: programs with their keys, and how a program calls, by example. */
export function Keys() {
  return (
    <div className="stack">
      <Held permission="program.edit" what="New program">
        <Link className="btn btn-primary justify-self-start" to={pathTo("programNew")}>
          <Plus aria-hidden="true" />
          New program
        </Link>
      </Held>
      <DataTable<ProgramRow>
        name="programs"
        title="Programs"
        path="/api/v1/programs"
        columns={columns}
        filters={filters}
        defaultSort="name"
        embedded
        rowHref={(row) => pathTo("program", { id: row.id })}
        empty={{
          title: "No program works here yet",
          text: "Set one up for each script or system, so that none of them uses a person's password.",
        }}
      />
      <Recipes />
    </div>
  );
}

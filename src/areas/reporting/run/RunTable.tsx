import { pathTo } from "#areas.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { KeptRunRow } from "./run.model.ts";

const columns: readonly Column<KeptRunRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (x) => x.number },
  { id: "name", label: "Report", kind: "text", value: (x) => x.name },
  { id: "finding", label: "Finding", kind: "text", sortable: false, value: (x) => x.finding },
  { id: "keptBy", label: "Kept by", kind: "text", sortable: false, value: (x) => x.keptBy },
  { id: "keptAt", label: "Kept", kind: "instant", value: (x) => x.keptAt },
];
const filters: readonly Filter[] = [
  { id: "mine", label: "Kept by me", kind: "flag", pinned: true },
  { id: "shared", label: "Shared", kind: "flag" },
];

/** What reports said: of all reports, or of one. */
export function RunTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<KeptRunRow>
      name="kept-runs"
      title="Kept runs"
      path="/api/v1/kept-runs"
      columns={columns}
      filters={filters}
      {...(fixed && { fixed, embedded: true })}
      defaultSort="-keptAt"
      rowHref={(x) => pathTo("keptRun", { id: x.id })}
      empty={{
        title: "Nothing kept yet",
        text: "A report says what is so now. Keep a run where what it said must stand.",
      }}
    />
  );
}

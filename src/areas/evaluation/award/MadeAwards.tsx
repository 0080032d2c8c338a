import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { MadeAward } from "./award.fields.model.ts";
import { awardStatuses } from "./award.labels.ts";

const columns: readonly Column<MadeAward>[] = [
  { id: "number", label: "Number", kind: "plate", value: (w) => w.number },
  { id: "title", label: "What", kind: "text", value: (w) => w.title },
  {
    id: "solicitationNumber",
    label: "Solicitation",
    kind: "text",
    sortable: false,
    value: (w) => w.solicitationNumber,
  },
  {
    id: "department",
    label: "Department",
    kind: "text",
    sortable: false,
    value: (w) => w.department,
  },
  { id: "madeAt", label: "Awarded", kind: "instant", value: (w) => w.madeAt },
  {
    id: "totalCents",
    label: "Amount",
    kind: "money",
    main: () => true,
    value: (w) => w.totalCents,
    total: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (w) => w.status,
    statuses: awardStatuses,
  },
];
const { waiting, final } = awardStatuses;
const filtersFor = (departments: readonly { id: string; name: string }[]): Filter[] => [
  { id: "status", label: "Status", kind: "set", options: options({ waiting, final }) },
  { id: "madeOn", label: "Awarded", kind: "day" },
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
];

/** What competitions led to: the awards that were made. */
export default function MadeAwards() {
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  ).data?.items;
  const filters = useMemo(() => filtersFor(departments ?? []), [departments]);
  return (
    <DataTable<MadeAward>
      name="awards"
      title="Awards of competitions"
      path="/api/v1/awards"
      columns={columns}
      filters={filters}
      defaultSort="-madeAt"
      rowHref={(w) => pathTo("solicitation", { id: w.solicitationId })}
      empty={{
        title: "No awards yet",
        text: "An award stands here once it is made, after its protest window.",
      }}
    />
  );
}

import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { growthSteps, type GrowthStep } from "./growth.labels.ts";
import type { Growth, PathRow } from "./growth.model.ts";

const keys = Object.keys(growthSteps) as GrowthStep[];

const columns: readonly Column<PathRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "What", kind: "text", value: (row) => row.title, title: true },
  { id: "department", label: "Department", kind: "text", value: (row) => row.department },
  { id: "requestedOn", label: "Requested", kind: "day", value: (row) => row.requestedOn },
  ...keys.map((step): Column<PathRow> => ({
    id: `${step}Days`,
    label: `${growthSteps[step].label} after days`,
    kind: "number",
    value: (row) => row[`${step}Days`],
  })),
];
const filters: readonly Filter[] = [
  {
    id: "waitsFor",
    label: "Waits for",
    kind: "set",
    pinned: true,
    options: keys.map((value) => ({ value, label: growthSteps[value].label })),
  },
];

type Props = { data: Growth; step: GrowthStep | null; departmentId: string | null };

/** The purchases behind the figures, with the days between their steps; of a step the longest first. */
export function PathTable({ data, step, departmentId }: Props) {
  const fixed = new URLSearchParams({
    "requestedOn.min": data.from,
    "requestedOn.max": data.to,
    ...(step && { step }),
    ...(departmentId && { departmentId }),
  }).toString();
  return (
    <DataTable<PathRow>
      key={fixed}
      name="paths"
      title="Purchases"
      path="/api/v1/growth/purchases"
      columns={columns}
      filters={filters}
      fixed={fixed}
      pageSize={10}
      defaultSort={step ? `-${step}Days` : "-requestedOn"}
      exportable
      embedded
      rowHref={(row) => pathTo("requisition", { id: row.id })}
      empty={{ title: "No purchase", text: "None began in these days." }}
    />
  );
}

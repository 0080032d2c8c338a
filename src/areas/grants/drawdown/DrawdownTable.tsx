import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { drawdownKinds, drawdownStatuses } from "./drawdown.labels.ts";
import type { Drawdown } from "./drawdown.model.ts";

const columns: readonly Column<Drawdown>[] = [
  { id: "number", label: "Number", kind: "plate", value: (d) => d.number },
  { id: "award", label: "Award", kind: "text", value: (d) => `${d.award} ${d.awardTitle}` },
  { id: "kind", label: "Kind", kind: "text", value: (d) => drawdownKinds[d.kind] },
  { id: "through", label: "Costs until", kind: "day", value: (d) => d.through },
  {
    id: "federal",
    label: "Asked for",
    kind: "money",
    value: (d) => d.federal,
    total: true,
    main: () => true,
  },
  { id: "match", label: "Match", kind: "money", value: (d) => d.match, total: true },
  { id: "paidOn", label: "Paid on", kind: "day", value: (d) => d.paidOn },
  { id: "paid", label: "Paid", kind: "money", value: (d) => d.paid, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (d) => d.status,
    statuses: drawdownStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(drawdownStatuses),
  },
  { id: "paidOn", label: "Paid on", kind: "day" },
];

/** Requests for money, of one award or of all. */
export function DrawdownTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<Drawdown>
      name="drawdowns"
      title="Drawdowns"
      path="/api/v1/drawdowns"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      {...(fixed ? { fixed, embedded: true } : {})}
      rowHref={(d) => pathTo("drawdown", { id: d.id })}
      empty={{ title: "No drawdowns yet", text: "An award in force draws from its paid lines." }}
    />
  );
}

import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { itemKinds } from "./item.labels.ts";
import type { Item } from "./item.model.ts";

const columns: readonly Column<Item>[] = [
  {
    id: "label",
    label: "What",
    kind: "text",
    title: true,
    sortable: false,
    value: (i) => [i.person, i.label].filter(Boolean).join(": "),
  },
  { id: "kind", label: "Kind", kind: "text", sortable: false, value: (i) => itemKinds[i.kind] },
  { id: "dayFrom", label: "Day", kind: "day", value: (i) => i.dayFrom },
  {
    id: "minutes",
    label: "Hours",
    kind: "text",
    sortable: false,
    value: (i) => (i.minutes ? `${(i.minutes / 60).toFixed(2)} ${i.pay ?? ""}` : ""),
  },
  {
    id: "rule",
    label: "Rule",
    kind: "text",
    sortable: false,
    value: (i) => `${i.eligible ? "" : i.asked ? "Asked: " : "Excluded: "}${i.rule} ${i.citation}`,
  },
  {
    id: "request",
    label: "Request",
    kind: "text",
    sortable: false,
    value: (i) => i.request ?? i.waitsBecause ?? (i.eligible ? "Waits" : ""),
  },
  {
    id: "cents",
    label: "Amount",
    kind: "money",
    value: (i) => i.cents,
    total: true,
    main: () => true,
  },
];
const filters: readonly Filter[] = [
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(itemKinds),
  },
  { id: "excluded", label: "Excluded", kind: "flag" },
  { id: "asked", label: "Asked about", kind: "flag" },
  { id: "waiting", label: "Waits for a request", kind: "flag" },
];

/** Lines of projects, of one or of all. */
export function ItemTable({ fixed, batch }: { fixed?: string; batch?: readonly BatchAction[] }) {
  return (
    <DataTable<Item>
      name="pa-items"
      title="Costs"
      path="/api/v1/pa-items"
      columns={columns}
      filters={filters}
      defaultSort="dayFrom"
      embedded
      {...(fixed ? { fixed } : {})}
      {...(batch ? { batch } : {})}
      empty={{ title: "No costs", text: "Assign invoices and hours from the page of a project." }}
    />
  );
}

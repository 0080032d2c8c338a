import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { changeStatuses, sides } from "./change.labels.ts";
import type { Change } from "./change.model.ts";

const columns: readonly Column<Change>[] = [
  { id: "number", label: "Number", kind: "plate", value: (x) => x.number },
  { id: "title", label: "What changes", kind: "text", value: (x) => x.title },
  { id: "contract", label: "Contract", kind: "text", value: (x) => x.contract },
  { id: "vendor", label: "Vendor", kind: "text", value: (x) => x.vendor },
  {
    id: "side",
    label: "Proposed by",
    kind: "text",
    hidden: true,
    sortable: false,
    value: (x) => sides[x.side],
  },
  { id: "increase", label: "More", kind: "money", value: (x) => x.increase, total: true },
  { id: "decrease", label: "Less", kind: "money", value: (x) => x.decrease, total: true },
  {
    id: "net",
    label: "Net",
    kind: "money",
    value: (x) => x.net,
    total: true,
    main: () => true,
  },
  { id: "days", label: "Days", kind: "number", hidden: true, value: (x) => x.days },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (x) => x.status,
    statuses: changeStatuses,
  },
];
// On a contract's own page its number and its vendor stand above.
const ofContract = columns.filter(({ id }) => id !== "contract" && id !== "vendor");
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(changeStatuses),
  },
  {
    id: "side",
    label: "Proposed by",
    kind: "set",
    options: options(sides),
  },
  { id: "increase", label: "More", kind: "money" },
];

/** Change orders with more, less and net, each added up. */
export function ChangeTable({ contractId }: { contractId?: string }) {
  return (
    <DataTable<Change>
      name={contractId ? "contract-change-orders" : "change-orders"}
      title="Change orders"
      path="/api/v1/change-orders"
      columns={contractId ? ofContract : columns}
      filters={filters}
      defaultSort="-number"
      embedded
      {...(contractId ? { fixed: `contractId=${contractId}` } : {})}
      rowHref={(x) => pathTo("changeOrder", { id: x.id })}
      empty={{
        title: "No change orders yet",
        text: "Propose one from the page of a contract in force. Vendors propose them in their portal.",
      }}
    />
  );
}

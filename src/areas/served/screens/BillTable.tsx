import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { billStatuses, billViews } from "../bill/bill.labels.ts";
import type { BillRow } from "../bill/bill.model.ts";

const columns: readonly Column<BillRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "client", label: "Client", kind: "text", value: (row) => row.client, title: true },
  { id: "agreement", label: "Agreement", kind: "text", value: (row) => row.agreement },
  { id: "issuedOn", label: "Sent", kind: "day", value: (row) => row.issuedOn },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (row) => row.dueOn,
    cell: (row) => row.owed > 0 && <DeadlineClock deadline={row.dueOn} short />,
  },
  { id: "total", label: "Billed", kind: "money", value: (row) => row.total, total: true },
  { id: "received", label: "Received", kind: "money", value: (row) => row.received, total: true },
  {
    id: "owed",
    label: "Owed",
    kind: "money",
    value: (row) => row.owed,
    main: () => true,
    total: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: billStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(billStatuses) },
  {
    id: "clientId",
    label: "Client",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/clients",
      values: "id",
      option: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
    },
  },
  { id: "issuedOn", label: "Sent", kind: "day" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "late", label: "Late", kind: "flag" },
  { id: "current", label: "Owed, not late", kind: "flag" },
  { id: "uncovered", label: "Bills a cost without a payment", kind: "flag" },
];

const table = {
  name: "client-bills",
  title: "Bills to clients",
  path: "/api/v1/client-bills",
  filters,
  defaultSort: "-number",
  rowHref: (row: BillRow) => pathTo("clientBill", { id: row.id }),
  empty: {
    title: "No bill yet",
    text: "Work that is done is billed from the board of customer management.",
  },
} as const;
const ofOne = columns.filter(({ id }) => id !== "client");

/** Bills: of one client where it is named, else the screen of all of them. */
export function BillTable({ clientId }: { clientId?: string }) {
  return clientId ? (
    <DataTable<BillRow>
      {...table}
      columns={ofOne}
      fixed={`clientId=${clientId}`}
      exportable
      embedded
    />
  ) : (
    <DataTable<BillRow> {...table} columns={columns} views={billViews} exportable />
  );
}

import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Held } from "#web/kit/Held.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { billKinds, billStatuses, billViews, ownBillViews } from "../bill/bill.labels.ts";
import type { BillRow, OwnBillRow } from "../bill/bill.model.ts";
import { spanWords } from "./words.ts";

type Shown = OwnBillRow | BillRow;

const number: Column<Shown> = {
  id: "number",
  label: "Number",
  kind: "plate",
  value: (row) => row.number ?? "Draft",
};
const shown: readonly Column<Shown>[] = [
  { id: "kind", label: "Kind", kind: "text", value: (row) => billKinds[row.kind] },
  {
    id: "periodFrom",
    label: "For",
    kind: "text",
    value: (row) => spanWords(row.periodFrom, row.periodTo),
  },
  { id: "issuedOn", label: "Sent", kind: "day", value: (row) => row.issuedOn },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (row) => row.dueOn,
    cell: (row) =>
      row.disputed ? "Disputed" : row.owed > 0 && <DeadlineClock deadline={row.dueOn} short />,
  },
  { id: "total", label: "Billed", kind: "money", value: (row) => row.total },
  { id: "owed", label: "Owed", kind: "money", value: (row) => row.owed, main: () => true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: billStatuses,
  },
];
const common: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(billStatuses) },
  { id: "kind", label: "Kind", kind: "set", options: options(billKinds) },
  { id: "issuedOn", label: "Sent", kind: "day" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "late", label: "Late", kind: "flag" },
  { id: "disputed", label: "Disputed", kind: "flag" },
];

const own = {
  name: "own-bills",
  path: "/api/v1/billing/bills",
  columns: [{ ...number, title: true }, ...shown] as readonly Column<OwnBillRow>[],
  filters: [...common, { id: "taken", label: "In accounts payable", kind: "flag" }] as const,
  defaultSort: "-issuedOn",
  rowHref: (row: OwnBillRow) => pathTo("ownBill", { id: row.id }),
  empty: {
    title: "No bill yet",
    text: "Bills for Levee come with the first period that is billed; a trial and a free plan have none.",
  },
} as const;

/** Bills that the own agency got. */
export function OwnBillTable({ embedded = false }: { embedded?: boolean }) {
  return embedded ? (
    <DataTable<OwnBillRow> {...own} title="Bills" embedded />
  ) : (
    <DataTable<OwnBillRow> {...own} title="Billing invoices" views={ownBillViews} exportable />
  );
}

const columns: readonly Column<BillRow>[] = [
  number as Column<BillRow>,
  { id: "customer", label: "Agency", kind: "text", value: (row) => row.customer, title: true },
  ...(shown as readonly Column<BillRow>[]),
];
const ofAll = {
  name: "agency-bills",
  path: "/api/v1/agency-bills",
  columns,
  filters: [
    ...common,
    { id: "waiting", label: "With a payment to confirm", kind: "flag" },
    {
      id: "customerId",
      label: "Agency",
      kind: "set",
      options: [],
      seek: {
        path: "/api/v1/hosted-agencies",
        values: "id",
        option: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
      },
    },
  ] as readonly Filter[],
  defaultSort: "-issuedOn",
  rowHref: (row: BillRow) => pathTo("agencyBill", { id: row.id }),
  empty: {
    title: "No bill yet",
    text: "A bill is drafted each morning for every period that began; another kind is drafted by hand.",
  },
} as const;

/** Bills of the operator to agencies. */
export function BillTable({ onCreate }: { onCreate: () => void }) {
  return (
    <DataTable<BillRow>
      {...ofAll}
      title="Bills to agencies"
      views={billViews}
      exportable
      actions={
        <Held permission="platform.edit" what="Draft a bill">
          <button type="button" className="btn btn-primary" onClick={onCreate}>
            Draft a bill
          </button>
        </Held>
      }
    />
  );
}

import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "../kit/DeadlineClock.tsx";
import { MoneyStrip } from "../kit/MoneyStrip.tsx";
import { StatusBadge } from "../kit/StatusBadge.tsx";
import type { Column } from "../kit/table/columns.tsx";
import { DataTable } from "../kit/table/DataTable.tsx";
import type { Filter } from "../kit/table/filters.ts";
import { notify } from "../kit/Toasts.tsx";
import { formatCents } from "#kernel/money.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { orderStatuses } from "./sampleLifecycle.ts";
import type { SampleOrder } from "./sampleServer.ts";

const columns: readonly Column<SampleOrder>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "vendorName", label: "Vendor", kind: "text", value: (row) => row.vendorName },
  {
    id: "purpose",
    label: "For",
    kind: "text",
    value: (row) => row.purpose,
    cell: (row) => <span className="text-t2">{row.purpose}</span>,
  },
  {
    id: "department",
    label: "Department",
    kind: "text",
    value: (row) => row.department,
    hidden: true,
  },
  {
    id: "amountCents",
    label: "Amount",
    kind: "money",
    value: (row) => row.amountCents,
    total: true,
  },
  {
    id: "promisedOn",
    label: "Promised",
    kind: "day",
    value: (row) => row.promisedOn,
    cell: (row) => (
      <DeadlineClock
        deadline={row.promisedOn}
        short
        done={row.status === "closed" || row.status === "received"}
      />
    ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: orderStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "department",
    label: "Department",
    kind: "set",
    pinned: true,
    options: ["Public works", "Utilities", "Emergency management", "Parks"].map((value) => ({
      value,
      label: value,
    })),
  },
  {
    id: "status",
    label: "Status",
    kind: "set",
    options: options(orderStatuses),
  },
  { id: "amountCents", label: "Amount", kind: "money" },
  { id: "promisedOn", label: "Promised", kind: "day" },
  { id: "mine", label: "Mine", kind: "flag" },
];

function Peek({ order }: { order: SampleOrder }) {
  return (
    <div className="stack">
      <div>
        <StatusBadge statuses={orderStatuses} status={order.status} />
        <h2 className="mt-2 text-18">{order.purpose}</h2>
        <p className="text-t2">{order.vendorName}</p>
      </div>
      <div>
        <p className="text-22 font-semibold tabular-nums">{formatCents(order.amountCents)}</p>
        <div className="mt-2">
          <MoneyStrip
            expendedCents={order.receivedCents}
            encumberedCents={order.amountCents - order.receivedCents}
            availableCents={0}
            exact
            labels={{ expended: "received", encumbered: "encumbered", available: "left" }}
          />
        </div>
      </div>
      <Facts>
        <Fact label="Account">
          <span className="mono">402-UTL-5340-P118</span>
        </Fact>
        <Fact label="Department">{order.department}</Fact>
        <Fact label="Method">Sealed bid · 200.320(b)(1)</Fact>
        <Fact label="Buyer">M. Okafor</Fact>
      </Facts>
    </div>
  );
}

export function ListSample() {
  return (
    <DataTable<SampleOrder>
      name="sample-orders"
      title="Purchase orders"
      path="/api/v1/sample-orders"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      pageSize={25}
      rowHref={() => "/dev/kit?part=record"}
      create={{ label: "New purchase order", to: "/dev/kit?part=form" }}
      views={[
        { id: "late", name: "Late", query: "status=overdue" },
        { id: "partly", name: "Partly received", query: "status=partly" },
      ]}
      peek={(order) => <Peek order={order} />}
      batch={[
        {
          label: "Approve",
          tone: "primary",
          run: (selection, clear) => {
            notify.done(
              "Approved",
              selection.kind === "all"
                ? `All ${selection.total}`
                : `${selection.ids.length} orders`,
            );
            clear();
          },
        },
        { label: "Export selected", run: () => notify.info("Export", "Made by the server") },
      ]}
    />
  );
}

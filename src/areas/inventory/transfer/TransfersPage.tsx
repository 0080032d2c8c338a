import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { transferStatuses } from "./transfer.labels.ts";
import type { TransferRow, UnderWay } from "./transfer.model.ts";

const PlanTransferDialog = dialogOnDemand(
  async () => (await import("./PlanTransferDialog.tsx")).PlanTransferDialog,
);

type Row = UnderWay["items"][number];

const since = (days: number | null): string => (days ? counted(days, "day") : "since today");

const partsOf = ({ items }: UnderWay): FindingPart[] => {
  const sent = items.filter(({ status }) => status === "sent");
  const short = items.filter(({ status }) => status === "short");
  const longest = Math.max(0, ...sent.map(({ days }) => days ?? 0));
  return [
    ...(sent.length > 0
      ? [
          {
            text: `${counted(sent.length, "transfer is", "transfers are")} on the way${longest > 0 ? `, the longest for ${counted(longest, "day")}` : ""}`,
            to: `${pathTo("stockTransfers")}?status=sent`,
          },
        ]
      : []),
    ...(short.length > 0
      ? [
          {
            text: `${counted(short.length, "transfer lacks", "transfers lack")} something`,
            to: `${pathTo("stockTransfers")}?status=short`,
          },
        ]
      : []),
  ];
};

const parts: readonly LinePart<Row>[] = [
  {
    label: "Transfer",
    as: "title",
    cell: ({ id, number, items }) => (
      <Link to={pathTo("stockTransfer", { id })}>
        <span className="mono">{number}</span> {items}
      </Link>
    ),
  },
  { label: "From and to", words: true, cell: ({ from, to }) => `${from} to ${to}` },
  { label: "Driven by", words: true, cell: ({ driver }) => driver },
  { label: "On the way", cell: ({ days }) => since(days) },
  {
    label: "Status",
    as: "amount",
    cell: ({ status }) => <StatusBadge statuses={transferStatuses} status={status} />,
  },
];

const columns: readonly Column<TransferRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "items", label: "Items", kind: "text", value: (row) => row.items, title: true },
  { id: "from", label: "Taken from", kind: "text", value: (row) => row.from },
  { id: "to", label: "Goes to", kind: "text", value: (row) => row.to },
  { id: "expectedOn", label: "Expected on", kind: "day", value: (row) => row.expectedOn },
  { id: "sentOn", label: "Sent on", kind: "day", value: (row) => row.sentOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: transferStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "late", label: "Late", kind: "flag", pinned: true },
  { id: "expectedOn", label: "Expected on", kind: "day" },
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: Object.entries(transferStatuses).map(([value, { label }]) => ({ value, label })),
  },
];

function OnTheWay({ items }: Pick<UnderWay, "items">) {
  if (items.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>On the way</h2>
      <LineTable
        label="Transfers that are on the way, or of which something lacks"
        parts={parts}
        lines={items}
        keyOf={(row) => row.id}
      />
    </section>
  );
}

/** Transfers that travel: what is on the way and for how long, what lacks, then all of them. */
export default function TransfersPage() {
  const navigate = useNavigate();
  const [planning, setPlanning] = useState(false);
  const { data, error } = useGet<UnderWay>("stock-transfers", "/api/v1/stock-transfers-under-way");
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Transfers between stores</h1>
          <Held permission="stock.move" what="Plan a transfer">
            <button type="button" className="btn btn-primary" onClick={() => setPlanning(true)}>
              Plan a transfer
            </button>
          </Held>
        </div>
        {data && <Finding parts={partsOf(data)} none="Nothing is on the way." />}
        {error && <ErrorPanel error={error} what="What is on the way" />}
      </header>
      {data && <OnTheWay items={data.items} />}
      <section className="grid gap-3">
        <h2>All transfers</h2>
        <DataTable<TransferRow>
          name="stock-transfers"
          title="Transfers between stores"
          path="/api/v1/stock-transfers"
          columns={columns}
          filters={filters}
          defaultSort="-number"
          exportable
          embedded
          rowHref={(row) => pathTo("stockTransfer", { id: row.id })}
          empty={{
            title: "Nothing travelled yet",
            text: "Plan a transfer to a location that goods are driven to.",
          }}
        />
      </section>
      {planning && (
        <PlanTransferDialog
          onClose={() => setPlanning(false)}
          onDone={({ id }) => void navigate(pathTo("stockTransfer", { id }))}
        />
      )}
    </div>
  );
}

import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { BoughtStanding, StandingRow } from "./standing.model.ts";

function Documents({ row }: { row: StandingRow }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-12">
      {row.requisitionIds.map((id) => (
        <Link key={id} className="underline" to={pathTo("requisition", { id })}>
          Requisition
        </Link>
      ))}
      {row.orders.map(({ id, number }) => (
        <Link key={id} className="underline" to={pathTo("order", { id })}>
          {number}
        </Link>
      ))}
    </span>
  );
}

const parts: readonly LinePart<StandingRow>[] = [
  {
    label: "Item",
    as: "title",
    cell: (row) => (
      <span className="grid">
        <span>
          {row.description}, {row.unit}
        </span>
        <span className="text-12 text-t3">
          {[
            row.costCode || "Without a cost code",
            Number(row.stale) > 0 && `${shownDecimal(row.stale)} on an older revision`,
            row.changed > 0 && "its line was changed in the requisition",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <Documents row={row} />
      </span>
    ),
  },
  { label: "Measured", cell: (row) => shownDecimal(row.measured) },
  { label: "On requisition", cell: (row) => shownDecimal(row.requested) },
  { label: "Ordered", cell: (row) => shownDecimal(row.ordered) },
  { label: "Received", cell: (row) => shownDecimal(row.received) },
  { label: "Paid, $", cell: (row) => formatCents(row.paid, { symbol: false }) },
];

/** Measured, ordered, received and paid beside each other, by item; nothing where nothing is measured. */
export function StandingPanel({ path }: { path: string }) {
  const { data, error } = useGet<BoughtStanding>("measurements", `${path}/standing`);
  if (error) return <ErrorPanel error={error} what="What was ordered and received" />;
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Measured, ordered, received" flush>
      <LineTable
        label="Measured, ordered, received and paid by item"
        parts={parts}
        lines={data.items}
        keyOf={({ key }) => key}
        across={3}
      />
      {data.others > 0 && (
        <p className="px-4 py-3 text-13 text-t2">
          These lines hold {counted(data.others, "measurement")} of other places too.
        </p>
      )}
    </Panel>
  );
}

import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { priceBases } from "./item.labels.ts";
import type { ChainRow } from "./item.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

function Behind({ row }: { row: ChainRow }) {
  if (row.behind.length === 0) return <>No invoice: {priceBases[row.basis].toLowerCase()}</>;
  return (
    <>
      {row.behind.map((b) => (
        <span key={b.invoiceId} className="block">
          {b.receipt && <span className="mono">{b.receipt}</span>}
          {b.order && b.orderId && (
            <>
              {" "}
              <Link className="underline mono" to={pathTo("order", { id: b.orderId })}>
                {b.order}
              </Link>
            </>
          )}{" "}
          <Link className="underline mono" to={pathTo("invoice", { id: b.invoiceId })}>
            {b.invoice}
          </Link>{" "}
          {b.payments.length > 0 ? (
            <span className="mono">{b.payments.join(", ")}</span>
          ) : (
            "not paid yet"
          )}
        </span>
      ))}
    </>
  );
}

const parts: readonly LinePart<ChainRow>[] = [
  {
    label: "Material",
    as: "title",
    cell: (row) => (
      <>
        {row.movementId ? (
          <Link className="underline" to={pathTo("stockMovement", { id: row.movementId })}>
            {row.label}
          </Link>
        ) : (
          row.label
        )}
        <span className="block text-12 text-t2">
          Used {formatDate(row.day)}, {row.site}
        </span>
      </>
    ),
  },
  {
    label: "Unit cost, $",
    cell: (row) => `${shownDecimal(row.quantity)} ${row.unit} at ${money(row.unitCents)}`,
  },
  { label: "Receipt to payment", cell: (row) => <Behind row={row} /> },
  { label: "Amount, $", as: "amount", cell: (row) => money(row.cents) },
];

/** What proves each material of a project, from its receipt to the payment of its invoice. */
export function MaterialChain({ projectId }: { projectId: string }) {
  const found = useGet<{ items: ChainRow[] }>(
    "pa-items",
    `/api/v1/pa-projects/${projectId}/material-chain`,
  );
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Materials from stock and what proves them">
      <LineTable
        label="Materials from stock and what proves them"
        parts={parts}
        lines={items}
        keyOf={(row) => row.id}
        total={{ label: "Together", amount: money(items.reduce((sum, row) => sum + row.cents, 0)) }}
      />
    </Panel>
  );
}

import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { PurchaseRow, PurchasesAnswer } from "./cost.model.ts";

const parts: readonly LinePart<PurchaseRow>[] = [
  { label: "What", as: "title", cell: (p) => p.description },
  {
    label: "Invoice",
    cell: (p) =>
      p.invoiceId ? (
        <Link to={pathTo("invoice", { id: p.invoiceId })}>{p.invoice}</Link>
      ) : (
        p.invoice
      ),
  },
  { label: "Vendor", cell: (p) => p.vendor },
  { label: "Posted", cell: (p) => formatDate(p.postedOn) },
  { label: "Amount, $", as: "amount", cell: (p) => formatCents(p.cents, { symbol: false }) },
];

/** What posted invoices charged for what a work order bought. Nothing bought, nothing drawn. */
export function Purchases({ workOrderId }: { workOrderId: string }) {
  const found = useGet<PurchasesAnswer>("invoices", `/api/v1/work-orders/${workOrderId}/purchases`);
  if (!found.data || found.data.items.length === 0) return null;
  const { items, cents } = found.data;
  return (
    <Panel title="Bought for it" aside={formatCents(cents)}>
      <LineTable
        label="Charges of invoices"
        parts={parts}
        lines={items}
        keyOf={(p) => p.id}
        total={{ label: "Total", amount: formatCents(cents, { symbol: false }) }}
      />
    </Panel>
  );
}

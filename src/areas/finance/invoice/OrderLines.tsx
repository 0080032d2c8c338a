import { countOf, isLumpSum, rateOf } from "#kernel/lump-sum.ts";
import { useRecord } from "#web/kit/queries.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { OrderDetail } from "#areas/procurement/procurement.public.ts";

const parts: readonly LinePart<OrderDetail["lines"][number]>[] = [
  { label: "Line", as: "title", cell: (l) => l.description },
  {
    label: "Ordered",
    cell: (l) => (
      <>
        {countOf(l, l.quantity)} {!isLumpSum(l) && <span className="text-t3">{l.unit}</span>}
      </>
    ),
  },
  { label: "Received", cell: (l) => countOf(l, l.receivedQuantity) },
  { label: "Invoiced before", cell: (l) => countOf(l, l.invoicedQuantity) },
  { label: "Price", cell: (l) => rateOf(l) },
];

function Table({ orderId }: { orderId: string }) {
  const { data } = useRecord<OrderDetail>("/api/v1/purchase-orders", orderId);
  if (!data) return null;
  return (
    <details className="mt-2 text-14">
      <summary className="text-link cursor-pointer">
        What was ordered and received on {data.number}
      </summary>
      <div className="panel mt-2">
        <LineTable
          label={`Lines of ${data.number}`}
          parts={parts}
          lines={data.lines}
          keyOf={(l) => l.id}
        />
      </div>
    </details>
  );
}

/** The chosen order's lines, for comparison while typing. */
export function OrderLines({ orderId }: { orderId: string | null }) {
  return orderId ? <Table orderId={orderId} /> : null;
}

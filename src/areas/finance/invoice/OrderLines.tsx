import { useRecord } from "../../../web/kit/queries.ts";
import type { OrderDetail } from "../../procurement/procurement.public.ts";

const plain = (text: string) => Number(text).toLocaleString("en-US", { maximumFractionDigits: 4 });

function Table({ orderId }: { orderId: string }) {
  const { data } = useRecord<OrderDetail>("/api/v1/purchase-orders", orderId);
  if (!data) return null;
  return (
    <details className="mt-2">
      <summary className="text-link cursor-pointer">What was ordered and received on {data.number}</summary>
      <table className="ledger mt-2"><thead><tr><th scope="col">Line</th><th scope="col" className="num">Ordered</th><th scope="col" className="num">Received</th><th scope="col" className="num">Invoiced before</th><th scope="col" className="num">Price</th></tr></thead>
        <tbody>{data.lines.map((l) => <tr key={l.id}><td>{l.description}</td><td className="num">{plain(l.quantity)}</td><td className="num">{plain(l.receivedQuantity)}</td><td className="num">{plain(l.invoicedQuantity)}</td><td className="num">{plain(l.unitPrice)}</td></tr>)}</tbody></table>
    </details>
  );
}

/** The chosen order's lines, for comparison while typing. */
export function OrderLines({ orderId }: { orderId: string | null }) {
  return orderId ? <Table orderId={orderId} /> : null;
}

import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { muchOf, rateOf } from "#kernel/lump-sum.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api, download, messageOf } from "#web/kit/api.ts";
import { useRecord } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { deliveryOf } from "../delivery/delivery.labels.ts";
import type { OrderDetail } from "./order.answer.model.ts";

function Tools({ order }: { order: OrderDetail }) {
  const [state, setState] = useState<string | null>(null);
  const pdf = async () => {
    setState("The PDF is made …");
    try {
      await api(`/api/v1/purchase-orders/${order.id}/pdf/ready`);
      await download(`/api/v1/purchase-orders/${order.id}/pdf`);
      setState(null);
    } catch (error) {
      setState(messageOf(error));
    }
  };
  return (
    <div className="no-print flex flex-wrap items-center gap-3 mb-6">
      <Link className="btn" to={pathTo("order", { id: order.id })}>
        Back to the order
      </Link>
      <button type="button" className="btn btn-primary" onClick={() => window.print()}>
        Print
      </button>
      <button type="button" className="btn" onClick={() => void pdf()}>
        Download PDF
      </button>
      <span role="status" className="text-t2">
        {state}
      </span>
    </div>
  );
}

/** The order as it goes on paper. */
export default function OrderPrint() {
  const { id = "" } = useParams();
  const { name } = useAgency();
  const record = useRecord<OrderDetail>("/api/v1/purchase-orders", id);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="This order" onRetry={() => void record.refetch()} />
    );
  const order = record.data;
  const lines = order.lines.filter((l) => !l.cancelled);
  return (
    <main className="paper mx-auto max-w-4xl p-8 max-md:p-4">
      <Tools order={order} />
      <p className="text-t2">{name}</p>
      <h1 className="text-28 font-semibold">
        Purchase order <span className="mono">{order.number}</span>
      </h1>
      <p className="text-t2">
        Version {order.revision} · {formatDate(order.orderedOn)}
      </p>
      <div className="my-6">
        <Facts>
          <Fact label="Vendor">{order.issuedTo?.name ?? order.vendor}</Fact>
          <Fact label="For">{order.title}</Fact>
          <Fact label="Deliver to">{deliveryOf(order)}</Fact>
          <Fact label="Promised">{order.promisedOn ? formatDate(order.promisedOn) : "—"}</Fact>
          <Fact label="Terms">{counted(order.termsDays, "day")} after receipt and acceptance</Fact>
          <Fact label="Buyer">{order.buyer ?? "—"}</Fact>
        </Facts>
      </div>
      <table className="ledger">
        <caption className="visually-hidden">Lines</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Item</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col" className="num">
              Unit price
            </th>
            <th scope="col" className="num">
              Amount, $
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((l) => (
            <tr key={l.id}>
              <td>{l.lineNo}</td>
              <td>{l.description}</td>
              <td className="num">{muchOf(l, l.quantity)}</td>
              <td className="num">{rateOf(l)}</td>
              <td className="num">{formatCents(l.amount, { symbol: false })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>Total</td>
            <td className="num">{formatCents(order.amount, { symbol: false })}</td>
          </tr>
        </tfoot>
      </table>
      {order.clauses.length > 0 && (
        <section className="mt-6">
          <h2>Clauses for federal money</h2>
          {order.clauses.map((c) => (
            <div key={c.ruleKey} className="mt-2">
              <b>
                {c.title} ({c.citation})
              </b>
              <p className="whitespace-pre-wrap">{c.text}</p>
            </div>
          ))}
        </section>
      )}
      {order.instructions && (
        <section className="mt-6">
          <h2 className="font-semibold">Instructions</h2>
          <p>{order.instructions}</p>
        </section>
      )}
      <p className="mt-6 text-12 text-t3">
        Send the invoice with this order's number. The order is not valid without approval on
        record.
      </p>
    </main>
  );
}

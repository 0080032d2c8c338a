import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { muchOf, rateOf } from "#kernel/lump-sum.ts";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { PublicOrder } from "./order.answer.model.ts";

const lineParts: readonly LinePart<PublicOrder["lines"][number]>[] = [
  { label: "Item", as: "title", cell: (l) => l.description },
  { label: "Quantity", cell: (l) => muchOf(l, l.quantity) },
  { label: "Unit price", cell: (l) => rateOf(l) },
  { label: "Amount, $", as: "amount", cell: (l) => formatCents(l.amount, { symbol: false }) },
];

function Confirm({ token, number }: { token: string; number: string }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const send = useMutationAction("order-acknowledgements");
  const submit = () =>
    send.mutate(
      { path: "/api/v1/order-acknowledgements", body: { token, name } },
      { onSuccess: () => setDone(true), onError: (problem) => setError(messageOf(problem)) },
    );
  if (done)
    return (
      <p role="status" className="text-success">
        Thank you. {number} is acknowledged, and the buyer sees it.
      </p>
    );
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="field">
        <span>Your name</span>
        <input
          className="field-control"
          autoComplete="name"
          value={name}
          onChange={(e) => setName(e.target.value)}
          required
          minLength={2}
          maxLength={120}
        />
      </label>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <button type="submit" className="btn btn-primary" aria-disabled={send.isPending}>
        Acknowledge {number}
      </button>
    </form>
  );
}

/** What a vendor sees by the mailed link: the order, and one button. */
export default function OrderAcknowledge() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const order = useGet<PublicOrder>(
    "order-acknowledgements",
    `/api/v1/order-acknowledgements?token=${encodeURIComponent(token)}`,
  );
  if (order.isPending)
    return (
      <main className="mx-auto max-w-3xl p-6">
        <p>Loading the order…</p>
      </main>
    );
  if (!order.data)
    return (
      <main className="mx-auto max-w-3xl p-6">
        <h1 className="text-22 font-semibold mb-2">This link does not open an order</h1>
        <p>{messageOf(order.error)}</p>
      </main>
    );
  const o = order.data;
  return (
    <main className="mx-auto max-w-3xl p-6 stack">
      <div>
        <p className="text-t2">
          {o.agency} orders from {o.vendor}
        </p>
        <h1 className="text-28 font-semibold">{o.title}</h1>
        <p>
          <span className="plate-number">{o.number}</span>{" "}
          <span className="text-t2">version {o.revision}</span>
        </p>
      </div>
      <Panel title="Lines" flush>
        <LineTable
          label="Lines of the order"
          parts={lineParts}
          lines={o.lines}
          keyOf={(l) => String(l.lineNo)}
          total={{ label: "Total", amount: formatCents(o.amount, { symbol: false }) }}
        />
      </Panel>
      <Panel title="Delivery and payment">
        <Facts>
          <Fact label="Deliver to">{o.deliverTo || "—"}</Fact>
          <Fact label="Promised">{o.promisedOn ? formatDate(o.promisedOn) : "—"}</Fact>
          <Fact label="Terms">{counted(o.termsDays, "day")}</Fact>
        </Facts>
        {o.instructions && <p className="mt-3">{o.instructions}</p>}
      </Panel>
      <Panel title="Who orders">
        <Facts>
          <Fact label="Agency">{o.agency}</Fact>
          <Fact label="Address">{o.agencyAddress || "—"}</Fact>
          <Fact label="Telephone">{o.agencyPhone || "—"}</Fact>
          <Fact label="Buyer">{o.buyer ?? "—"}</Fact>
        </Facts>
      </Panel>
      <Panel title="Acknowledge">
        {o.status === "cancelled" ? (
          <p>This order is cancelled. Please do not deliver it.</p>
        ) : !o.acknowledgedAt && ["issued", "partly_received", "received"].includes(o.status) ? (
          <Confirm token={token} number={o.number} />
        ) : (
          <p>
            {o.acknowledgedAt
              ? "This order is acknowledged."
              : "This order needs no acknowledgement any more."}
          </p>
        )}
      </Panel>
    </main>
  );
}

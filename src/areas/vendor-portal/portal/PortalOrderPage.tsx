import {
  CheckCheck,
  FileUp,
  MessageSquare,
  Printer,
  ReceiptText,
  RotateCcw,
  Truck,
} from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { useDriverLink } from "#areas/logistics/logistics.ui.tsx";
import { formatCents } from "#kernel/money.ts";
import {
  OrderApplications,
  OrderPayrolls,
  OrderPapers,
  OrderPunch,
  OrderWaivers,
} from "#areas/projects/projects.ui.tsx";
import { countOf, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { shownPrice } from "#kernel/quantity.ts";
import {
  changeRequestStatuses,
  orderStatuses,
  isToCome,
  shipNoticeStatuses,
} from "#areas/procurement/procurement.public.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { PortalFrame } from "./PortalFrame.tsx";
import { numbered, PortalOrderFacts } from "./PortalOrderFacts.tsx";
import type { PortalOrderDetail } from "./portal.model.ts";

const ChangeDialog = dialogOnDemand(async () => (await import("./OrderDialogs.tsx")).ChangeDialog);
const InvoiceDialog = dialogOnDemand(
  async () => (await import("./OrderDialogs.tsx")).InvoiceDialog,
);
const ShipDialog = dialogOnDemand(async () => (await import("./OrderDialogs.tsx")).ShipDialog);
const WriteDialog = dialogOnDemand(async () => (await import("./WriteDialog.tsx")).WriteDialog);

const lineRow = [
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1",
  "border-b border-hair px-4 py-3 last:border-0",
].join(" ");

function Line({ line }: { line: PortalOrderDetail["lines"][number] }) {
  return (
    <li className={`${lineRow} ${line.cancelled ? "text-t3 line-through" : ""}`}>
      <span className="min-w-0">
        <span className="mono text-13 text-t3">{line.lineNo}</span> {line.description}
      </span>
      <span className="text-right tabular-nums">{formatCents(line.amount)}</span>
      <span className="text-13 text-t3">{lineWords(line)}</span>
      <span className="text-right text-13 text-t3">
        {countOf(line, line.receivedQuantity)} accepted
        {Number(line.onTheWay) > 0 && ` · ${countOf(line, line.onTheWay)} on the way`}
        {Number(line.rejected) > 0 && (
          <span className="text-warning"> · {countOf(line, line.rejected)} rejected</span>
        )}
        {Number(line.invoicedQuantity) > 0 && ` · ${countOf(line, line.invoicedQuantity)} invoiced`}
      </span>
    </li>
  );
}

function Shipments({ order, onChanged }: { order: PortalOrderDetail; onChanged: () => void }) {
  const act = useMutationAction("vendor-orders");
  const driver = useDriverLink(order.timeZone);
  if (order.notices.length === 0) return null;
  const withdraw = (id: string) =>
    act.mutate(
      { path: `/api/v1/vendor-ship-notices/${order.orgId}/${id}/actions/withdraw` },
      {
        onSuccess: () => {
          notify.done("Ship notice withdrawn");
          onChanged();
        },
        onError: (error) => notify.failed("Not withdrawn", error),
      },
    );
  return (
    <Panel title="Shipments" flush>
      {driver.shown}
      <ul>
        {order.notices.map((n) => (
          <li key={n.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-center gap-3">
              <span className="mono">{n.number}</span>
              <StatusBadge statuses={shipNoticeStatuses} status={n.status} />
              {isToCome(n.status) && (
                <span className="ml-auto flex flex-wrap gap-2">
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() =>
                      driver.make(`/api/v1/vendor-ship-notices/${order.orgId}/${n.id}/driver-links`)
                    }
                  >
                    Link for the driver
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet btn-small"
                    onClick={() => withdraw(n.id)}
                  >
                    Withdraw
                  </button>
                </span>
              )}
            </span>
            <span className="text-13 text-t2">
              {n.carrier}
              {n.tracking && (
                <>
                  {" "}
                  <span className="mono">{n.tracking}</span>
                </>
              )}{" "}
              · left {formatDate(n.shippedOn)}, expected {formatDate(n.expectedOn)} ·{" "}
              {n.lines
                .map((l) => {
                  const line = order.lines.find((each) => each.id === l.lineId);
                  return line
                    ? `${countOf(line, l.quantity)} of line ${line.lineNo}`
                    : "a line that is gone";
                })
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Requests({ order, onChanged }: { order: PortalOrderDetail; onChanged: () => void }) {
  const act = useMutationAction("vendor-orders");
  if (order.requests.length === 0) return null;
  const withdraw = (id: string) =>
    act.mutate(
      { path: `/api/v1/vendor-change-requests/${order.orgId}/${id}/actions/withdraw` },
      {
        onSuccess: () => {
          notify.done("Request withdrawn");
          onChanged();
        },
        onError: (error) => notify.failed("Not withdrawn", error),
      },
    );
  return (
    <Panel title="Changes that you asked for" flush>
      <ul>
        {order.requests.map((r) => (
          <li key={r.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-center gap-3">
              <span className="mono">{r.number}</span>
              <StatusBadge statuses={changeRequestStatuses} status={r.status} />
              {r.status === "open" && (
                <button
                  type="button"
                  className="btn btn-quiet btn-small ml-auto"
                  onClick={() => withdraw(r.id)}
                >
                  Withdraw
                </button>
              )}
            </span>
            <span className="text-t2">{r.reason}</span>
            <span className="text-13 text-t3">
              {[
                r.promisedOn && `deliver on ${formatDate(r.promisedOn)}`,
                ...r.lines.map(
                  (l) =>
                    `line ${l.lineNo}: ${[l.quantity && muchOf(numbered(order, l.lineNo), l.quantity), l.unitPrice && `at ${shownPrice(l.unitPrice)}`].filter(Boolean).join(" ")}`,
                ),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            {r.answer && <span className="text-13">Answer: {r.answer}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Open = "change" | "ship" | "invoice" | "message" | null;

function Order({ order, onChanged }: { order: PortalOrderDetail; onChanged: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const act = useMutationAction("vendor-orders", "vendor-overview");
  const path = `/api/v1/vendor-orders/${order.orgId}/${order.id}`;
  const acknowledge = () =>
    act.mutate(
      { path: `${path}/actions/acknowledge` },
      {
        onSuccess: () => {
          notify.done(`${order.number} acknowledged`);
          onChanged();
        },
        onError: (error) => notify.failed("Not acknowledged", error),
      },
    );
  const close = () => {
    setOpen(null);
    onChanged();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {order.can.acknowledge && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={acknowledge}
          >
            <CheckCheck aria-hidden="true" />
            Acknowledge
          </button>
        )}
        {order.can.ship && (
          <button type="button" className="btn" onClick={() => setOpen("ship")}>
            <Truck aria-hidden="true" />
            Announce a shipment
          </button>
        )}
        {order.can.invoice && (
          <button type="button" className="btn" onClick={() => setOpen("invoice")}>
            <ReceiptText aria-hidden="true" />
            Send an invoice
          </button>
        )}
        {order.can.invoice && (
          <Link
            className="btn"
            to={`/vendor-portal/invoices/new?orgId=${order.orgId}&orderId=${order.id}`}
          >
            <FileUp aria-hidden="true" />
            Invoice from a document
          </Link>
        )}
        {order.can.change && (
          <button type="button" className="btn" onClick={() => setOpen("change")}>
            <RotateCcw aria-hidden="true" />
            Ask for a change
          </button>
        )}
        <button type="button" className="btn" onClick={() => setOpen("message")}>
          <MessageSquare aria-hidden="true" />
          Message
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </button>
      </div>
      <div className="record-body !mt-0" data-rail="true">
        <div className="stack">
          <Panel
            title="Lines"
            aside={
              <b className="text-16 font-semibold tabular-nums text-t1">
                {formatCents(order.amount)}
              </b>
            }
            flush
          >
            <ul>
              {order.lines.map((l) => (
                <Line key={l.id} line={l} />
              ))}
            </ul>
          </Panel>
          <OrderApplications orgId={order.orgId} orderId={order.id} />
          <OrderWaivers orgId={order.orgId} orderId={order.id} />
          <OrderPunch orgId={order.orgId} orderId={order.id} />
          <OrderPapers orgId={order.orgId} orderId={order.id} />
          <OrderPayrolls orgId={order.orgId} orderId={order.id} />
          <Requests order={order} onChanged={onChanged} />
          <Shipments order={order} onChanged={onChanged} />
        </div>
        <PortalOrderFacts order={order} />
      </div>
      {open === "change" && <ChangeDialog order={order} onClose={close} />}
      {open === "ship" && <ShipDialog order={order} onClose={close} />}
      {open === "invoice" && <InvoiceDialog order={order} onClose={close} />}
      {open === "message" && (
        <WriteDialog
          orgId={order.orgId}
          subject={`${order.number}, ${order.title}`.slice(0, 200)}
          objectType="purchaseOrder"
          objectId={order.id}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** /vendor-portal/orders/:orgId/:id: one order as its vendor works with it. */
export default function PortalOrderPage() {
  const { orgId = "", id = "" } = useParams();
  const order = useGet<PortalOrderDetail>(
    "vendor-orders",
    `/api/v1/vendor-orders/${encodeURIComponent(orgId)}/${encodeURIComponent(id)}`,
  );
  if (order.isPending)
    return (
      <PortalFrame title="Order">
        <RecordSkeleton />
      </PortalFrame>
    );
  if (!order.data)
    return (
      <PortalFrame title="Order">
        <ErrorPanel error={order.error} what="This order" onRetry={() => void order.refetch()} />
      </PortalFrame>
    );
  const o = order.data;
  return (
    <PortalFrame
      title={o.title}
      sub={
        <span className="flex flex-wrap items-center gap-3">
          <span className="plate-number">{o.number}</span>
          <span>version {o.revision}</span>
          <StatusBadge statuses={orderStatuses} status={o.status} />
          <Link to="/vendor-portal/orders" className="print:hidden">
            All orders
          </Link>
        </span>
      }
    >
      <Order order={o} onChanged={() => void order.refetch()} />
    </PortalFrame>
  );
}

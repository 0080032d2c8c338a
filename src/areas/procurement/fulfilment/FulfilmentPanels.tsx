import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { isLumpSum, muchOf } from "#kernel/lump-sum.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { OrderDetail } from "../order/order.answer.model.ts";
import { changeRequestStatuses, isToCome, shipNoticeStatuses } from "./fulfilment.labels.ts";
import type { ChangeRequest, Fulfilment, ShipNotice } from "./fulfilment.model.ts";

const quantityWords = (order: OrderDetail, lineNo: number, much: string): string => {
  const line = order.lines.find((each) => each.lineNo === lineNo);
  return line && isLumpSum(line) ? muchOf(line, much) : `quantity ${shownDecimal(much)}`;
};
const shippedOf = (order: OrderDetail, lineId: string, much: string): string => {
  const line = order.lines.find((each) => each.id === lineId);
  return line && isLumpSum(line)
    ? `${muchOf(line, much)} of ${line.description}`
    : `${shownDecimal(much)} × ${line?.description ?? "a line"}`;
};

const AnswerDialog = dialogOnDemand(async () => (await import("./AnswerDialog.tsx")).AnswerDialog);

function Request({
  request,
  order,
  canAnswer,
}: {
  request: ChangeRequest;
  order: OrderDetail;
  canAnswer: boolean;
}) {
  const { timeZone } = useAgency();
  const [asked, setAsked] = useState<"accept" | "decline" | null>(null);
  const wanted = [
    request.promisedOn && `deliver on ${formatDate(request.promisedOn)}`,
    ...request.lines.map(
      (l) =>
        `line ${l.lineNo}: ${[l.quantity && quantityWords(order, l.lineNo, l.quantity), l.unitPrice && `price ${shownPrice(l.unitPrice)}`].filter(Boolean).join(", ")}`,
    ),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <span className="mono">{request.number}</span>
        <StatusBadge statuses={changeRequestStatuses} status={request.status} />
        {request.status === "open" && canAnswer && (
          <span className="ml-auto flex gap-2">
            <button type="button" className="btn btn-small" onClick={() => setAsked("decline")}>
              Decline
            </button>
            <button
              type="button"
              className="btn btn-small btn-primary"
              onClick={() => setAsked("accept")}
            >
              Accept
            </button>
          </span>
        )}
      </span>
      <span>{request.reason}</span>
      <span className="text-13 text-t2">{wanted}</span>
      <span className="text-12 text-t3">
        {request.askedBy}, {formatInstant(request.askedAt, timeZone)}
        {request.answer && ` · answer: ${request.answer}`}
      </span>
      {asked && (
        <AnswerDialog
          request={request}
          action={asked}
          orderId={order.id}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  );
}

function Notice({ notice, order }: { notice: ShipNotice; order: OrderDetail }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <Link className="mono" to={pathTo("shipment", { id: notice.id })}>
          {notice.number}
        </Link>
        <StatusBadge statuses={shipNoticeStatuses} status={notice.status} />
        {isToCome(notice.status) && <DeadlineClock deadline={notice.expectedOn} label="expected" />}
      </span>
      <span>
        {notice.lines
          .map((l) => `${shippedOf(order, l.lineId, l.quantity)}${l.lot && ` (lot ${l.lot})`}`)
          .join(", ")}
      </span>
      <span className="text-12 text-t3">
        {notice.carrier}
        {notice.tracking && (
          <>
            {" "}
            <span className="mono">{notice.tracking}</span>
          </>
        )}{" "}
        · left {formatDate(notice.shippedOn)}
        {notice.packages !== null && ` · ${counted(notice.packages, "package")}`} · {notice.by}
        {notice.note && ` · ${notice.note}`}
      </span>
    </li>
  );
}

/**
 * What the vendor asked for and what it announced, on the order's page; nothing while there is
 * neither.
 */
export function FulfilmentPanels({ order }: { order: OrderDetail }) {
  const read = useGet<Fulfilment>(
    "purchase-orders",
    `/api/v1/purchase-orders/${order.id}/fulfilment`,
  );
  if (!read.data) return null;
  const { notices, requests, canAnswer } = read.data;
  return (
    <>
      {requests.length > 0 && (
        <Panel title="The vendor asks for a change" flush>
          <ul>
            {requests.map((r) => (
              <Request key={r.id} request={r} order={order} canAnswer={canAnswer} />
            ))}
          </ul>
        </Panel>
      )}
      {notices.length > 0 && (
        <Panel title="Shipments announced by the vendor" flush>
          <ul>
            {notices.map((n) => (
              <Notice key={n.id} notice={n} order={order} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

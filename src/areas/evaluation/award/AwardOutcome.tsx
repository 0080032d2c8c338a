import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { screeningResults } from "#areas/vendors/vendors.public.ts";
import { orderStatuses } from "#areas/procurement/procurement.public.ts";
import type { AwardDetail } from "./award.fields.model.ts";

/** What is awarded to whom, with every line. */
export function AwardedParts({ a }: { a: AwardDetail }) {
  return (
    <ul aria-label="What is awarded">
      {a.parts.map((part) => (
        <li
          key={part.vendorId}
          className="flex flex-wrap items-baseline gap-x-3 border-b border-hair px-4 py-2"
        >
          <span className="min-w-0 flex-1 font-medium">{part.vendorName}</span>
          <span className="num">{formatCents(part.totalCents)}</span>
          <span className="basis-full text-13 text-t2">
            {part.lines
              .map((line) => `${shownDecimal(line.quantity)} ${line.unit} ${line.description}`)
              .join("; ")}
          </span>
        </li>
      ))}
      <li className="flex px-4 py-2 font-semibold">
        <span className="flex-1">Total</span>
        <span className="num">{formatCents(a.totalCents)}</span>
      </li>
    </ul>
  );
}

/** The orders of an award with where each stands; one that waits for approval says so. */
export function AwardOrders({ orders }: { orders: AwardDetail["orders"] }) {
  if (orders.length === 0) return null;
  return (
    <Panel title="Orders" flush>
      <ul>
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hair px-4 py-2 last:border-0"
          >
            <Link className="mono text-link" to={pathTo("order", { id: order.id })}>
              {order.number}
            </Link>
            <span className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0">
              {order.vendor}
              {order.status === "in_approval" && (
                <small className="block text-t2">
                  It waits for approval; the buyer issues it afterwards.
                  {order.approvalId && (
                    <>
                      {" "}
                      <Link className="text-link" to={`/approvals/${order.approvalId}`}>
                        The approval
                      </Link>
                    </>
                  )}
                </small>
              )}
              {order.status === "returned" && (
                <small className="block text-t2">
                  It was returned to the buyer: change it and submit it again, or cancel it.
                </small>
              )}
              {order.status === "cancelled" && (
                <small className="block text-t2">
                  Refused or cancelled: nothing is ordered by it.
                </small>
              )}
              {order.status === "approved" && (
                <small className="block text-t2">It is approved: issue it.</small>
              )}
            </span>
            <StatusBadge statuses={orderStatuses} status={order.status} />
            <span className="num ml-auto sm:ml-0">{formatCents(order.amount)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** From a final award to its contracts: one for each share. */
export function AwardContracts({ a }: { a: AwardDetail }) {
  const { can } = useAuth();
  if (a.status !== "final" || !can("contract.edit")) return null;
  return (
    <Panel
      title="Contracts"
      aside={
        a.parts.length > 1 && (
          <Link to={`${pathTo("contractMasterNew")}?awardId=${a.id}`}>One number with lots</Link>
        )
      }
    >
      <ul className="grid gap-2">
        {a.parts.map((part) => (
          <li key={part.vendorId} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1">{part.vendorName}</span>
            <Link
              className="btn btn-small"
              to={`${pathTo("contractNew")}?awardId=${a.id}&vendorId=${part.vendorId}`}
            >
              Begin the contract
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/**
 * The exclusion screening of each winner at the moment of the award, with the list it was made
 * against.
 */
export function AwardScreenings({ screenings }: { screenings: AwardDetail["screenings"] }) {
  const { timeZone } = useAgency();
  if (screenings.length === 0) return null;
  return (
    <Panel title="Exclusion screening at the award" aside="2 CFR 180" flush>
      <ul>
        {screenings.map((s) => (
          <li key={s.id} className="grid gap-1 border-b border-hair px-4 py-2 last:border-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                className="text-link font-medium"
                to={`${pathTo("vendor", { id: s.vendorId })}?tab=screening`}
              >
                {s.vendor}
              </Link>
              <StatusBadge statuses={screeningResults} status={s.decision ?? s.outcome} />
              {s.outcome === "possible" && s.decision === null && (
                <Badge tone="danger" label="Holds the award until somebody decides" />
              )}
              {s.outcome === "possible" && s.decision === "clear" && (
                <span className="text-13 text-t2">decided since: award again</span>
              )}
              <span className="ml-auto text-12 text-t3">
                {formatInstant(s.at, timeZone)}
                {s.person && `, ${s.person}`}
              </span>
            </p>
            <p className="text-13 text-t3">
              {s.candidates === 0
                ? "No party of the list matches."
                : `${counted(s.candidates, "party", "parties")} of the list looked at.`}{" "}
              {s.listName}, {formatDate(s.listDate)}, {s.listRows.toLocaleString("en-US")} records,
              SHA-256{" "}
              <span className="mono" title={s.listSha256}>
                {s.listSha256.slice(0, 12)}…
              </span>
              {s.decisionReason && ` “${s.decisionReason}”`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

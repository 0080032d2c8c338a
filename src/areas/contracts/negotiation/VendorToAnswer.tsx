import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { roundStatuses } from "./negotiation.labels.ts";
import type { VendorRoundRow } from "./negotiation.model.ts";

/** Rounds of negotiation that agencies sent to the vendor; nothing where there are none. */
export function VendorToAnswer() {
  const list = useGet<{ items: VendorRoundRow[] }>(
    "vendor-negotiations",
    "/api/v1/vendor-negotiations",
  );
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Negotiation">
      <ul className="grid gap-3">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              {one.contractNumber} {one.contractTitle}, round {one.roundNo}
              <small className="block text-t3">
                {one.agency}
                {one.status === "sent" && ` · answer by ${formatDate(one.answerBy)}`}
              </small>
            </span>
            <StatusBadge
              statuses={{
                ...roundStatuses,
                sent: { label: "To answer", tone: "warning" },
                answered: { label: "With the agency", tone: "progress" },
              }}
              status={one.status}
            />
            <Link
              className={`btn btn-small ${one.status === "sent" ? "btn-primary" : ""}`}
              to={pathTo("portalNegotiation", { orgId: one.orgId, id: one.id })}
            >
              {one.status === "sent" ? "Read and answer" : "Read"}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

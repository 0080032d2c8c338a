import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { transferStatuses } from "./transfer.labels.ts";
import type { UnderWay } from "./transfer.model.ts";

/** What other stores sent and is not counted yet, beside what vendors deliver: late ones on top. */
export function ArrivingTransfers() {
  const { can } = useAuth();
  const { data } = useGet<UnderWay>("stock-transfers", "/api/v1/stock-transfers-under-way", {
    enabled: can("stock.read"),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title={`From other stores: ${data.items.length}`} flush>
      <ul>
        {data.items.map(({ id, number, status, items, from, to, driver, expectedOn }) => (
          <li key={id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-center gap-3">
              <Link className="mono" to={pathTo("stockTransfer", { id })}>
                {number}
              </Link>
              <StatusBadge statuses={transferStatuses} status={status} />
              {expectedOn && expectedOn < data.today && <Badge tone="danger" label="Late" />}
            </span>
            <span>{items}</span>
            <span className="text-13 text-t2">
              {expectedOn ? `Expected on ${formatDate(expectedOn)}` : "No day was said"} · {from} to{" "}
              {to}, with {driver}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

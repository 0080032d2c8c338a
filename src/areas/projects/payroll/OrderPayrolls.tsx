import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { payrollStatuses } from "./payroll.labels.ts";
import type { ContractorPayrolls } from "./payroll.model.ts";

function Missing({ side }: { side: ContractorPayrolls }) {
  if (side.missing.length === 0) return null;
  return (
    <p className="px-4 py-3 text-13">
      {counted(side.missing.length, "week of yours has", "weeks of yours have")} no payroll that
      counts, the last ends on {formatDate(side.missing.at(-1)!)}. Your next application is not
      certified before they are in.
    </p>
  );
}

/** A contractor's certified payrolls of one of its orders; nothing where none are demanded. */
export function OrderPayrolls({ orgId, orderId }: { orgId: string; orderId: string }) {
  const path = `/api/v1/vendor-orders/${orgId}/${orderId}/payrolls`;
  const { data: side } = useGet<ContractorPayrolls>("vendor-orders", path);
  if (!side || (!side.demanded && side.items.length === 0)) return null;
  return (
    <Panel
      title="Certified payrolls"
      aside={
        <Link className="btn btn-small" to={pathTo("portalPayroll", { orgId, id: orderId })}>
          Send a payroll
        </Link>
      }
      flush
    >
      <Missing side={side} />
      {side.items.length === 0 ? (
        <p className="px-4 py-3 text-t2">None was sent yet. {side.because}.</p>
      ) : (
        <ul>
          {side.items.map((item) => (
            <li key={item.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
              <span className="flex flex-wrap items-center gap-3">
                <span>
                  Week to {formatDate(item.weekEnding)}, {item.employer}{" "}
                  <span className="mono text-12 text-t3">{item.number}</span>
                </span>
                <StatusBadge statuses={payrollStatuses} status={item.status} />
              </span>
              <span className="text-13 text-t2">
                Payroll {item.payrollNo}
                {item.noWork && ", no work"}
              </span>
              {item.status === "returned" && <span className="text-13">{item.statusReason}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

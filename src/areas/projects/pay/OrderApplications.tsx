import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { ContractorSide } from "./contractor.model.ts";
import { payStatuses } from "./pay.labels.ts";

const ApplyDialog = dialogOnDemand(async () => (await import("./ApplyDialog.tsx")).ApplyDialog);

type Item = ContractorSide["items"][number];

const outcomeOf = (item: Item): string =>
  item.certified === null
    ? `${formatCents(item.claimed)} applied for`
    : `${formatCents(item.certified)} certified of ${formatCents(item.claimed)}, ${formatCents(item.retainage ?? 0)} of it retained`;

function Sent({ item }: { item: Item }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <span>
          {item.contractorNumber} <span className="mono text-12 text-t3">{item.number}</span>
        </span>
        <StatusBadge statuses={payStatuses} status={item.status} />
      </span>
      <span className="text-13 text-t2">
        Work from {formatDate(item.periodFrom)} to {formatDate(item.periodTo)}: {outcomeOf(item)}
      </span>
      {item.statusReason && <span className="text-13">{item.statusReason}</span>}
      {item.cuts.map((cut) => (
        <span key={cut.lineNo} className="text-13">
          Line {cut.lineNo}: {cut.reason}
        </span>
      ))}
    </li>
  );
}

/** A contractor's applications for payment on one of its orders; nothing where no project takes any. */
export function OrderApplications({ orgId, orderId }: { orgId: string; orderId: string }) {
  const [applying, setApplying] = useState(false);
  const path = `/api/v1/vendor-orders/${orgId}/${orderId}/pay-applications`;
  const { data: side } = useGet<ContractorSide>("vendor-orders", path);
  if (!side || (side.closed !== null && side.items.length === 0)) return null;
  return (
    <Panel
      title="Applications for payment"
      aside={
        side.closed === null ? (
          <button type="button" className="btn btn-small" onClick={() => setApplying(true)}>
            {side.returnedId ? "Correct it" : "Apply for payment"}
          </button>
        ) : null
      }
      flush
    >
      {side.closed && <p className="px-4 py-3 text-13 text-t2">{side.closed}</p>}
      {side.items.length === 0 ? (
        <p className="px-4 py-3 text-t2">Nothing was applied for yet.</p>
      ) : (
        <ul>
          {side.items.map((item) => (
            <Sent key={item.id} item={item} />
          ))}
        </ul>
      )}
      {applying && <ApplyDialog path={path} side={side} onClose={() => setApplying(false)} />}
    </Panel>
  );
}

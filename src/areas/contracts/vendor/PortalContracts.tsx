import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { orderStatuses } from "#areas/procurement/procurement.public.ts";
import { VendorToSign } from "#areas/workflow/workflow.ui.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { VendorToAnswer } from "../negotiation/VendorToAnswer.tsx";
import { CeilingStrip } from "../contract/CeilingStrip.tsx";
import { contractKinds, contractStatuses, priceTypes } from "../contract/contract.labels.ts";
import type { VendorContract } from "./vendor-contract.model.ts";

type Order = { id: string; number: string; title: string; status: string; amount: number };

function Orders({ contract: c }: { contract: VendorContract }) {
  const orders = useGet<{ items: Order[]; more: boolean }>(
    "vendor-orders",
    `/api/v1/vendor-orders?contractId=${c.id}`,
  );
  if (orders.isPending) return <p className="text-t3">Loading…</p>;
  if (!orders.data) return <ErrorPanel error={orders.error} what="Its orders" />;
  const { items } = orders.data;
  if (items.length === 0) return <p className="text-t3">Nothing is ordered under it yet.</p>;
  return (
    <ul className="grid gap-2">
      {items.map((o) => (
        <li key={o.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link className="mono" to={pathTo("portalOrder", { orgId: c.orgId, id: o.id })}>
            {o.number}
          </Link>
          <span className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0">
            {o.title}
          </span>
          <StatusBadge statuses={orderStatuses} status={o.status} />
          <span className="ml-auto tabular-nums sm:ml-0">{formatCents(o.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

function One({ contract: c }: { contract: VendorContract }) {
  const open = c.optionCount - c.optionsUsed;
  return (
    <Panel
      title={`${c.number} ${c.title}`}
      aside={<StatusBadge statuses={contractStatuses} status={c.status} />}
    >
      <div className="grid gap-4">
        <p className="text-t2">
          {c.agency} · {contractKinds[c.kind]}, {priceTypes[c.priceType].toLowerCase()} ·{" "}
          {formatDate(c.startsOn)} to {formatDate(c.endsOn)}
          {open > 0 && ` · ${counted(open, "option")} of ${counted(c.optionMonths, "month")} left`}
        </p>
        <CeilingStrip contract={{ ...c, left: c.ceiling - c.drawn }} />
        <p className="text-13 text-t3">
          Retainage {Number(c.retainagePercent)}%
          {c.insuranceRequired && " · a certificate of insurance in force is demanded"}
        </p>
        <Orders contract={c} />
        <p>
          <Link
            className="btn btn-small"
            to={pathTo("portalContractFile", { orgId: c.orgId, id: c.id })}
          >
            What you owe, changes and claims
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function Body() {
  const contracts = useGet<{ items: VendorContract[] }>("contracts", "/api/v1/vendor-contracts");
  if (contracts.isPending) return <TableSkeleton columns={4} />;
  if (!contracts.data)
    return (
      <ErrorPanel
        error={contracts.error}
        what="Your contracts"
        onRetry={() => void contracts.refetch()}
      />
    );
  if (contracts.data.items.length === 0)
    return (
      <section className="panel">
        <EmptyState kind="first-use" title="No contracts yet">
          Contracts appear here when an agency sends them to you for signature.
        </EmptyState>
      </section>
    );
  return contracts.data.items.map((c) => <One key={c.id} contract={c} />);
}

/** /vendor-portal/contracts: the vendor's contracts in every agency. */
export default function PortalContracts() {
  return (
    <PortalFrame
      title="Contracts"
      sub="What is negotiated, and contracts from the day on that they go out for signature."
    >
      <VendorToAnswer />
      <VendorToSign />
      <Body />
    </PortalFrame>
  );
}

import {
  CircleHelp,
  FilePenLine,
  FileWarning,
  Gavel,
  Megaphone,
  MessageSquare,
  MessagesSquare,
  PackageCheck,
  ReceiptText,
  RotateCcw,
  Scale,
  ScrollText,
  ShieldAlert,
  Signature,
  Star,
  Target,
  Truck,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router";
import { formatDate, dayOf } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth, useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { unfinishedOf } from "#web/kit/unfinished.ts";
import { vendorStatuses } from "#areas/vendors/vendors.public.ts";
import { PortalFrame } from "./PortalFrame.tsx";
import type { Overview, WaitingItem } from "./portal.model.ts";

const icons: Readonly<Record<WaitingItem["kind"], LucideIcon>> = {
  invitation: Gavel,
  finalOffer: Gavel,
  addendum: ScrollText,
  bid: FilePenLine,
  order: PackageCheck,
  change: RotateCcw,
  document: FileWarning,
  registration: RotateCcw,
  message: MessageSquare,
  plan: Target,
  invoice: ReceiptText,
  evaluation: Star,
  renewal: RotateCcw,
  signature: Signature,
  negotiation: MessagesSquare,
  claim: Scale,
  certificate: ShieldAlert,
  notice: Megaphone,
  question: Truck,
  rfi: CircleHelp,
};
const withDeadline = new Set<WaitingItem["kind"]>([
  "document",
  "invitation",
  "finalOffer",
  "addendum",
  "bid",
  "plan",
  "renewal",
  "signature",
  "negotiation",
  "certificate",
  "notice",
  "question",
  "rfi",
]);
const dated = (item: WaitingItem) => item.at && withDeadline.has(item.kind);

function Item({ item }: { item: WaitingItem }) {
  const { timeZone } = useAgency();
  const Icon = icons[item.kind];
  return (
    <li className="border-b border-hair last:border-0">
      <Link
        to={item.href}
        reloadDocument={item.href.startsWith("/api/")}
        className="flex items-start gap-3 px-4 py-3 hover:bg-s2 hover:no-underline"
      >
        <Icon
          className={`mt-0.5 size-4 shrink-0 ${item.urgent ? "text-warning" : "text-t3"}`}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-t1">{item.title}</span>
          {item.detail && (
            <span className="block text-13 text-t2 [overflow-wrap:anywhere]">{item.detail}</span>
          )}
          <span className="block text-12 text-t3">
            {item.agency}
            {item.at &&
              !dated(item) &&
              ` · since ${formatDate(dayOf(item.at, item.timeZone ?? timeZone))}`}
          </span>
        </span>
        {dated(item) && (
          <span className="shrink-0 text-13">
            <DeadlineClock
              deadline={item.at}
              short
              {...(item.timeZone && { timeZone: item.timeZone })}
            />
          </span>
        )}
      </Link>
    </li>
  );
}

function Waiting({ items }: { items: readonly WaitingItem[] }) {
  return (
    <Panel
      title="What waits for you"
      aside={items.length > 0 ? `${items.length}` : null}
      flush={items.length > 0}
    >
      {items.length === 0 ? (
        <EmptyState kind="all-done" title="Nothing waits for you">
          Orders to acknowledge, invitations, addenda, contracts to sign, rounds to answer, returned
          registrations and documents that run out appear here.
        </EmptyState>
      ) : (
        <ul>
          {items.map((item) => (
            <Item key={`${item.kind}${item.href}${item.title}`} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Figure({
  label,
  value,
  note,
  to,
}: {
  label: string;
  value: string;
  note: string;
  to: string;
}) {
  return (
    <Link to={to} className="panel block px-4 py-3 hover:bg-s2 hover:no-underline">
      <span className="block text-13 text-t3">{label}</span>
      <span className="block text-22 font-semibold tabular-nums text-t1">{value}</span>
      <span className="block text-12 text-t3">{note}</span>
    </Link>
  );
}

function Money({ money }: { money: Overview["money"] }) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Figure
        label="Open orders"
        value={formatCents(money.openOrdersCents)}
        note={`${counted(money.openOrders, "order")}, not invoiced yet`}
        to="/vendor-portal/orders"
      />
      <Figure
        label="Invoiced, not paid"
        value={formatCents(money.billedCents)}
        note="of every status"
        to="/vendor-portal/invoices"
      />
      <Figure
        label="Paid this year"
        value={formatCents(money.paidYearCents)}
        note="calendar year"
        to="/vendor-portal/payments"
      />
    </div>
  );
}

function Rail({ data }: { data: Overview }) {
  return (
    <div className="stack">
      <Panel title="To be paid next" flush={data.money.due.length > 0}>
        {data.money.due.length === 0 ? (
          <p className="text-t2">No invoice has a day of payment yet.</p>
        ) : (
          <ul>
            {data.money.due.map((d) => (
              <li
                key={`${d.agency}${d.number}`}
                className="flex items-baseline justify-between gap-3 border-b border-hair px-4 py-2 last:border-0"
              >
                <span className="min-w-0">
                  <span className="mono">{d.number}</span>
                  <small className="block text-12 text-t3">
                    {d.agency} · {formatDate(d.dueOn)}
                  </small>
                </span>
                <span className="tabular-nums">{formatCents(d.cents)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        title="Agencies"
        aside={<Link to="/vendor-portal/company?tab=agencies">Add an agency</Link>}
        flush={data.agencies.length > 0}
      >
        {data.agencies.length === 0 ? (
          <p className="text-t2">No agency has accepted your registration yet.</p>
        ) : (
          <ul>
            {data.agencies.map((a) => (
              <li
                key={a.vendorId}
                className="flex items-center justify-between gap-3 border-b border-hair px-4 py-2 last:border-0"
              >
                <span>
                  {a.agency}
                  <small className="mono block text-12 text-t3">{a.number}</small>
                </span>
                <StatusBadge statuses={vendorStatuses} status={a.status} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

// Bids that are typed and not sealed are known to this browser alone; the server must not learn of
// them.
const withDrafts = (items: readonly WaitingItem[], personId: string): WaitingItem[] => {
  const drafts = unfinishedOf(personId).map(({ until, ...d }): WaitingItem => ({
    ...d,
    detail: `${d.detail} · in this browser only`,
    kind: "bid",
    at: until,
    urgent: Date.parse(until) - Date.now() < 3 * 86_400_000,
  }));
  const kept = items.filter((i) => !(i.kind === "bid" && drafts.some((d) => d.href === i.href)));
  return [...kept, ...drafts].sort(
    (a, b) => Number(b.urgent) - Number(a.urgent) || (a.at ?? "9999").localeCompare(b.at ?? "9999"),
  );
};

/** /vendor-portal: what waits for the vendor's person, over all agencies. */
export default function PortalHome() {
  return (
    <PortalFrame title="What waits for you">
      <Body />
    </PortalFrame>
  );
}

function Body() {
  const overview = useGet<Overview>("vendor-overview", "/api/v1/vendor-overview");
  const { me } = useAuth();
  if (overview.isPending) return <RecordSkeleton />;
  if (!overview.data)
    return (
      <ErrorPanel
        error={overview.error}
        what="Your overview"
        onRetry={() => void overview.refetch()}
      />
    );
  return (
    <>
      <div className="order-last sm:order-none">
        <Money money={overview.data.money} />
      </div>
      <div className="record-body !mt-0 items-start" data-rail="true">
        <Waiting items={withDrafts(overview.data.waiting, me?.person.id ?? "")} />
        <Rail data={overview.data} />
      </div>
    </>
  );
}

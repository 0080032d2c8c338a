import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useMedia } from "#web/kit/media.ts";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useNow } from "#web/kit/now.ts";
import { useList, useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { approvalStatuses, type DecisionName } from "./approval.labels.ts";
import type { Approval, ApprovalDetail } from "./approval.model.ts";
import { ApprovalParts, DecisionBar } from "./ApprovalPanel.tsx";
import { BulkApprove } from "./BulkApprove.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { groupByDue, oneType, type InboxGroup } from "./inbox.labels.ts";
import { InboxCard, InboxRow } from "./InboxRow.tsx";
import { useInboxKeys } from "./useInboxKeys.ts";

const waiting = (limit: number) => `limit=${limit}&mine=true&sort=dueAt`;
const mostRows = 500;
/** What waits for this person, soonest first; the server's list of `mine`. */
export const waitingSearch = waiting(100);

/** One request beside the list, with what a decision needs. */
export function ApprovalPane({ id, onClose }: { id: string; onClose?: (() => void) | undefined }) {
  const { data, error, refetch } = useRecord<ApprovalDetail>("/api/v1/approvals", id);
  if (error && !data)
    return <ErrorPanel error={error} what="This request" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label="Loading the request" className="grid grid-cols-1 gap-4">
        <div className="skeleton h-6 w-40" />
        <div className="skeleton h-16" />
        <div className="skeleton h-40" />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <div className="flex items-center gap-3">
          <Link className="plate-number" to={data.summary.href}>
            {data.documentNumber}
          </Link>
          <StatusBadge statuses={approvalStatuses} status={data.status} />
          {onClose && (
            <button
              type="button"
              className="btn btn-quiet btn-icon btn-small ml-auto"
              aria-label="Close"
              onClick={onClose}
            >
              <X aria-hidden="true" />
            </button>
          )}
        </div>
        <h2 className="text-18 font-semibold">{data.title}</h2>
        <p className="text-t2">
          Asked by {data.requester ?? "a former member"}
          {data.department && ` · ${data.department}`}
        </p>
        <p className="flex items-baseline justify-between gap-4">
          <b className="text-28 font-semibold">{formatCents(data.amount)}</b>
          {data.status === "pending" && <DeadlineClock deadline={data.dueAt} short />}
        </p>
      </div>
      <DecisionBar approval={data} />
      <ApprovalParts approval={data} document flat />
      <Link className="btn" to={data.summary.href}>
        Open the record
      </Link>
    </div>
  );
}

function SelectionBar({
  chosen,
  onClear,
  onApprove,
}: {
  chosen: readonly Approval[];
  onClear: () => void;
  onApprove: () => void;
}) {
  const type = oneType(chosen);
  return (
    <div className="batch" role="region" aria-label="Selected requests">
      <b aria-live="polite">
        {chosen.length} selected · {formatCents(chosen.reduce((sum, item) => sum + item.amount, 0))}
      </b>
      <button type="button" className="btn btn-quiet btn-small" onClick={onClear}>
        <X aria-hidden="true" />
        Clear
      </button>
      {!type && <span className="text-t2">Documents of one type can be approved together.</span>}
      <button
        type="button"
        className="btn btn-small btn-primary ml-auto"
        aria-disabled={!type}
        onClick={() => {
          if (type) onApprove();
        }}
      >
        Approve {chosen.length}
      </button>
    </div>
  );
}

/** The requests of one due date: rows, or cards on a phone. */
function DueGroup({
  group,
  phone,
  openId,
  checked,
  onToggle,
  onOpen,
  onDecide,
}: {
  group: InboxGroup;
  phone: boolean;
  openId: string | null;
  checked: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onOpen: (id: string) => void;
  onDecide: (approval: Approval, decision: DecisionName) => void;
}) {
  return (
    <section className="mb-6" aria-labelledby={`due-${group.id}`}>
      <h2
        id={`due-${group.id}`}
        className={`inbox-group ${group.id === "overdue" ? "text-danger" : ""}`}
      >
        {group.label} <span className="text-t3">{group.items.length}</span>
      </h2>
      <ul className={phone ? "grid gap-3" : "border-t border-hair"}>
        {group.items.map((approval) =>
          phone ? (
            <InboxCard
              key={approval.id}
              approval={approval}
              onOpen={() => onOpen(approval.id)}
              onDecide={(decision) => onDecide(approval, decision)}
            />
          ) : (
            <InboxRow
              key={approval.id}
              approval={approval}
              active={approval.id === openId}
              checked={checked.has(approval.id)}
              onToggle={() => onToggle(approval.id)}
              onOpen={() => onOpen(approval.id)}
              onDecide={(decision) => onDecide(approval, decision)}
            />
          ),
        )}
      </ul>
    </section>
  );
}

/** The inbox: what waits for me by due date, the chosen request beside it, cards on a phone. */
export function InboxList() {
  const { timeZone } = useAgency();
  const { me } = useAuth();
  const now = useNow();
  const phone = useMedia("(max-width: 767px)");
  const wide = useMedia("(min-width: 1101px)");
  const [search, setSearch] = useSearchParams();
  const [limit, setLimit] = useState(100);
  const list = useList<Approval>("/api/v1/approvals", waiting(limit));
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{ approval: Approval; decision: DecisionName } | null>(null);
  const [bulk, setBulk] = useState(false);
  const items = list.data?.items ?? [];
  const groups = groupByDue(items, now, timeZone);
  const ordered = groups.flatMap((group) => group.items);
  const asked = search.get("open");
  const openId = asked ?? (wide ? (ordered[0]?.id ?? null) : null);
  const open = useCallback(
    (id: string | null) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (id) next.set("open", id);
          else next.delete("open");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  const toggle = (id: string) =>
    setChecked((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  // The address follows a moment later; keys that come faster must not act on the row before.
  const here = useRef(openId);
  useEffect(() => {
    here.current = openId;
  }, [openId]);
  const active = () => ordered.find((item) => item.id === here.current);
  useInboxKeys(
    me?.person.preferences.singleKeyShortcuts === false
      ? null
      : {
          move: (by) => {
            const at = ordered.findIndex((item) => item.id === here.current);
            const next = ordered[Math.max(0, Math.min(ordered.length - 1, at + by))];
            if (next) {
              here.current = next.id;
              open(next.id);
            }
          },
          decide: (decision) => {
            const approval = active();
            if (approval) setAsking({ approval, decision });
          },
          select: () => {
            const approval = active();
            if (approval) toggle(approval.id);
          },
        },
  );
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
    document.querySelector(`[data-approval="${openId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [openId]);
  const chosen = items.filter((item) => checked.has(item.id));
  if (list.isError && !list.data)
    return <ErrorPanel error={list.error} what="The inbox" onRetry={() => void list.refetch()} />;
  if (list.isPending) return <TableSkeleton columns={4} label="Loading the inbox" />;
  const decided = () => {
    if (asking?.approval.id !== openId) return;
    const at = ordered.findIndex((item) => item.id === openId);
    open(wide ? ((ordered[at + 1] ?? ordered[at - 1])?.id ?? null) : null);
  };
  return (
    <div className="inbox" data-pane={Boolean(openId)}>
      <div className="min-w-0">
        {items.length === 0 && (
          <EmptyState kind="all-done" title="Nothing waits for you">
            When a document needs your approval it appears here, and under the bell.
          </EmptyState>
        )}
        {chosen.length > 0 && !phone && (
          <SelectionBar
            chosen={chosen}
            onClear={() => setChecked(new Set())}
            onApprove={() => setBulk(true)}
          />
        )}
        {groups.map((group) => (
          <DueGroup
            key={group.id}
            group={group}
            phone={phone}
            openId={openId}
            checked={checked}
            onToggle={toggle}
            onOpen={open}
            onDecide={(approval, decision) => setAsking({ approval, decision })}
          />
        ))}
        <MoreRows
          shown={items.length}
          total={list.data.total ?? 0}
          most={mostRows}
          order="soonest first"
          end="The others move up as these are decided."
          busy={list.isPlaceholderData}
          onMore={() => setLimit(Math.min(mostRows, limit + 100))}
        />
      </div>
      {openId && (
        <aside className="peek inbox-pane" ref={pane} aria-label="The chosen request">
          <ApprovalPane
            key={openId}
            id={openId}
            onClose={asked && !(wide && ordered[0]?.id === asked) ? () => open(null) : undefined}
          />
        </aside>
      )}
      {asking && (
        <DecisionDialog
          target={asking.approval}
          decision={asking.decision}
          onClose={() => setAsking(null)}
          onDecided={decided}
        />
      )}
      {bulk && oneType(chosen) && (
        <BulkApprove
          items={chosen}
          type={oneType(chosen)!}
          onClose={(done) => {
            setBulk(false);
            if (done) setChecked(new Set());
          }}
        />
      )}
    </div>
  );
}

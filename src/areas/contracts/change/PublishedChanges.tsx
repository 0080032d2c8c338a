import { useState, type ReactNode } from "react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { claimStatuses } from "../claim/claim.labels.ts";
import { changeStatuses } from "./change.labels.ts";
import type { PublicChange, PublicClaim } from "./published.model.ts";

type Shown = Pick<
  PublicChange,
  "number" | "title" | "agency" | "contract" | "contractTitle" | "vendor"
>;

function What({ of: x }: { of: Shown }) {
  return (
    <>
      <span className="mono text-13 text-t3">{x.number}</span> {x.title}
      <small className="block text-t2">
        {x.contract}, {x.contractTitle} · {x.vendor} · {x.agency}
      </small>
    </>
  );
}
const plain = (cents: number) => formatCents(cents, { symbol: false });
const changeParts: readonly LinePart<PublicChange>[] = [
  { label: "Change order", as: "title", cell: (x) => <What of={x} /> },
  { label: "More, $", cell: (x) => plain(x.increase) },
  { label: "Less, $", cell: (x) => plain(x.decrease) },
  { label: "Contract's increases", cell: (x) => `${x.percent}%` },
  { label: "Net, $", as: "amount", cell: (x) => plain(x.net) },
  {
    label: "Status",
    as: "badge",
    cell: (x) => <StatusBadge statuses={changeStatuses} status={x.status} />,
  },
];
const claimParts: readonly LinePart<PublicClaim>[] = [
  { label: "Claim", as: "title", cell: (x) => <What of={x} /> },
  { label: "Days", cell: (x) => counted(x.claimedDays, "day") },
  { label: "Settled, $", cell: (x) => (x.settled === null ? "—" : plain(x.settled)) },
  { label: "Claimed, $", as: "amount", cell: (x) => plain(x.claimed) },
  {
    label: "Status",
    as: "badge",
    cell: (x) => <StatusBadge statuses={claimStatuses} status={x.status} />,
  },
];

function Pages<T extends { id: string }>({
  noun,
  path,
  what,
  children,
}: {
  noun: string;
  path: string;
  what: string;
  children: (items: readonly T[]) => ReactNode;
}) {
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const found = useGet<{ items: T[]; more: boolean }>(
    noun,
    `${path}?q=${encodeURIComponent(q)}&page=${page}`,
  );
  return (
    <div className="grid gap-4">
      <input
        type="search"
        className="field-control max-w-96"
        aria-label={`Search ${what}`}
        placeholder="Contract, vendor, title"
        value={q}
        onChange={(event) => {
          setQ(event.target.value);
          setPage(1);
        }}
      />
      {found.error && <ErrorPanel error={found.error} what={what} />}
      {found.isPending && <TableSkeleton columns={4} />}
      {found.data?.items.length === 0 && (
        <section className="panel">
          <EmptyState kind={q ? "no-results" : "first-use"} title={`No ${what} published`}>
            {q
              ? "Nothing published has these words."
              : "What an agency publishes of its contracts stands here."}
          </EmptyState>
        </section>
      )}
      {found.data && found.data.items.length > 0 && children(found.data.items)}
      {(page > 1 || found.data?.more) && (
        <div className="flex gap-3">
          <button
            type="button"
            className="btn btn-small"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            Newer
          </button>
          <button
            type="button"
            className="btn btn-small"
            disabled={!found.data?.more}
            onClick={() => setPage(page + 1)}
          >
            Older
          </button>
        </div>
      )}
    </div>
  );
}

function Changes() {
  return (
    <Pages<PublicChange>
      noun="published-changes"
      path="/api/v1/public/change-orders"
      what="change orders"
    >
      {(items) => (
        <Panel title="Change orders" flush>
          <LineTable
            label="Published change orders"
            parts={changeParts}
            lines={items}
            keyOf={(x) => x.id}
            across={3}
          />
        </Panel>
      )}
    </Pages>
  );
}
function Claims() {
  return (
    <Pages<PublicClaim> noun="published-claims" path="/api/v1/public/claims" what="claims">
      {(items) => (
        <Panel title="Claims" flush>
          <LineTable
            label="Published claims"
            parts={claimParts}
            lines={items}
            keyOf={(x) => x.id}
          />
        </Panel>
      )}
    </Pages>
  );
}

/** What agencies published of change orders and claims, for everybody. */
export function PublishedChanges() {
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Claims and change orders</h1>
        <p className="text-t2">
          What agencies publish of their contracts: what became more, what became less, what was
          claimed and settled.
        </p>
      </div>
      <Tabs
        label="Claims and change orders"
        tabs={[
          { id: "changes", label: "Change orders", content: () => <Changes /> },
          { id: "claims", label: "Claims", content: () => <Claims /> },
        ]}
      />
    </div>
  );
}

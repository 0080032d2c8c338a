import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { BooksStanding } from "./begin/begin.model.ts";

/** What waits in the books, as parts of a sentence. */
export const findingParts = (s: BooksStanding): FindingPart[] => [
  ...(s.pending > 0
    ? [
        {
          text: `${counted(s.pending, "movement is", "movements are")} not posted (${formatCents(s.pendingCents)})`,
          to: `${pathTo("booksJournal")}?tab=pending`,
        },
      ]
    : []),
  ...(s.waiting > 0
    ? [
        {
          text: `${counted(s.waiting, "journal entry waits", "journal entries wait")} to be posted`,
          to: `${pathTo("booksJournal")}?tab=entries&status=waiting`,
        },
      ]
    : []),
  ...(s.next?.due
    ? [
        {
          text: `${s.next.name} is to be closed`,
          to: pathTo("accountingPeriod", { id: s.next.id }),
        },
      ]
    : []),
];

const settled = ({ closedThrough, next }: BooksStanding): string => {
  const through = closedThrough ? `Closed through ${formatDate(closedThrough)}. ` : "";
  return `${through}Everything is posted${next ? `; ${next.name} is open` : ""}.`;
};

/**
 * The frame of the pages of the books: who may read them, whether they are kept, and what waits in words.
 */
export function BooksFrame({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: (standing: BooksStanding) => ReactNode;
}) {
  const { can } = useAuth();
  const standing = useGet<BooksStanding>("books-standing", "/api/v1/books-standing");
  const body = () => {
    if (!can("books.read"))
      return (
        <EmptyState page kind="no-access" title="You cannot read the general ledger">
          The controller, the treasurer, accounts payable, auditors, budget officers and managers
          can.
        </EmptyState>
      );
    if (standing.isPending) return <RecordSkeleton />;
    if (!standing.data)
      return (
        <ErrorPanel
          error={standing.error}
          what="The general ledger"
          onRetry={() => void standing.refetch()}
        />
      );
    return (
      <div className="stack">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1>{title}</h1>
            {standing.data.beginsOn && (
              <Finding parts={findingParts(standing.data)} none={settled(standing.data)} />
            )}
          </div>
          {actions}
        </header>
        {children(standing.data)}
      </div>
    );
  };
  return (
    <>
      <BudgetNav />
      {body()}
    </>
  );
}

type Part = { id: string; label: string };

/** Tabs of a page whose parts have an address each. */
export function AddressTabs({
  parts,
  at,
  label,
}: {
  parts: readonly Part[];
  at: string;
  label: string;
}) {
  const [search] = useSearchParams();
  const open = search.get("tab") ?? parts[0]!.id;
  return (
    <nav className="tabs" aria-label={label}>
      {parts.map((part, n) => (
        <Link
          key={part.id}
          className="tab"
          to={n === 0 ? at : `${at}?tab=${part.id}`}
          aria-current={part.id === open ? "page" : undefined}
        >
          {part.label}
        </Link>
      ))}
    </nav>
  );
}

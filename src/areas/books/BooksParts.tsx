import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel } from "#web/kit/states.tsx";
import { BeginBooks } from "./begin/BeginBooks.tsx";
import type { BooksStanding } from "./begin/begin.model.ts";

/** What waits in the books, as parts of a sentence. */
export const findingParts = (s: BooksStanding): FindingPart[] => [
  ...(s.pending > 0
    ? [
        {
          text: `${counted(s.pending, "movement is", "movements are")} not posted (${formatCents(s.pendingCents)})`,
          to: pathTo("booksPending"),
        },
      ]
    : []),
  ...(s.waiting > 0
    ? [
        {
          text: `${counted(s.waiting, "journal entry waits", "journal entries wait")} to be posted`,
          to: `${pathTo("journalEntries")}?status=waiting`,
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
 * The frame of the pages of the books: who may read them, what waits in words, and the way to begin where
 * none are kept.
 */
export function BooksFrame({ title, children }: { title: string; children: ReactNode }) {
  const { can } = useAuth();
  const mayRead = can("books.read");
  const standing = useGet<BooksStanding>("books-standing", "/api/v1/books-standing", {
    enabled: mayRead,
  });
  const isKept = standing.data?.beginsOn !== null;
  return (
    <>
      <BudgetNav />
      {!mayRead && (
        <EmptyState page kind="no-access" title="You cannot read the general ledger">
          The controller, the treasurer, accounts payable, auditors, budget officers and managers
          can.
        </EmptyState>
      )}
      {mayRead && (
        <div className="stack">
          <header>
            <h1>{title}</h1>
            {standing.data && isKept && (
              <Finding parts={findingParts(standing.data)} none={settled(standing.data)} />
            )}
          </header>
          {standing.error && (
            <ErrorPanel
              error={standing.error}
              what="The general ledger"
              onRetry={() => void standing.refetch()}
            />
          )}
          {standing.data && !isKept ? <BeginBooks standing={standing.data} /> : children}
        </div>
      )}
    </>
  );
}

/** The parts of the journal: what is posted, what is not, what people enter. */
export function JournalNav() {
  const parts = [
    { to: pathTo("booksJournal"), label: "Posted" },
    { to: pathTo("booksPending"), label: "Not posted" },
    { to: pathTo("journalEntries"), label: "Entries by hand" },
    { to: pathTo("glLines"), label: "Ledger lines" },
    { to: pathTo("postingRules"), label: "Posting rules" },
    { to: pathTo("financeSystem"), label: "Finance system" },
  ];
  return (
    <nav className="tabs" aria-label="Parts of the journal">
      {parts.map(({ to, label }) => (
        <NavLink key={to} className="tab" to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** A part of the journal under what waits in the books. */
export function JournalPart({ children }: { children: ReactNode }) {
  return (
    <BooksFrame title="Journal">
      <JournalNav />
      {children}
    </BooksFrame>
  );
}

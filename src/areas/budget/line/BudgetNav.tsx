import { NavLink, useLocation } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";

/** The views of the budget workspace: the same lines, other questions. */
export function BudgetNav() {
  const { can } = useAuth();
  const row = useCurrentInSight(useLocation().pathname);
  const places = [
    { to: pathTo("budget"), label: "Lines", end: true },
    { to: pathTo("budgetSummary"), label: "Summary" },
    { to: pathTo("budgetCycle"), label: "Cycle" },
    { to: pathTo("budgetProposals"), label: "Proposals" },
    { to: pathTo("budgetPositions"), label: "Positions" },
    { to: pathTo("budgetFunds"), label: "Fund balances" },
    { to: pathTo("budgetAmendments"), label: "Amendments" },
    { to: pathTo("budgetBook"), label: "Book" },
    { to: pathTo("budgetChanges"), label: "Changes" },
    ...(can("books.read")
      ? [
          { to: pathTo("booksJournal"), label: "Journal" },
          { to: pathTo("booksClose"), label: "Close" },
        ]
      : []),
    ...(can("ledger.read") ? [{ to: pathTo("budgetLedger"), label: "Ledger" }] : []),
    { to: pathTo("budgetAccounts"), label: "Funds and accounts" },
    ...(can("budget.import") ? [{ to: pathTo("budgetImport"), label: "Import" }] : []),
  ];
  return (
    <nav aria-label="Budget" className="tabs mb-4" ref={row}>
      {places.map((p) => (
        <NavLink
          key={p.to}
          to={p.to}
          end={p.end ?? false}
          className="tab"
          aria-selected={undefined}
        >
          {({ isActive }) => (
            <span className={isActive ? "text-t1 font-medium" : "text-t2"}>{p.label}</span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ComparedRow, Comparison as Compared } from "./balance.model.ts";

const money = (cents: number | null) =>
  cents === null ? "—" : formatCents(cents, { symbol: false });

const parts: readonly LinePart<ComparedRow>[] = [
  {
    label: "Fund and account there",
    as: "title",
    cell: (r) => (
      <>
        {r.fund} {r.account}
        <span className="block text-12 text-t3">{r.owed}</span>
      </>
    ),
  },
  { label: "Here, $", as: "amount", cell: (r) => money(r.here) },
  { label: "There, $", as: "amount", cell: (r) => money(r.there) },
  { label: "Difference, $", as: "amount", cell: (r) => money(r.difference) },
];

const findingOf = ({ rows, agreed, loaded }: Compared): string => {
  if (!loaded) return "No balances were taken in from the finance system, so nothing is compared.";
  if (rows.length === 0)
    return `${counted(agreed, "fund and account agrees", "funds and accounts agree")} to the cent.`;
  return `${counted(rows.length, "fund and account differs", "funds and accounts differ")}, ${agreed} agree.`;
};

/** Both sums of the open period by fund and account of the finance system, and who owes what. */
export function Comparison() {
  const { can } = useAuth();
  const found = useGet<Compared>("fms-balances", "/api/v1/fms-comparison");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data)
    return (
      <ErrorPanel error={found.error} what="The balances" onRetry={() => void found.refetch()} />
    );
  const c = found.data;
  if (!c.period)
    return (
      <EmptyState kind="first-use" title="No period is open">
        The books begin under Budget, Close.
      </EmptyState>
    );
  return (
    <div className="stack">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="finding" role="status">
          {c.period.name}: {findingOf(c)}
        </p>
        <div className="flex flex-wrap gap-2">
          {can("books.import") && (
            <Link className="btn btn-primary" to={pathTo("fmsBalanceImport")}>
              Import its balances
            </Link>
          )}
          {can("entry.prepare") && (
            <Link className="btn" to={pathTo("fmsActualImport")}>
              Import its documents
            </Link>
          )}
        </div>
      </div>
      {c.rows.length > 0 && (
        <LineTable
          label="What differs between the ledger and the finance system"
          parts={parts}
          lines={c.rows}
          keyOf={(r) => `${r.fund} ${r.account}`}
          total={{
            label: "Debits here and there",
            amount: `${money(c.here)} and ${money(c.there)}`,
          }}
        />
      )}
    </div>
  );
}

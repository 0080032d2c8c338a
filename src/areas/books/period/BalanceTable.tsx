import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ledgerClasses } from "../chart/chart.labels.ts";
import type { BalanceRow, PeriodDetail } from "./period.model.ts";

const money = (cents: number) => (cents === 0 ? "—" : formatCents(cents, { symbol: false }));
const credit = (cents: number) => (cents === 0 ? "—" : formatCents(-cents, { symbol: false }));

const linesOf = (row: BalanceRow, periodId: string) =>
  `${pathTo("glLines")}?periodId=${periodId}&fundId=${row.fundId}&accountId=${row.accountId}`;

const partsFor = (periodId: string): readonly LinePart<BalanceRow>[] => [
  {
    label: "Account",
    as: "title",
    cell: (r) => (
      <>
        <Link className="text-link" to={linesOf(r, periodId)}>
          {r.account} {r.name}
        </Link>
        <span className="block text-12 text-t3">{ledgerClasses[r.class]}</span>
      </>
    ),
  },
  { label: "Came with, $", cell: (r) => money(r.opening) },
  { label: "Debits, $", cell: (r) => money(r.debit) },
  { label: "Credits, $", cell: (r) => credit(r.credit) },
  { label: "Ends with, $", as: "amount", cell: (r) => money(r.closing) },
];

/** The trial balance of a period, fund by fund; each account opens its lines. */
export function BalanceTable({ period }: { period: PeriodDetail }) {
  const funds = [...new Set(period.balance.map((r) => r.fund))];
  const parts = partsFor(period.id);
  if (funds.length === 0) return <p className="text-t2">Nothing was posted up to this period.</p>;
  return (
    <div className="stack">
      {funds.map((fund) => {
        const rows = period.balance.filter((r) => r.fund === fund);
        const debits = rows.reduce((sum, r) => sum + Math.max(0, r.closing), 0);
        const credits = rows.reduce((sum, r) => sum + Math.max(0, -r.closing), 0);
        return (
          <section key={fund} aria-label={fund}>
            <h3 className="mb-2">{fund}</h3>
            <LineTable
              label={`Trial balance of ${fund}`}
              parts={parts}
              lines={rows}
              keyOf={(r) => r.accountId}
              total={{
                label: "Debits and credits",
                amount: `${formatCents(debits, { symbol: false })} and ${formatCents(credits, { symbol: false })}`,
              }}
            />
          </section>
        );
      })}
    </div>
  );
}

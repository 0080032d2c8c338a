import { ArrowRight } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";

/**
 * What a document takes from one account string; all in integer cents. `before` and `after`: what
 * is available without and with it.
 */
export type EffectRow = {
  code: string;
  fund: string;
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  stop?: "hard" | "soft" | undefined;
  amount: number;
  before?: number | undefined;
  after?: number | undefined;
};

function Effect({ row, covered }: { row: EffectRow; covered: boolean }) {
  const after = row.after ?? row.available;
  const more = row.available - after;
  const over = after < 0;
  return (
    <li className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <span className="mono min-w-0 truncate" title={row.code}>
          {row.code}
        </span>
        <span className="num font-medium">{formatCents(row.amount)}</span>
      </div>
      <MoneyStrip
        expendedCents={row.expended}
        encumberedCents={row.preEncumbered + row.encumbered + more}
        availableCents={after}
      />
      {row.before !== undefined && (
        <p
          className={`flex flex-wrap items-center gap-x-2 text-13 ${over ? "text-danger" : "text-t2"}`}
        >
          <span>Available {formatCents(row.before)}</span>
          <ArrowRight className="!size-3" aria-hidden="true" />
          <span className="visually-hidden">becomes</span>
          <b className={`font-medium ${over ? "" : "text-t1"}`}>{formatCents(after)}</b>
          {over && (
            <span>
              {row.stop === "soft"
                ? "over; this fund warns and lets it through"
                : covered
                  ? "over; a budget officer granted it"
                  : "over; submitting is refused without an override"}
            </span>
          )}
        </p>
      )}
      <p className="text-12 text-t3">
        {row.fund} · budget {formatCents(row.budget)}
      </p>
    </li>
  );
}

/**
 * Per account string: the amount, what is spent, committed and free, and what is available before
 * and after. `covered`: a granted override stands for it.
 */
export function BudgetEffect({
  rows,
  covered = false,
}: {
  rows: readonly EffectRow[];
  covered?: boolean;
}) {
  if (rows.length === 0) return <p className="text-t3">No account is charged yet.</p>;
  return (
    <ul className="grid grid-cols-1 gap-5">
      {rows.map((row) => (
        <Effect key={row.code} row={row} covered={covered} />
      ))}
    </ul>
  );
}

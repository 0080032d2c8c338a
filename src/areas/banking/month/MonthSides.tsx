import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Panel } from "#web/kit/states.tsx";
import { itemKinds, movementKinds } from "./month.labels.ts";
import type { BankMonthDetail } from "./month.model.ts";
import { sumsByKind } from "./paper.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

type Row = { label: string; cents: number; sum?: boolean };

function Side({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-14 font-semibold">{title}</h3>
      <dl className="grid gap-1">
        {rows.map(({ label, cents, sum }) => (
          <div
            key={label}
            className={
              sum
                ? "flex justify-between gap-4 border-t border-line pt-2 font-semibold"
                : "flex justify-between gap-4"
            }
          >
            <dt className={sum ? "" : "text-t2"}>{label}</dt>
            <dd className="mono whitespace-nowrap">{money(cents)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the month says, in a sentence. */
export const findingOf = (m: BankMonthDetail): string => {
  const r = m.reconciliation;
  const when = formatDate(r.lastDay);
  if (m.status === "reconciled")
    return `The bank and the books agree on ${formatCents(r.book)} on ${when}.`;
  if (m.blocks.length > 0)
    return `${counted(m.blocks.length, "thing")} ${m.blocks.length === 1 ? "stands" : "stand"} between this month and its review.`;
  return `Both sides come to ${formatCents(r.book)} on ${when}; ${m.status === "prepared" ? "another person confirms it." : "it can be sent to review."}`;
};

/** Both sides of a month, down to the balance on which they meet, and what stops it. */
export function MonthSides({ month: m }: { month: BankMonthDetail }) {
  const r = m.reconciliation;
  const bank: Row[] = [
    { label: `At the bank on ${formatDate(r.bankOn ?? r.lastDay)}`, cents: r.bank },
    ...sumsByKind(r.items)
      .filter(({ kind }) => kind !== "unproven")
      .map(({ kind, count, cents }) => ({ label: `${itemKinds[kind]} (${count})`, cents })),
    { label: "Adjusted balance", cents: r.adjusted, sum: true },
  ];
  const books: Row[] = [
    { label: `When ${formatDate(r.firstDay)} began`, cents: r.opening },
    ...r.movements
      .filter(({ cents }) => cents !== 0)
      .map(({ kind, cents }) => ({ label: movementKinds[kind], cents })),
    { label: `In the books on ${formatDate(r.lastDay)}`, cents: r.book, sum: true },
  ];
  return (
    <Panel title="Bank and books">
      <div className="grid gap-5">
        <p>{findingOf(m)}</p>
        {m.blocks.length > 0 && (
          <ul className="checks" aria-label="What stops it">
            {m.blocks.map((why) => (
              <li key={why} className="warn">
                {why}
              </li>
            ))}
          </ul>
        )}
        <div className="grid gap-6 md:grid-cols-2">
          <Side title="From the bank" rows={bank} />
          <Side title="From the books" rows={books} />
        </div>
        <p className="text-t2">
          {r.difference === 0
            ? "Both sides give the same balance."
            : `Until then the sides are ${formatCents(Math.abs(r.difference))} apart.`}
        </p>
      </div>
    </Panel>
  );
}

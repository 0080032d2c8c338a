import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";

type CashDay = { on: Day; what: string; cents: number; balance: number };
const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<CashDay & { n: number }>[] = [
  { label: "Day", as: "title", cell: (d) => `${formatDate(d.on)}, ${d.what}` },
  { label: "Moved, $", cell: (d) => money(d.cents) },
  { label: "On hand, $", as: "amount", cell: (d) => money(d.balance) },
];

/** Money of an award on hand, day by day (2 CFR 200.305). */
export function CashDays({ awardId }: { awardId: string }) {
  const days = useGet<{ items: CashDay[] }>("drawdowns", `/api/v1/grant-awards/${awardId}/cash`);
  const items = (days.data?.items ?? []).map((d, n) => ({ ...d, n }));
  if (items.length === 0) return null;
  return (
    <Panel title="Cash on hand by day">
      <LineTable label="Cash by day" parts={parts} lines={items} keyOf={(d) => String(d.n)} />
    </Panel>
  );
}

import { formatCents } from "#kernel/money.ts";
import type { CloseCheck, CloseAnswer, ClosingPeriod } from "#server/closing/close-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { booksOf, ledgerMovements } from "#areas/budget/budget.server.ts";
import { cashMovements } from "#areas/finance/finance.server.ts";
import { known } from "./looked.service.ts";

const plain = (n: number) => (n === 1 ? "1 movement is" : `${n} movements are`);

// What the follower has not come to yet: rarely more than a few.
const mostAhead = 1000;
const ahead = async (db: Db, { lastDay }: ClosingPeriod): Promise<number> => {
  const books = await booksOf(db);
  if (!books) return 0;
  const from = books.beginsOn;
  const [budget, cash] = await Promise.all([
    ledgerMovements(db, { from, known: known("commitment"), limit: mostAhead }),
    cashMovements(db, { from, known: known("cash"), limit: mostAhead }),
  ]);
  return (
    budget.filter((m) => m.postedOn <= lastDay).length +
    cash.filter((m) => m.onDay <= lastDay).length
  );
};

const notPosted = async (db: Db, period: ClosingPeriod): Promise<CloseAnswer> => {
  const [kept, count] = await Promise.all([
    db.one<{ n: number; cents: number; reason: string | null }>(sql`
      select
        count(*)::int as n, coalesce(sum(abs(cents)), 0)::bigint as cents, min(reason) as reason
      from gl_pending
      where org_id = ${db.scope.orgId} and on_day <= ${period.lastDay}
    `),
    ahead(db, period),
  ]);
  const said =
    kept.n > 0
      ? `${plain(kept.n)} not posted, ${formatCents(kept.cents)}: ${kept.reason}`.replace(/\.$/, "")
      : `${plain(count)} about to be posted; look again in a minute`;
  return { count: kept.n + count, cents: kept.cents, said };
};

const entriesWaiting = async (
  db: Db,
  { firstDay, lastDay }: ClosingPeriod,
): Promise<CloseAnswer> => {
  const { n, cents } = await db.one<{ n: number; cents: number }>(sql`
    select count(*)::int as n, coalesce(sum(total), 0)::bigint as cents
    from journal_entry
    where org_id = ${db.scope.orgId}
      and status in ('waiting', 'returned')
      and posted_on between ${firstDay} and ${lastDay}
  `);
  return { count: n, cents, said: `${n} of them, ${formatCents(cents)}` };
};

/** What of the books themselves is looked at before a period closes. */
export const bookChecks: readonly CloseCheck[] = [
  {
    name: "notPosted",
    label: "Not posted",
    owner: "controller",
    stops: true,
    page: "/budget-management/not-posted",
    check: notPosted,
  },
  {
    name: "entriesWaiting",
    label: "Journal entries that wait to be posted",
    owner: "controller",
    stops: true,
    page: "/budget-management/journal-entries",
    check: entriesWaiting,
  },
];

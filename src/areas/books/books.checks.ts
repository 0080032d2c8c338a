import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import {
  agencyYears,
  booksOf,
  expendedOfYear,
  ledgerMovements,
} from "#areas/budget/budget.server.ts";
import { known, lastPosted } from "./posting/looked.service.ts";
import { periodSha } from "./period/period.service.ts";
import type { FrozenPeriod } from "./period/period.model.ts";

const apart = (db: Db) =>
  db.rows<{ id: string; seq: number; fund: string; cents: number }>(sql`
    select e.id, e.seq, f.code as fund, sum(l.cents)::bigint as cents
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    where l.org_id = ${db.scope.orgId}
    group by e.id, e.seq, f.code
    having sum(l.cents) <> 0
    order by e.seq
    limit 100
  `);

type Charged = { accountStringId: string; code: string; cents: number };
const chargedOf = (db: Db, fiscalYearId: string) =>
  db.rows<Charged>(sql`
    select
      l.account_string_id, l.code,
      sum(
        case when a.class in ('revenue', 'transfer_in') then -l.cents else l.cents end
      )::bigint as cents
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id and e.source <> 'year_end'
    join gl_account a on a.org_id = l.org_id and a.id = l.account_id
    where l.org_id = ${db.scope.orgId}
      and l.fiscal_year_id = ${fiscalYearId}
      and l.account_string_id is not null
      and a.class in ('revenue', 'transfer_in', 'expenditure', 'transfer_out')
    group by l.account_string_id, l.code
  `);

// What was expended and waits for its rule stands in the budget and not in the books.
const notYet = (db: Db) =>
  db.one<{ n: number }>(sql`
    select count(*)::int as n
    from gl_pending
    where org_id = ${db.scope.orgId} and source = 'commitment'
  `);

const mostAhead = 20_000;

/**
 * What was expended behind the last movement that is posted, by year and account string, in cents: the
 * follower comes to it within the minute.
 */
const aheadOf = async (db: Db, from: Day): Promise<Map<string, number>> => {
  const sums = new Map<string, number>();
  const after = await lastPosted(db, "commitment");
  if (after === null) return sums;
  const rows = await ledgerMovements(db, {
    ...{ from, known: known("commitment"), after, limit: mostAhead },
  });
  for (const { fiscalYearId, accountStringId, expended } of rows) {
    const key = `${fiscalYearId} ${accountStringId}`;
    sums.set(key, (sums.get(key) ?? 0) + expended);
  }
  return sums;
};

const budgetApart = async (db: Db): Promise<Finding[]> => {
  const books = await booksOf(db);
  if (!books || (await notYet(db)).n > 0) return [];
  const ahead = await aheadOf(db, books.beginsOn);
  const found: Finding[] = [];
  for (const year of await agencyYears(db)) {
    if (year.startsOn < books.beginsOn) continue;
    const charged = new Map((await chargedOf(db, year.id)).map((c) => [c.accountStringId, c]));
    const budget: readonly Charged[] = (await expendedOfYear(db, year.id)).map((line) => ({
      accountStringId: line.accountStringId,
      code: line.code,
      cents: line.expended,
    }));
    for (const { accountStringId, code, cents } of budget) {
      const written = charged.get(accountStringId)?.cents ?? 0;
      const comes = ahead.get(`${year.id} ${accountStringId}`) ?? 0;
      if (written + comes !== cents)
        found.push({
          sentence: `${code} of ${year.year}: the budget has ${formatCents(cents)}, the general ledger ${formatCents(written)}.`,
          link: "/budget-management/ledger-lines",
        });
    }
  }
  return found.slice(0, 100);
};

type Frozen = { id: string; name: string; frozen: FrozenPeriod; sha256: string };
const touched = async (db: Db): Promise<Finding[]> =>
  (
    await db.rows<Frozen>(sql`
      select id, name, frozen, sha256
      from accounting_period
      where org_id = ${db.scope.orgId} and status = 'closed'
      order by year, place
    `)
  )
    .filter(({ frozen, sha256 }) => periodSha(frozen) !== sha256)
    .map(({ id, name }) => ({
      sentence: `The trial balance of ${name} is not the one that was closed.`,
      link: `/budget-management/close/${id}`,
    }));

export const booksRules: readonly Invariant[] = [
  {
    name: "books.balanced",
    label: "Entries of the general ledger",
    area: "books",
    what: "Every entry of the general ledger balances in each fund.",
    todo: "Entries are never changed: somebody changed the database itself. Restore it from a backup.",
    check: async ({ db }) =>
      (await apart(db)).map(({ id, seq, fund, cents }) => ({
        sentence: `Entry ${seq}: fund ${fund} is out of balance by ${formatCents(cents)}.`,
        link: `/budget-management/journal/${id}`,
      })),
  },
  {
    name: "books.budget",
    label: "General ledger against the budget",
    area: "books",
    what: "What the general ledger has spent and received on an account string is what its budget line has.",
    todo: "Open Journal, Not posted. What stands there is posted first; anything else goes to the operator.",
    check: ({ db }) => budgetApart(db),
  },
  {
    name: "books.closed",
    label: "Closed periods",
    area: "books",
    what: "The trial balance of a closed period is the one that was frozen.",
    todo: "Somebody changed the database itself. Compare the period with its paper.",
    check: ({ db }) => touched(db),
  },
];

import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { allCarryovers } from "../account/carryover.service.ts";

type Off = { id: string; code: string; year: number; what: string; kept: number; counted: number };

const said = ({ id, code, year, what, kept, counted }: Off): Finding => ({
  sentence: `${code} of ${year}: ${what} says ${formatCents(kept)}, counted anew it is ${formatCents(counted)}.`,
  link: `/budget-management/lines/${id}`,
});

const balancesOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select l.id, s.code, y.year, b.what, b.kept, b.counted
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    cross join lateral (
      select
        coalesce(sum(e.adjusted), 0)::bigint as budget,
        coalesce(sum(e.pre_encumbered), 0)::bigint as pre,
        coalesce(sum(e.encumbered), 0)::bigint as encumbered,
        coalesce(sum(e.expended), 0)::bigint as expended
      from commitment_entry e
      where e.org_id = l.org_id and e.budget_line_id = l.id
    ) e
    cross join lateral (
      values
        ('the budget', l.original + l.adjusted, e.budget),
        ('pre-encumbered', l.pre_encumbered, e.pre), ('encumbered', l.encumbered, e.encumbered),
        ('expended', l.expended, e.expended)
    ) b(what, kept, counted)
    where l.org_id = ${db.scope.orgId} and b.kept <> b.counted
    order by s.code, y.year
    limit 100
  `);

type Line = {
  id: string;
  code: string;
  year: number;
  fiscalYearId: string;
  accountStringId: string;
  preEncumbered: number;
  encumbered: number;
};

const linesOf = (db: Db): Promise<Line[]> =>
  db.rows<Line>(sql`
    select
      l.id, s.code, y.year, l.fiscal_year_id, l.account_string_id, l.pre_encumbered, l.encumbered
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where l.org_id = ${db.scope.orgId}
    order by s.code, y.year
  `);

type Sum = { preEncumbered: number; encumbered: number };

/** What the documents of each area say that they hold, by year and account. */
const heldByDocuments = async (db: Db, years: ReadonlySet<string>): Promise<Map<string, Sum>> => {
  const sums = new Map<string, Sum>();
  for (const year of years)
    for (const carrier of allCarryovers())
      for (const held of await carrier.holds(db, year)) {
        const key = `${year} ${held.accountStringId}`;
        const sum = sums.get(key) ?? { preEncumbered: 0, encumbered: 0 };
        sum.preEncumbered += held.preEncumbered;
        sum.encumbered += held.encumbered;
        sums.set(key, sum);
      }
  return sums;
};

const heldOff = async (db: Db): Promise<Off[]> => {
  const lines = await linesOf(db);
  const held = await heldByDocuments(db, new Set(lines.map((line) => line.fiscalYearId)));
  return lines.flatMap((line) => {
    const sum = held.get(`${line.fiscalYearId} ${line.accountStringId}`);
    return (["preEncumbered", "encumbered"] as const).flatMap((column) => {
      const counted = sum?.[column] ?? 0;
      const what = column === "encumbered" ? "encumbered" : "pre-encumbered";
      return line[column] === counted ? [] : [{ ...line, what, kept: line[column], counted }];
    });
  });
};

/** What the ledger expended for documents of a kind, in cents, by document. */
export const expendedByDocument = async (
  db: Db,
  documentType: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ id: string; expended: number }>(sql`
    select document_id as id, sum(expended)::bigint as expended
    from commitment_entry
    where org_id = ${db.scope.orgId} and document_type = ${documentType}
    group by document_id
  `);
  return new Map(rows.map(({ id, expended }) => [id, expended]));
};

export const budgetRules: readonly Invariant[] = [
  {
    name: "budget.balances",
    label: "Balances of budget lines",
    area: "budget",
    what: "Budget, pre-encumbered, encumbered and expended of every line are the sums of its entries in the commitment ledger.",
    todo: "Open the line and compare its entries with its balances. The entries are right: they are never changed. Correct the balance from a backup or with the operator.",
    check: async ({ db }) => (await balancesOff(db)).map(said),
  },
  {
    name: "budget.documents",
    label: "Commitments against their documents",
    area: "budget",
    what: "What every line holds for requisitions and orders is what these documents say that they hold of it.",
    todo: "Open the line, tab Entries: find the document whose entries and lines differ, and look at its history.",
    check: async ({ db }) => (await heldOff(db)).map(said),
  },
];

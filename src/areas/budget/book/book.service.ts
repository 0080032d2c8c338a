import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { fiscalYear } from "../budget.tables.ts";
import { fundBalances } from "../fund-balance/fund-balance.service.ts";
import { budgetBook, budgetCycle } from "../planning.tables.ts";
import { positionsOf, staffingOf } from "../position/position.service.ts";
import type { BookContent, BookDetail, BookRow } from "./book.model.ts";
import { statisticsOf } from "./parts.model.ts";

/** The hash of a book's content: SHA-256 of its canonical JSON (RFC 8785), in hexadecimal. */
const bookHash = (content: BookContent): string =>
  createHash("sha256").update(canonicalJson(content)).digest("hex");

type Account = BookContent["departments"][number]["accounts"][number] & { departmentId: string };

const accountsOf = (db: Db, cycleId: string, year: number) =>
  db.rows<Account>(sql`
    select
      g.department_id, s.code, a.code || ' ' || a.name as label, a.class, a.category,
      sum(g.recommended)::bigint as cents,
      coalesce(
        (
          select sum(l.original + l.adjusted)
          from budget_line l
          join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
          where l.org_id = s.org_id and l.account_string_id = s.id and y.year = ${year - 1}
        ),
        (
          select sum(b.cents)
          from budget_actual b
          where b.org_id = s.org_id and b.account_string_id = s.id and b.year = ${year - 1}
        ),
        0
      )::bigint as before,
      coalesce(
        (
          select sum(b.cents)
          from budget_actual b
          where b.org_id = s.org_id and b.account_string_id = s.id and b.year = ${year - 2}
        ),
        (
          select sum(l.expended)
          from budget_line l
          join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
          where l.org_id = s.org_id and l.account_string_id = s.id and y.year = ${year - 2}
        ),
        0
      )::bigint as actual,
      f.code || ' ' || f.name as fund
    from budget_figure g
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where g.org_id = ${db.scope.orgId} and g.cycle_id = ${cycleId}
    group by
      g.department_id, s.org_id, s.id, s.code, a.code, a.name, a.class, a.category, f.code, f.name
    order by s.code
  `);

type Department = { id: string; code: string; department: string; narrative: string };
const departmentsOf = (db: Db, cycleId: string) =>
  db.rows<Department>(sql`
    select d.id, d.code, d.name as department, p.narrative
    from budget_proposal p
    join department d on d.org_id = p.org_id and d.id = p.department_id
    where p.org_id = ${db.scope.orgId} and p.cycle_id = ${cycleId}
    order by d.name
  `);

type Package = BookContent["departments"][number]["packages"][number] & { departmentId: string };
const packagesOf = (db: Db, cycleId: string) =>
  db.rows<Package>(sql`
    select
      p.department_id, k.title, k.kind, k.status, coalesce(sum(g.requested), 0)::bigint as cents
    from budget_package k
    join budget_proposal p on p.org_id = k.org_id and p.id = k.proposal_id
    left join budget_figure g on g.org_id = k.org_id and g.package_id = k.id
    where k.org_id = ${db.scope.orgId} and p.cycle_id = ${cycleId}
    group by p.department_id, k.id, k.title, k.kind, k.status, k.rank
    order by k.rank, k.title
  `);

const capitalOf = (db: Db, cycleId: string) =>
  db.rows<BookContent["capital"][number]>(sql`
    select s.code, concat_ws(' · ', p.name, a.name) as label, sum(g.recommended)::bigint as cents
    from budget_figure g
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    left join segment_value p on p.org_id = s.org_id and p.id = s.project_id
    where g.org_id = ${db.scope.orgId}
      and g.cycle_id = ${cycleId}
      and (a.category = 'capital' or s.project_id is not null)
      and a.class = 'expenditure'
    group by 1, 2
    having sum(g.recommended) > 0
    order by 1
  `);

// Earlier years as they were budgeted and spent, spending and revenue apart.
const historyOf = (db: Db, year: number) =>
  db.rows<NonNullable<BookContent["history"]>[number]>(sql`
    select
      y.year,
      coalesce(
        sum(l.original + l.adjusted) filter (where a.class in ('expenditure', 'transfer_out')), 0
      )::bigint as spending,
      coalesce(
        sum(l.original + l.adjusted) filter (where a.class in ('revenue', 'transfer_in')), 0
      )::bigint as revenue,
      coalesce(
        sum(l.expended) filter (where a.class in ('expenditure', 'transfer_out')), 0
      )::bigint as spent
    from fiscal_year y
    join budget_line l on l.org_id = y.org_id and l.fiscal_year_id = y.id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where y.org_id = ${db.scope.orgId} and y.year between ${year - 5} and ${year - 1}
    group by y.year
    order by y.year
  `);

const out = (accounts: readonly Account[], pick: (a: Account) => number) =>
  accounts
    .filter((a) => a.class === "expenditure" || a.class === "transfer_out")
    .reduce((sum, a) => sum + pick(a), 0);

/** What a cycle's book would say now, every figure computed from the budget. */
const bookOf = async (db: Db, cycleId: string): Promise<BookContent> => {
  const cycle = await getRow(db, budgetCycle, cycleId, "budget cycle");
  const year = await getRow(db, fiscalYear, cycle.fiscalYearId, "fiscal year");
  const [
    agency,
    { funds },
    departments,
    accounts,
    packages,
    positions,
    staffing,
    capital,
    history,
  ] = await Promise.all([
    readOrganization(db),
    fundBalances(db, cycleId, true),
    departmentsOf(db, cycleId),
    accountsOf(db, cycleId, year.year),
    packagesOf(db, cycleId),
    positionsOf(db, cycleId),
    staffingOf(db, cycleId, year.year),
    capitalOf(db, cycleId),
    historyOf(db, year.year),
  ]);
  return {
    agency: agency.name,
    number: cycle.number,
    year: year.year,
    stage: cycle.adoptedAt ? "adopted" : "proposed",
    startsOn: year.startsOn,
    endsOn: year.endsOn,
    message: cycle.message,
    decision: cycle.decidedOn
      ? {
          decidedOn: cycle.decidedOn,
          resolution: cycle.resolution,
          votesFor: cycle.votesFor ?? 0,
          votesAgainst: cycle.votesAgainst ?? 0,
        }
      : null,
    funds: funds.map(({ fundId: _fundId, adoptedEnd: _adoptedEnd, ...fund }) => fund),
    departments: departments.map(({ id, ...department }) => {
      const own = accounts.filter((a) => a.departmentId === id);
      return {
        ...department,
        cents: out(own, (a) => a.cents),
        before: out(own, (a) => a.before),
        accounts: own.map(({ departmentId: _departmentId, ...account }) => account),
        packages: packages
          .filter((p) => p.departmentId === id)
          .map(({ departmentId: _departmentId, ...each }) => each),
      };
    }),
    positions,
    staffing,
    capital,
    statistics: statisticsOf(accounts, departments.length, positions),
    history,
  };
};

const stages = ["recommended", "hearing", "adopted", "closed"];

/**
 * Freezes the book of a cycle as a new version, with its hash; published for everybody where the
 * agency publishes its budget. 409 before the budget is recommended, and while it says what the last
 * version says.
 */
export const publishBook = async (tx: Tx, actor: Actor, cycleId: string) => {
  const cycle = await lockRow(tx, budgetCycle, cycleId, "budget cycle");
  if (!stages.includes(cycle.status))
    throw conflict("not_recommended", "A book is published once the budget is recommended.");
  const content = await bookOf(tx, cycleId);
  const hash = bookHash(content);
  const last = await tx.maybe<{ no: number; hash: string }>(sql`
    select version_no as no, hash
    from budget_book
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycleId}
    order by version_no desc
    limit 1
  `);
  if (last?.hash === hash)
    throw conflict(
      "book_unchanged",
      `The book says what version ${last.no} says. Nothing was published.`,
    );
  const row = await insertRow(tx, budgetBook, {
    orgId: cycle.orgId,
    id: newId(),
    cycleId,
    versionNo: (last?.no ?? 0) + 1,
    stage: content.stage,
    content,
    hash,
    publishedBy: actor.personId,
  });
  note(tx, actor, "budgetCycle", cycle, {
    action: "book",
    after: { versionNo: row.versionNo, stage: row.stage, hash: row.hash },
  });
  return { id: row.id, versionNo: row.versionNo, hash: row.hash };
};

/** The books of the agency, the newest first; without their content. */
export const listBooks = (db: Db): Promise<BookRow[]> =>
  db.rows<BookRow>(sql`
    select
      b.id, b.cycle_id, c.number, y.year, b.version_no, b.stage, b.hash,
      p.display_name as published_by, b.created_at
    from budget_book b
    join budget_cycle c on c.org_id = b.org_id and c.id = b.cycle_id
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    left join person p on p.id = b.published_by
    where b.org_id = ${db.scope.orgId}
    order by b.created_at desc
    limit 100
  `);

/** A frozen book; 404 when there is none. */
export const readBook = async (db: Db, id: string): Promise<BookDetail> => {
  const row = await db.maybe<BookDetail>(sql`
    select
      b.id, b.cycle_id, c.number, y.year, b.version_no, b.stage, b.hash, b.content,
      p.display_name as published_by, b.created_at
    from budget_book b
    join budget_cycle c on c.org_id = b.org_id and c.id = b.cycle_id
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    left join person p on p.id = b.published_by
    where b.org_id = ${db.scope.orgId} and b.id = ${id}
  `);
  if (!row) throw notFound("book");
  return row;
};

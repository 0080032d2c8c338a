import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { bind, raw, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { budgetLineInput, BudgetLine } from "../budget.model.ts";
import { adoptLines, amendLines } from "../appropriation/appropriation.service.ts";
import { periodOf, requirePeriod } from "../appropriation/period.service.ts";
import { budgetLine } from "../budget.tables.ts";
import { accountClasses } from "../chart.labels.ts";
import { documentTypes, movements } from "../ledger/ledger.labels.ts";

const committed = "l.pre_encumbered + l.encumbered + l.expended";
const available = "l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended";

const sideOf = `case when a.class in ('revenue', 'transfer_in') then 'revenue' else 'spending' end`;

export const budgetLineList: ListDefinition = {
  name: "budget-lines",
  from: `budget_line l join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id join department d on d.org_id = s.org_id and d.id = s.department_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id left join segment_value p on p.org_id = s.org_id and p.id = s.project_id
    left join segment_value w on w.org_id = s.org_id and w.id = s.award_id`,
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    year: { sql: "y.year", label: "Fiscal year", sort: true },
    code: { sql: "s.code", label: "Account string", sort: true },
    fund: { sql: "f.code || ' ' || f.name", hidden: true, sort: true },
    fundId: { sql: "s.fund_id", hidden: true },
    department: { sql: "d.name", hidden: true, sort: true },
    departmentId: { sql: "s.department_id", hidden: true },
    account: { sql: "a.code || ' ' || a.name", hidden: true, sort: true },
    project: { sql: "p.code || ' ' || p.name", hidden: true },
    award: { sql: "w.code || ' ' || w.name", hidden: true },
    fundCode: { sql: "f.code", label: "Fund", exportOnly: true },
    departmentCode: { sql: "d.code", label: "Department", exportOnly: true },
    accountCode: { sql: "a.code", label: "Account", exportOnly: true },
    projectCode: { sql: "p.code", label: "Project", exportOnly: true },
    awardCode: { sql: "w.code", label: "Award", exportOnly: true },
    fundName: { sql: "f.name", label: "Fund name", exportOnly: true },
    departmentName: { sql: "d.name", label: "Department name", exportOnly: true },
    accountName: { sql: "a.name", label: "Account name", exportOnly: true },
    class: { sql: "a.class", label: "Class", codes: accountClasses },
    stop: { sql: "f.stop", hidden: true },
    closed: { sql: "l.closed", hidden: true },
    original: { sql: "l.original", label: "Original", money: true, sort: true },
    adjusted: { sql: "l.adjusted", label: "Adjustments", money: true, sort: true },
    budget: { sql: "l.original + l.adjusted", label: "Revised", money: true, sort: true },
    preEncumbered: { sql: "l.pre_encumbered", label: "Pre-encumbered", money: true, sort: true },
    encumbered: { sql: "l.encumbered", label: "Encumbered", money: true, sort: true },
    expended: { sql: "l.expended", label: "Expended", money: true, sort: true },
    available: { sql: available, label: "Available", money: true, sort: true },
    usedPercent: {
      sql: `case when l.original + l.adjusted = 0 then case when ${committed} > 0 then 100 else 0 end else round(100.0 * (${committed}) / (l.original + l.adjusted), 1)::float end`,
      label: "Used, %",
      sort: true,
    },
    version: { sql: "l.version", hidden: true },
  },
  filters: {
    year: { kind: "set", sql: "y.year::text", type: "text" },
    side: { kind: "set", sql: sideOf, type: "text" },
    fundId: { kind: "set", sql: "s.fund_id", type: "uuid" },
    departmentId: { kind: "set", sql: "s.department_id", type: "uuid" },
    accountId: { kind: "set", sql: "s.account_id", type: "uuid" },
    awardId: { kind: "set", sql: "s.award_id", type: "uuid" },
    projectId: { kind: "set", sql: "s.project_id", type: "uuid" },
    available: { kind: "range", sql: available, type: "cents" },
    // Of years that are open: nothing can be done about a line of a closed one. Without any budget,
    // the first cent is at the limit.
    nearLimit: {
      kind: "flag",
      sql: `not l.closed and ${committed} > 0 and (${committed}) * 100 >= (l.original + l.adjusted) * 95`,
    },
    over: { kind: "flag", sql: `${available} < 0` },
  },
  search: ["s.code", "d.name", "a.name", "f.name", "coalesce(p.name, '')", "coalesce(w.name, '')"],
  defaultSort: "code",
  totals: {
    budget: "l.original + l.adjusted",
    preEncumbered: "l.pre_encumbered",
    encumbered: "l.encumbered",
    expended: "l.expended",
    available,
    original: "l.original",
    variance: "l.original + l.adjusted - l.expended",
  },
  addable: {
    sql: `(y.year::text || ${sideOf})`,
    sentence:
      "Lines of several years, or of revenue and spending, are not added up: choose one year, and spending or revenue.",
  },
};

/** Every movement of budget money; what it adds up is of one year, and of what goes out or comes in. */
export const commitmentList: ListDefinition = {
  name: "commitment-entries",
  from: `
    commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join department d on d.org_id = s.org_id and d.id = s.department_id
    left join person who on who.id = e.posted_by
  `,
  alias: "e",
  columns: {
    id: { sql: "e.id", hidden: true, sort: true },
    postedOn: { sql: "e.posted_on", label: "Date", sort: true },
    kind: { sql: "e.kind", label: "Kind", sort: true, codes: movements },
    code: { sql: "s.code", label: "Account string", sort: true },
    fund: { sql: "f.code", label: "Fund" },
    department: { sql: "d.name", label: "Department" },
    documentType: { sql: "e.document_type", label: "Document type", codes: documentTypes },
    year: { sql: "y.year", label: "Fiscal year", exportOnly: true },
    class: { sql: "a.class", label: "Class", codes: accountClasses, exportOnly: true },
    documentId: { sql: "e.document_id", hidden: true },
    documentNumber: { sql: "e.document_number", label: "Document", sort: true },
    adjusted: { sql: "e.adjusted", label: "Budget", money: true },
    preEncumbered: { sql: "e.pre_encumbered", label: "Pre-encumbered", money: true },
    encumbered: { sql: "e.encumbered", label: "Encumbered", money: true },
    expended: { sql: "e.expended", label: "Expended", money: true },
    postedBy: { sql: "who.display_name", label: "By" },
    note: { sql: "e.note", label: "Note" },
    createdAt: { sql: "e.created_at", label: "Recorded at" },
  },
  filters: {
    kind: { kind: "set", sql: "e.kind", type: "text" },
    year: { kind: "set", sql: "y.year::text", type: "text" },
    side: { kind: "set", sql: sideOf, type: "text" },
    budgetLineId: { kind: "set", sql: "e.budget_line_id", type: "uuid" },
    documentId: { kind: "set", sql: "e.document_id", type: "uuid" },
    documentType: { kind: "set", sql: "e.document_type", type: "text" },
    departmentId: { kind: "set", sql: "s.department_id", type: "uuid" },
    fundId: { kind: "set", sql: "s.fund_id", type: "uuid" },
    postedOn: { kind: "range", sql: "e.posted_on", type: "date" },
    recordedAt: { kind: "range", sql: "e.created_at", type: "instant" },
  },
  search: ["e.document_number", "s.code", "e.note"],
  number: "e.document_number",
  defaultSort: "-id",
  totals: {
    adjusted: "e.adjusted",
    preEncumbered: "e.pre_encumbered",
    encumbered: "e.encumbered",
    expended: "e.expended",
    available: "e.adjusted - e.pre_encumbered - e.encumbered - e.expended",
  },
  addable: {
    sql: `(y.year::text || ${sideOf})`,
    sentence:
      "Movements of several years, or of revenue and spending, are not added up: choose one year, and spending or revenue.",
  },
};

/** One budget line as its list shows it; 404 when there is none. */
export const readLine = async (db: Db, id: string): Promise<BudgetLine> => {
  const columns = Object.entries(budgetLineList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  const row = await db.maybe<BudgetLine>(
    bind(`select ${columns} from ${budgetLineList.from} where l.org_id = $1 and l.id = $2`, [
      db.scope.orgId,
      id,
    ]),
  );
  if (!row) throw notFound("budget line");
  return row;
};

/**
 * Adopts a budget line of one account string in one year that no cycle prepares, in cents. 409 when
 * the line exists; one that was taken back is adopted anew.
 */
export const createLine = async (
  tx: Tx,
  actor: Actor,
  { fiscalYearId, accountStringId, original, note: why }: z.output<typeof budgetLineInput>,
): Promise<BudgetLine> => {
  requirePeriod(await periodOf(tx, fiscalYearId), "adopt", null);
  const account = await tx.maybe<{ code: string; taken: boolean }>(sql`
    select s.code, coalesce(l.original <> 0 or l.adjusted <> 0, false) as taken
    from account_string s
    left join budget_line l
      on l.org_id = s.org_id
      and l.account_string_id = s.id
      and l.fiscal_year_id = ${fiscalYearId}
    where s.org_id = ${actor.orgId} and s.id = ${accountStringId}
  `);
  if (!account) throw notFound("account string");
  if (account.taken)
    throw conflict(
      "already_exists",
      `${account.code} has a budget line in this fiscal year already. Amend that line instead.`,
    );
  const { lines } = await adoptLines(tx, actor, {
    fiscalYearId,
    lines: [{ accountStringId, cents: original }],
    document: null,
    note: why,
  });
  const { id } = lines[0]!;
  note(tx, actor, "budgetLine", id, {
    number: account.code,
    action: "create",
    after: { id, fiscalYearId, accountStringId, original, note: why },
  });
  return readLine(tx, id);
};

/** That a line of a closed year takes no change. */
export const yearClosed = () =>
  conflict(
    "year_closed",
    "The fiscal year of this line is closed; its budget does not change any more. A budget officer can open the year again.",
  );

type Change = {
  id: string;
  number: string;
  kind: "amend" | "transfer";
  budgetLineId: string;
  fromLineId: string | null;
  amount: number;
  reason: string;
  source: string;
};

/**
 * Posts an amendment or a transfer through the one door of the budget, with the history of each
 * line. 409 for a closed year, a year that a cycle prepares, a line that does not have what it
 * gives, a fund that breaks a rule by it.
 */
export const postChange = async (tx: Tx, actor: Actor, change: Change): Promise<void> => {
  const sides = [
    ...(change.fromLineId ? [{ id: change.fromLineId, amount: -change.amount }] : []),
    { id: change.budgetLineId, amount: change.amount },
  ];
  const rows = new Map<string, typeof budgetLine.$inferSelect>();
  for (const { id } of sides.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    rows.set(id, await lockRow(tx, budgetLine, id, "budget line"));
  if ([...rows.values()].some((row) => row.closed)) throw yearClosed();
  const why = change.source ? `${change.reason} (Source: ${change.source})` : change.reason;
  await amendLines(
    tx,
    actor,
    {
      type: "budgetChange",
      id: change.id,
      number: change.number,
      fiscalYearId: rows.get(change.budgetLineId)!.fiscalYearId,
      kind: change.kind,
      reserved: false,
      source: change.source,
      fundDecision: "",
      note: why,
    },
    sides.map(({ id, amount }) => ({
      accountStringId: rows.get(id)!.accountStringId,
      cents: amount,
    })),
  );
  for (const { id, amount } of sides) {
    const line = await readLine(tx, id);
    note(tx, actor, "budgetLine", id, {
      number: line.code,
      action: change.kind,
      before: { adjusted: line.adjusted - amount },
      after: { adjusted: line.adjusted },
      note: `${change.number}: ${why}`,
    });
  }
};

export type BudgetSummary = {
  by: string;
  id: string;
  label: string;
  /** What comes in, and what goes out: never one sum. */
  side: "revenue" | "spending";
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  lines: number;
}[];

/**
 * Sums of a year's lines by fund, department or account, in cents, spending and revenue apart; each
 * opens the list filtered to it.
 */
export const budgetSummary = (
  db: Db,
  year: number,
  by: "fund" | "department" | "account",
): Promise<BudgetSummary> => {
  const key = {
    fund: sql`s.fund_id`,
    department: sql`s.department_id`,
    account: sql`s.account_id`,
  }[by];
  const label = {
    fund: sql`f.code || ' ' || f.name`,
    department: sql`d.name`,
    account: sql`a.code || ' ' || a.name`,
  }[by];
  return db.rows(sql`
    select
      ${by} as by, ${key} as id, ${label} as label, ${raw(sideOf)} as side,
      sum(l.original + l.adjusted)::bigint as budget,
      sum(l.pre_encumbered)::bigint as pre_encumbered, sum(l.encumbered)::bigint as encumbered,
      sum(l.expended)::bigint as expended,
      sum(
        l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended
      )::bigint as available,
      count(*) as lines
    from budget_line l
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join department d on d.org_id = s.org_id and d.id = s.department_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where l.org_id = ${db.scope.orgId} and y.year = ${year}
    group by 2, 3, 4
    order by 4 desc, 3
  `);
};

/** What a year holds to spend, and what stands of it, in cents; revenue is its own sum. */
export type YearTotals = {
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  revenue: number;
};

/** The sums of one fiscal year over all funds: what goes out, and what comes in beside it. */
export const yearTotals = (db: Db, fiscalYearId: string): Promise<YearTotals> =>
  db.one<YearTotals>(sql`
    with line as (
      select
        l.original + l.adjusted as budget, l.pre_encumbered, l.encumbered, l.expended,
        a.class in ('revenue', 'transfer_in') as comes_in
      from budget_line l
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${fiscalYearId}
    )
    select
      coalesce(sum(budget) filter (where not comes_in), 0)::bigint as budget,
      coalesce(sum(pre_encumbered) filter (where not comes_in), 0)::bigint as pre_encumbered,
      coalesce(sum(encumbered) filter (where not comes_in), 0)::bigint as encumbered,
      coalesce(sum(expended) filter (where not comes_in), 0)::bigint as expended,
      coalesce(
        sum(budget - pre_encumbered - encumbered - expended) filter (where not comes_in), 0
      )::bigint as available,
      coalesce(sum(budget) filter (where comes_in), 0)::bigint as revenue
    from line
  `);

/** What was spent and ordered in each month of a fiscal year, in cents; revenue takes no part. */
export const spendingByMonth = (db: Db, year: { id: string; startsOn: string }) =>
  db.rows<{ month: string; expended: number; encumbered: number }>(sql`
    select
      to_char(m, 'YYYY-MM') as month, coalesce(sum(e.expended), 0)::bigint as expended,
      coalesce(sum(e.encumbered) filter (where e.encumbered > 0), 0)::bigint as encumbered
    from generate_series(
      ${year.startsOn}::timestamp, ${year.startsOn}::timestamp + interval '11 months',
      interval '1 month'
    ) m
    left join (
        commitment_entry e join budget_line l on l.org_id = e.org_id
        and l.id = e.budget_line_id
        and l.fiscal_year_id = ${year.id} join account_string s on s.org_id = l.org_id
        and s.id = l.account_string_id join segment_value a on a.org_id = s.org_id
        and a.id = s.account_id
        and a.class in ('expenditure', 'transfer_out')
      )
      on e.org_id = ${db.scope.orgId}
      and date_trunc('month', e.posted_on::timestamp) = m
    group by 1
    order by 1
  `);

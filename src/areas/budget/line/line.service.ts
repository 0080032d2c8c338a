import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { budgetLineInput, BudgetLine } from "../budget.model.ts";
import { budgetLine } from "../budget.tables.ts";
import { documentTypes, movements } from "../ledger/ledger.labels.ts";

const committed = "l.pre_encumbered + l.encumbered + l.expended";
const available = "l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended";

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
  },
};

export const commitmentList: ListDefinition = {
  name: "commitment-entries",
  from: `
    commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
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
    budgetLineId: { kind: "set", sql: "e.budget_line_id", type: "uuid" },
    documentId: { kind: "set", sql: "e.document_id", type: "uuid" },
    documentType: { kind: "set", sql: "e.document_type", type: "text" },
    departmentId: { kind: "set", sql: "s.department_id", type: "uuid" },
    fundId: { kind: "set", sql: "s.fund_id", type: "uuid" },
    postedOn: { kind: "range", sql: "e.posted_on", type: "date" },
  },
  search: ["e.document_number", "s.code", "e.note"],
  number: "e.document_number",
  defaultSort: "-id",
  totals: {
    adjusted: "e.adjusted",
    preEncumbered: "e.pre_encumbered",
    encumbered: "e.encumbered",
    expended: "e.expended",
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

/** Appends a ledger entry of a line's budget. */
export const append = (
  tx: Tx,
  actor: Actor,
  lineId: string,
  kind: "adopt" | "amend" | "transfer",
  adjusted: number,
  document: { id: string; number: string },
  note: string,
) =>
  tx.later(
    tx.rows(sql`
      insert into commitment_entry (
        org_id, id, budget_line_id, kind, adjusted, document_type, document_id, document_number,
        posted_on, posted_by, note
      )
      values (
        ${actor.orgId}, ${newId()}, ${lineId}, ${kind}, ${adjusted},
        ${kind === "adopt" ? "budgetLine" : "budgetChange"}, ${document.id}, ${document.number},
        ${businessDate(tx.scope)}, ${actor.personId}, ${note}
      )
    `),
  );

/** Once a cycle adopted a year's budget, only amendments change it. 409. */
const refuseAdopted = async (tx: Tx, fiscalYearId: string): Promise<void> => {
  const adopted = await tx.maybe<{ number: string }>(sql`
    select number
    from budget_cycle
    where org_id = ${tx.scope.orgId} and fiscal_year_id = ${fiscalYearId} and adopted_at is not null
  `);
  if (adopted)
    throw conflict(
      "budget_adopted",
      `${adopted.number} adopted this year's budget: from that day on only amendments change it.`,
    );
};

/**
 * Adopts a budget line of one account string in one open year, in cents. 409 when the line exists.
 */
export const createLine = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof budgetLineInput>,
): Promise<BudgetLine> => {
  // Shared, so that a closing of the year that is under way ends first.
  const year = await tx.maybe<{ status: string }>(sql`
    select status
    from fiscal_year
    where org_id = ${actor.orgId} and id = ${input.fiscalYearId}
    for share
  `);
  if (!year) throw notFound("fiscal year");
  if (year.status === "closed") throw yearClosed();
  await refuseAdopted(tx, input.fiscalYearId);
  const account = await tx.maybe<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${actor.orgId} and id = ${input.accountStringId}
  `);
  if (!account) throw notFound("account string");
  if (
    await tx.maybe(sql`
      select 1 as there
      from budget_line
      where org_id = ${actor.orgId}
        and fiscal_year_id = ${input.fiscalYearId}
        and account_string_id = ${input.accountStringId}
    `)
  )
    throw conflict(
      "already_exists",
      `${account.code} has a budget line in this fiscal year already. Amend that line instead.`,
    );
  const row = await insertRow(tx, budgetLine, { ...input, orgId: actor.orgId!, id: newId() });
  append(
    tx,
    actor,
    row.id,
    "adopt",
    row.original,
    { id: row.id, number: account.code },
    input.note,
  );
  note(tx, actor, "budgetLine", row.id, { number: account.code, action: "create", after: row });
  return readLine(tx, row.id);
};

/** That a line of a closed year takes no change. */
export const yearClosed = () =>
  conflict(
    "year_closed",
    "The fiscal year of this line is closed; its budget does not change any more. A budget officer can open the year again.",
  );

const adjust = async (tx: Tx, actor: Actor, id: string, amount: number): Promise<void> => {
  const free = amount < 0 ? -amount : 0;
  const row = await tx.maybe(sql`
    update budget_line l
    set adjusted = l.adjusted + ${amount}, version = l.version + 1, updated_at = clock_timestamp()
    where l.org_id = ${actor.orgId}
      and l.id = ${id}
      and not l.closed
      and (
        ${free === 0}::boolean
        or ${free} <= l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended
      )
    returning id
  `);
  if (!row)
    throw conflict(
      "not_available",
      "The line does not have this much available; committed money cannot be taken away.",
    );
};

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
 * Posts an amendment or a transfer: each line's budget, its ledger entry and its history. Lines are
 * locked in one order. 409 for a closed year, and where a line does not have what it gives.
 */
export const postChange = async (tx: Tx, actor: Actor, change: Change): Promise<void> => {
  const sides = [
    ...(change.fromLineId ? [{ id: change.fromLineId, amount: -change.amount }] : []),
    { id: change.budgetLineId, amount: change.amount },
  ];
  for (const { id } of sides.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if ((await lockRow(tx, budgetLine, id, "budget line")).closed) throw yearClosed();
  for (const side of sides) await adjust(tx, actor, side.id, side.amount);
  const why = change.source ? `${change.reason} (Source: ${change.source})` : change.reason;
  for (const { id, amount } of sides) {
    const line = await readLine(tx, id);
    append(tx, actor, id, change.kind, amount, change, why);
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
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  lines: number;
}[];

/**
 * Sums of a year's lines by fund, department or account, in cents; each opens the list filtered to
 * it.
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
      ${by} as by, ${key} as id, ${label} as label, sum(l.original + l.adjusted)::bigint as budget,
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
    group by 2, 3
    order by 3
  `);
};

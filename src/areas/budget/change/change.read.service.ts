import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { approvalsOf, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { budgetChange } from "../budget.tables.ts";
import { readLine } from "../line/line.service.ts";
import { changeKinds, changeStatuses } from "./change.labels.ts";
import type { BudgetChange, BudgetChangeDetail } from "./change.model.ts";
import { changeNoun } from "./change.noun.ts";

export const changeList: ListDefinition = {
  name: "budget-changes",
  from: `
    budget_change c
    join budget_line l on l.org_id = c.org_id and l.id = c.budget_line_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    left join budget_line m on m.org_id = c.org_id and m.id = c.from_line_id
    left join account_string o on o.org_id = m.org_id and o.id = m.account_string_id
    left join person q on q.id = c.requested_by
    left join person p on p.id = c.posted_by
  `,
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    kind: { sql: "c.kind", label: "Kind", sort: true, codes: changeKinds },
    status: { sql: "c.status", label: "Status", sort: true, codes: changeStatuses },
    lineId: { sql: "c.budget_line_id", hidden: true },
    line: { sql: "s.code", label: "Account string", sort: true },
    fromId: { sql: "c.from_line_id", hidden: true },
    from: { sql: "o.code", label: "From", sort: true },
    year: { sql: "y.year", label: "Fiscal year", sort: true },
    amount: { sql: "c.amount", label: "Amount", money: true, sort: true },
    reason: { sql: "c.reason", label: "Why" },
    source: { sql: "c.source", label: "Source" },
    requestedBy: { sql: "q.display_name", label: "Entered by" },
    postedBy: { sql: "p.display_name", label: "Posted by" },
    postedAt: { sql: "c.posted_at", label: "Posted", sort: true },
    createdAt: { sql: "c.created_at", label: "Entered", sort: true },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    amount: { kind: "range", sql: "c.amount", type: "cents" },
    mine: { kind: "flag", sql: "c.requested_by = $actor" },
  },
  search: ["c.number", "s.code", "coalesce(o.code, '')", "c.reason", "c.source"],
  number: "c.number",
  defaultSort: "-createdAt",
};

const columns = Object.entries(changeList.columns)
  .map(([key, column]) => `${column.sql} as "${key}"`)
  .join(", ");

/** A change with its lines, its approval, and the actor's actions; 404 when there is none. */
export const readChange = async (db: Db, actor: Actor, id: string): Promise<BudgetChangeDetail> => {
  const record = await getRow(db, budgetChange, id, "budget change");
  const [row, approvals] = await Promise.all([
    db.one<BudgetChange>(
      bind(`select ${columns} from ${changeList.from} where c.org_id = $1 and c.id = $2`, [
        db.scope.orgId,
        id,
      ]),
    ),
    approvalsOf(db, [id]),
  ]);
  return {
    ...row,
    stopReason: record.stopReason,
    approvalId: approvals.at(-1) ?? null,
    actions: actionsFor(actor, changeNoun, record),
  };
};

/** What an approver sees of a change: both sides, what each has, and where the money comes from. */
export const changeSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const change = await getRow(db, budgetChange, id, "budget change");
  const to = await readLine(db, change.budgetLineId);
  const from = change.fromLineId ? await readLine(db, change.fromLineId) : null;
  const giving = from ?? (change.amount < 0 ? to : null);
  const short = giving !== null && giving.available < Math.abs(change.amount);
  return {
    facts: [
      { label: "Kind", value: changeKinds[change.kind] },
      ...(from ? [{ label: "From", value: `${from.code}, ${from.department}` }] : []),
      { label: from ? "To" : "Line", value: `${to.code}, ${to.department}` },
      { label: "Amount", value: formatCents(change.amount) },
      ...(change.source ? [{ label: "Source", value: change.source }] : []),
      { label: "Why", value: change.reason },
      { label: "Revised now", value: formatCents(to.budget) },
      { label: "Revised then", value: formatCents(to.budget + change.amount) },
    ],
    lines: [],
    budget: [],
    checks: giving
      ? [
          {
            ok: !short,
            text: `${giving.code} has ${formatCents(giving.available)} available${short ? ": less than this change takes away" : ""}.`,
          },
        ]
      : [],
  };
};

import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { approvalsOf, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import type { Held, Underway, YearCarryover } from "../account/carryover.service.ts";
import { fundFindings } from "../fund-balance/fund-test.service.ts";
import { budgetAmendment } from "../planning.tables.ts";
import { amendmentKinds, amendmentStatuses } from "./amendment.labels.ts";
import type { AmendmentDetail, AmendmentRow } from "./amendment.model.ts";
import { amendmentNoun } from "./amendment.noun.ts";

export const amendmentList: ListDefinition = {
  name: "budget-amendments",
  from: `
    budget_amendment c
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    left join person q on q.id = c.requested_by
  `,
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    kind: { sql: "c.kind", label: "Kind", sort: true, codes: amendmentKinds },
    status: { sql: "c.status", label: "Status", sort: true, codes: amendmentStatuses },
    title: { sql: "c.title", label: "Title", sort: true },
    year: { sql: "y.year", label: "Fiscal year", sort: true },
    amount: { sql: "c.amount", label: "Amount", money: true, sort: true },
    lines: {
      sql: `(
        select count(*)::int
        from budget_amendment_line l
        where l.org_id = c.org_id and l.amendment_id = c.id
      )`,
      label: "Lines",
    },
    requestedBy: { sql: "q.display_name", label: "Entered by" },
    createdAt: { sql: "c.created_at", label: "Entered", sort: true },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    year: { kind: "set", sql: "y.year::text", type: "text" },
    amount: { kind: "range", sql: "c.amount", type: "cents" },
    mine: { kind: "flag", sql: "c.requested_by = $actor" },
  },
  search: ["c.number", "c.title", "c.reason", "c.source"],
  number: "c.number",
  defaultSort: "-createdAt",
};

const columns = Object.entries(amendmentList.columns)
  .map(([key, column]) => `${column.sql} as "${key}"`)
  .join(", ");

const linesOf = (db: Db, id: string) =>
  db.rows<AmendmentDetail["lines"][number]>(sql`
    select
      i.id, i.account_string_id, s.code, concat_ws(' · ', d.name, a.name) as label,
      a.class in ('revenue', 'transfer_in') as comes_in, i.cents,
      coalesce(l.original + l.adjusted, 0) as budget,
      coalesce(
        l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended, 0
      ) as available
    from budget_amendment_line i
    join budget_amendment c on c.org_id = i.org_id and c.id = i.amendment_id
    join account_string s on s.org_id = i.org_id and s.id = i.account_string_id
    join department d on d.org_id = s.org_id and d.id = s.department_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    left join budget_line l
      on l.org_id = i.org_id
      and l.account_string_id = i.account_string_id
      and l.fiscal_year_id = c.fiscal_year_id
    where i.org_id = ${db.scope.orgId} and i.amendment_id = ${id}
    order by i.line_no
  `);

/** An amendment with its lines, what each has, and the actor's actions; 404 when there is none. */
export const readAmendment = async (db: Db, actor: Actor, id: string): Promise<AmendmentDetail> => {
  const record = await getRow(db, budgetAmendment, id, "budget amendment");
  const [row, lines, approvals, posted] = await Promise.all([
    db.one<AmendmentRow>(
      bind(`select ${columns} from ${amendmentList.from} where c.org_id = $1 and c.id = $2`, [
        db.scope.orgId,
        id,
      ]),
    ),
    linesOf(db, id),
    approvalsOf(db, [id]),
    db.maybe<{ name: string }>(
      sql`select display_name as name from person where id = ${record.postedBy}`,
    ),
  ]);
  const findings =
    record.status === "posted" ? [] : await fundFindings(db, record.fiscalYearId, lines);
  return {
    ...row,
    fiscalYearId: record.fiscalYearId,
    reason: record.reason,
    source: record.source,
    stopReason: record.stopReason,
    fundDecision: record.fundDecision,
    fundFindings: findings.map((f) => f.sentence),
    postedBy: posted?.name ?? null,
    postedAt: record.postedAt,
    approvalId: approvals.at(-1) ?? null,
    lines,
    canEdit:
      (record.status === "draft" || record.status === "returned") &&
      record.requestedBy === actor.personId,
    actions: actionsFor(actor, amendmentNoun, record),
  };
};

/** What an approver sees: each line before and after. What it takes is reserved, so it is there. */
export const amendmentSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const amendment = await getRow(db, budgetAmendment, id, "budget amendment");
  const lines = await linesOf(db, id);
  const findings =
    amendment.status === "posted" ? [] : await fundFindings(db, amendment.fiscalYearId, lines);
  return {
    facts: [
      { label: "Kind", value: amendmentKinds[amendment.kind] },
      { label: "Title", value: amendment.title },
      { label: "Why", value: amendment.reason },
      ...(amendment.source ? [{ label: "Source", value: amendment.source }] : []),
      ...(amendment.fundDecision
        ? [{ label: "Decided about the fund", value: amendment.fundDecision }]
        : []),
      ...lines.map((l) => ({
        label: l.code,
        value: `${l.cents < 0 ? "gives" : "gets"} ${formatCents(Math.abs(l.cents))}: ${formatCents(l.budget)} becomes ${formatCents(l.budget + l.cents)}`,
      })),
    ],
    lines: [],
    budget: [],
    checks: [
      { ok: true, text: "What it takes is reserved since it was submitted." },
      ...findings.map((f) => ({ ok: amendment.fundDecision !== "", text: f.sentence })),
    ],
  };
};

const waiting = ["in_approval", "approved"];

/** Amendments that wait go along into the next year, with what they reserved. */
export const amendmentCarryover: YearCarryover = {
  documentType: "budgetAmendment",
  one: "budget amendment in approval",
  many: "budget amendments in approval",
  href: "/budget-management/amendments",
  underway: (db, year, lock) =>
    db.rows<Underway>(sql`
      select id, number, amount
      from budget_amendment
      where org_id = ${db.scope.orgId}
        and fiscal_year_id = ${year}
        and status = any(${waiting}::text[])
      order by id ${lock ? sql`for update` : sql``}
    `),
  holds: (db, year) =>
    db.rows<Held>(sql`
      select
        c.id, c.number, i.account_string_id, (-i.cents)::bigint as pre_encumbered,
        0::bigint as encumbered
      from budget_amendment c
      join budget_amendment_line i on i.org_id = c.org_id and i.amendment_id = c.id and i.cents < 0
      where c.org_id = ${db.scope.orgId}
        and c.fiscal_year_id = ${year}
        and c.status = any(${waiting}::text[])
      order by c.id, i.line_no
    `),
  move: async (tx, ids, to) =>
    void (await tx.rows(sql`
      update budget_amendment
      set fiscal_year_id = ${to}, version = version + 1
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    `)),
};

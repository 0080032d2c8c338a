import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { budgetCycle, budgetProposal } from "../planning.tables.ts";
import { proposalStatuses } from "./proposal.labels.ts";
import type { PackageRow, ProposalDetail, ProposalLine, ProposalRow } from "./proposal.model.ts";
import { proposalFacts, proposalNoun } from "./proposal.noun.ts";
import { mayAsk, otherDepartment } from "./proposal.service.ts";

// What goes out; revenue is shown on its own lines.
const spent = (column: string) => `(
  select coalesce(sum(g.${column}), 0)::bigint
  from budget_figure g
  join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
  join segment_value a on a.org_id = s.org_id and a.id = s.account_id
  where g.org_id = p.org_id
    and g.proposal_id = p.id
    and a.class in ('expenditure', 'transfer_out')
)`;
const target = `(
  select sum(t.cents)::bigint
  from budget_target t
  where t.org_id = p.org_id and t.cycle_id = p.cycle_id and t.department_id = p.department_id
)`;

export const proposalList: ListDefinition = {
  name: "budget-proposals",
  from: `
    budget_proposal p
    join budget_cycle c on c.org_id = p.org_id and c.id = p.cycle_id
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    join department d on d.org_id = p.org_id and d.id = p.department_id
  `,
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    year: { sql: "y.year", label: "Fiscal year", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: proposalStatuses },
    departmentId: { sql: "p.department_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    base: { sql: spent("base"), label: "Base", money: true },
    requested: { sql: spent("requested"), label: "Requested", money: true },
    recommended: { sql: spent("recommended"), label: "Recommended", money: true },
    target: { sql: target, label: "Target", money: true },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    year: { kind: "set", sql: "y.year::text", type: "text" },
    departmentId: { kind: "set", sql: "p.department_id", type: "uuid" },
    cycleId: { kind: "set", sql: "p.cycle_id", type: "uuid" },
    mine: { kind: "flag", sql: "p.department_id = any($departments)" },
    over: { kind: "flag", sql: `${spent("recommended")} > coalesce(${target}, 9e15)` },
  },
  search: ["p.number", "d.name"],
  number: "p.number",
  defaultSort: "-number",
};

const columns = Object.entries(proposalList.columns)
  .map(([key, column]) => `${column.sql} as "${key}"`)
  .join(", ");

const linesOf = (db: Db, id: string) =>
  db.rows<ProposalLine>(sql`
    select
      l.id, l.account_string_id, s.code, a.code || ' ' || a.name as label,
      f.code || ' ' || f.name as fund, a.class, a.category, l.source, l.actuals, l.revised,
      l.projection, l.parts, l.base, l.requested, l.reviewed, l.review_reason, l.note, l.version
    from budget_proposal_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where l.org_id = ${db.scope.orgId} and l.proposal_id = ${id}
    order by s.code, l.source
  `);

const packagesOf = (db: Db, id: string) =>
  db.rows<PackageRow>(sql`
    select
      k.id, k.rank, k.title, k.kind, k.reason, k.status, k.decision_reason, k.version,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'accountStringId', s.id, 'code', s.code, 'cents', (x ->> 'cents')::bigint, 'reviewed',
              (x ->> 'reviewed')::bigint
            ) order by s.code)
          from jsonb_array_elements(k.lines) x
          join account_string s on s.org_id = k.org_id and s.id = (x ->> 'accountStringId')::uuid
        ),
        '[]'::jsonb
      ) as lines,
      (
        select count(*)::int
        from budget_position o
        where o.org_id = k.org_id and o.package_id = k.id
      ) as positions,
      (
        select coalesce(sum(g.requested), 0)::bigint
        from budget_figure g
        where g.org_id = k.org_id and g.package_id = k.id
      ) as cents
    from budget_package k
    where k.org_id = ${db.scope.orgId} and k.proposal_id = ${id}
    order by k.rank, k.created_at
  `);

/** A proposal with its lines, packages and versions; 404 when there is none. */
export const readProposal = async (db: Db, actor: Actor, id: string): Promise<ProposalDetail> => {
  const proposal = await getRow(db, budgetProposal, id, "budget proposal");
  const [row, cycle, lines, packages, versions, facts] = await Promise.all([
    db.one<ProposalRow>(
      bind(`select ${columns} from ${proposalList.from} where p.org_id = $1 and p.id = $2`, [
        db.scope.orgId,
        id,
      ]),
    ),
    getRow(db, budgetCycle, proposal.cycleId, "budget cycle"),
    linesOf(db, id),
    packagesOf(db, id),
    db.rows<ProposalDetail["versions"][number]>(sql`
      select v.version_no, v.label, w.display_name as taken_by, v.created_at
      from budget_proposal_version v
      left join person w on w.id = v.taken_by
      where v.org_id = ${db.scope.orgId} and v.proposal_id = ${id}
      order by v.version_no desc
    `),
    proposalFacts(db, id),
  ]);
  const open = cycle.status !== "adopted" && cycle.status !== "closed";
  const asked = proposal.status === "draft" || proposal.status === "returned";
  return {
    ...row,
    cycleId: proposal.cycleId,
    cycleStatus: cycle.status,
    narrative: proposal.narrative,
    lines,
    packages,
    versions,
    mayAsk: open && asked && mayAsk(actor, proposal.departmentId),
    mayReview: open && proposal.status === "in_review" && actor.permissions.has("budget.edit"),
    actions: actionsFor(actor, proposalNoun, { ...proposal, ...facts }).map((action) =>
      action.name === "submit" && !mayAsk(actor, proposal.departmentId)
        ? { ...action, enabled: false, reason: otherDepartment }
        : action,
    ),
  };
};

import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { announce } from "#server/lifecycle.ts";
import { accountFacts } from "../account/account.service.ts";
import {
  budgetCycle,
  budgetPackage,
  budgetPosition,
  budgetProposal,
  budgetProposalLine,
} from "../planning.tables.ts";
import { mayAsk } from "../proposal/proposal.service.ts";
import { sharesOf, type positionInput } from "./position.model.ts";

type Input = z.output<typeof positionInput>;

export const positionList: ListDefinition = {
  name: "budget-positions",
  from: `
    budget_position o
    join budget_cycle c on c.org_id = o.org_id and c.id = o.cycle_id
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    join department d on d.org_id = o.org_id and d.id = o.department_id
    left join budget_package k on k.org_id = o.org_id and k.id = o.package_id
  `,
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    title: { sql: "o.title", label: "Position", sort: true },
    year: { sql: "y.year", label: "Fiscal year", sort: true },
    departmentId: { sql: "o.department_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    annualPay: { sql: "o.annual_pay", label: "Annual pay", money: true, sort: true },
    annualBenefits: { sql: "o.annual_benefits", label: "Annual benefits", money: true },
    fteThousandths: { sql: "o.fte_thousandths", label: "FTE, thousandths", sort: true },
    months: { sql: "o.months", label: "Months" },
    filled: { sql: "o.filled", label: "Filled" },
    raiseHundredths: { sql: "o.raise_hundredths", label: "Raise, hundredths of a percent" },
    raiseFromMonth: { sql: "o.raise_from_month", label: "Raise from month" },
    packageId: { sql: "o.package_id", hidden: true },
    package: { sql: "k.title", label: "Decision package" },
    splits: { sql: "o.splits", hidden: true },
    cents: { sql: "o.cents", label: "Cost in the year", money: true, sort: true },
    version: { sql: "o.version", hidden: true },
  },
  filters: {
    cycleId: { kind: "set", sql: "o.cycle_id", type: "uuid" },
    year: { kind: "set", sql: "y.year::text", type: "text" },
    departmentId: { kind: "set", sql: "o.department_id", type: "uuid" },
    vacant: { kind: "flag", sql: "not o.filled" },
    proposed: { kind: "flag", sql: "o.package_id is not null" },
  },
  search: ["o.number", "o.title", "d.name"],
  defaultSort: "number",
  totals: { cents: "o.cents" },
};

const lockCycle = async (tx: Tx, cycleId: string) => {
  const cycle = await lockRow(tx, budgetCycle, cycleId, "budget cycle");
  if (cycle.adoptedAt)
    throw conflict("adopted", "This budget is adopted: its positions stay as they were.");
  return cycle;
};

const proposalOf = (tx: Tx, cycleId: string, departmentId: string) =>
  tx.maybe<typeof budgetProposal.$inferSelect>(sql`
    select *
    from budget_proposal
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycleId} and department_id = ${departmentId}
    for update
  `);

/**
 * Writes the computed lines of a department anew: what its positions without a decision package come
 * to, by account string. Nobody types them.
 */
export const computeLines = async (
  tx: Tx,
  actor: Actor,
  cycleId: string,
  departmentId: string,
): Promise<void> => {
  const proposal = await proposalOf(tx, cycleId, departmentId);
  if (!proposal) return;
  await tx.rows(sql`
    delete from budget_proposal_line
    where org_id = ${tx.scope.orgId} and proposal_id = ${proposal.id} and source = 'positions'
  `);
  const sums = await tx.rows<{ accountStringId: string; cents: number }>(sql`
    select
      (x ->> 'accountStringId')::uuid as account_string_id,
      sum((x ->> 'cents')::bigint)::bigint as cents
    from budget_position o
    cross join lateral jsonb_array_elements(o.splits) x
    where o.org_id = ${tx.scope.orgId}
      and o.cycle_id = ${cycleId}
      and o.department_id = ${departmentId}
      and o.package_id is null
    group by 1
  `);
  await insertRows(
    tx,
    budgetProposalLine,
    sums.map(({ accountStringId, cents }) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      proposalId: proposal.id,
      accountStringId,
      source: "positions" as const,
      base: cents,
      requested: cents,
    })),
  );
  announce(tx, tx.scope.orgId!, "budgetProposal.positions", proposal.id);
};

const checked = async (tx: Tx, actor: Actor, cycleId: string, input: Input) => {
  if (!mayAsk(actor, input.departmentId))
    throw notAllowed("Only people of this department keep its positions.");
  await accountFacts(
    tx,
    input.splits.map((s) => s.accountStringId),
  );
  const proposal = await proposalOf(tx, cycleId, input.departmentId);
  const writes =
    actor.permissions.has("budget.edit") ||
    (proposal !== null &&
      proposal !== undefined &&
      (proposal.status === "draft" || proposal.status === "returned"));
  if (!writes) throw conflict("with_reviewers", "The department's proposal is with the reviewers.");
  if (!input.packageId) return;
  const kept = await getRow(tx, budgetPackage, input.packageId, "decision package");
  if (kept.proposalId !== proposal?.id)
    throw invalidField("packageId", "This package belongs to another department's proposal.");
};

const valuesOf = (input: Input) => {
  const splits = sharesOf(input);
  return { ...input, splits, cents: splits.reduce((sum, s) => sum + s.cents, 0) };
};

/** Adds a position to a cycle; its lines are computed. 409 where its number is taken. */
export const addPosition = async (tx: Tx, actor: Actor, cycleId: string, input: Input) => {
  await lockCycle(tx, cycleId);
  await checked(tx, actor, cycleId, input);
  const there = await tx.maybe(sql`
    select id
    from budget_position
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycleId} and number = ${input.number}
  `);
  if (there) throw invalidField("number", `${input.number} exists already.`, "already_exists");
  const row = await insertRow(tx, budgetPosition, {
    ...valuesOf(input),
    orgId: tx.scope.orgId!,
    id: newId(),
    cycleId,
  });
  await computeLines(tx, actor, cycleId, input.departmentId);
  note(tx, actor, "budgetPosition", row, { action: "create", after: row, event: null });
  return { id: row.id, version: row.version };
};

/** Changes a position; the lines of its department, and of the one that it leaves, are computed anew. */
export const changePosition = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: Input,
  version: number | null,
) => {
  const { cycleId } = await getRow(tx, budgetPosition, id, "position");
  await lockCycle(tx, cycleId);
  const before = await lockRow(tx, budgetPosition, id, "position");
  requireVersion(before.version, version);
  if (!mayAsk(actor, before.departmentId))
    throw notAllowed("Only people of its department change a position.");
  await checked(tx, actor, cycleId, input);
  const after = await updateRow(tx, budgetPosition, id, valuesOf(input));
  for (const department of new Set([before.departmentId, after.departmentId]))
    await computeLines(tx, actor, cycleId, department);
  note(tx, actor, "budgetPosition", after, { action: "edit", before, after, event: null });
  return { id, version: after.version };
};

/** Stores many positions at once (a file, the demo), each as `addPosition` would. */
export const addPositions = async (
  tx: Tx,
  actor: Actor,
  cycleId: string,
  inputs: readonly Input[],
): Promise<void> => {
  const cycle = await lockCycle(tx, cycleId);
  await accountFacts(
    tx,
    inputs.flatMap((input) => input.splits.map((s) => s.accountStringId)),
  );
  await insertRows(
    tx,
    budgetPosition,
    inputs.map((input) => ({
      ...valuesOf(input),
      packageId: input.packageId ?? null,
      orgId: cycle.orgId,
      id: newId(),
      cycleId,
    })),
  );
  for (const department of new Set(inputs.map((input) => input.departmentId)))
    await computeLines(tx, actor, cycleId, department);
  note(tx, actor, "budgetCycle", cycleId, {
    number: cycle.number,
    action: "positions",
    after: { positions: inputs.map((input) => input.number) },
    event: null,
  });
};

/**
 * Full-time equivalents by department in three years, in thousandths: of this cycle, and of the adopted
 * cycles of the two years before; null for a year of which no positions are kept.
 */
export const staffingOf = async (
  db: Db,
  cycleId: string,
  year: number,
): Promise<
  { department: string; twoBefore: number | null; before: number | null; fte: number }[]
> => {
  const rows = await db.rows<{ department: string; year: number; fte: number }>(sql`
    select d.name as department, y.year, sum(o.fte_thousandths)::int as fte
    from budget_position o
    join budget_cycle c on c.org_id = o.org_id and c.id = o.cycle_id
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    join department d on d.org_id = o.org_id and d.id = o.department_id
    left join budget_package k on k.org_id = o.org_id and k.id = o.package_id
    where o.org_id = ${db.scope.orgId}
      and (
        c.id = ${cycleId}
        or c.adopted_at is not null
        and y.year between ${year - 2} and ${year - 1}
      )
      and (k.id is null or k.status = 'recommended')
    group by 1, 2
    order by 1, 2
  `);
  const known = new Set(rows.map((row) => row.year));
  const at = (department: string, of: number) =>
    rows.find((row) => row.department === department && row.year === of)?.fte ?? 0;
  return [...new Set(rows.map((row) => row.department))].map((department) => ({
    department,
    twoBefore: known.has(year - 2) ? at(department, year - 2) : null,
    before: known.has(year - 1) ? at(department, year - 1) : null,
    fte: at(department, year),
  }));
};

/** The positions of a cycle by department and title, with those of packages that are recommended. */
export const positionsOf = (db: Db, cycleId: string) =>
  db.rows<{ department: string; title: string; count: number; fte: number; cents: number }>(sql`
    select
      d.name as department, o.title, count(*)::int as count, sum(o.fte_thousandths)::int as fte,
      sum(o.cents)::bigint as cents
    from budget_position o
    join department d on d.org_id = o.org_id and d.id = o.department_id
    left join budget_package k on k.org_id = o.org_id and k.id = o.package_id
    where o.org_id = ${db.scope.orgId}
      and o.cycle_id = ${cycleId}
      and (k.id is null or k.status = 'recommended')
    group by 1, 2
    order by 1, 2
  `);

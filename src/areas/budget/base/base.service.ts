import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Category } from "../chart.labels.ts";
import { fiscalYear } from "../budget.tables.ts";
import { budgetCycle, budgetProposalLine } from "../planning.tables.ts";
import { boundSources } from "../forecast/bound.service.ts";
import { yearEndForecasts } from "../forecast/forecast.service.ts";
import { computeLines } from "../position/position.service.ts";
import { proposalNoun } from "../proposal/proposal.noun.ts";
import { takeVersion } from "../proposal/version.service.ts";
import { baseOf, baseParts, type ActualYear, type PartRow } from "./base.model.ts";

type Line = {
  lineId: string;
  accountStringId: string;
  code: string;
  departmentId: string;
  category: Category;
  original: number;
  revised: number;
};

const linesOf = (db: Db, fiscalYearId: string) =>
  db.rows<Line>(sql`
    select
      l.id as line_id, s.id as account_string_id, s.code, s.department_id, a.category, l.original,
      l.original + l.adjusted as revised
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id and a.active
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id and f.active
    join department d on d.org_id = s.org_id and d.id = s.department_id and d.active
    where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${fiscalYearId}
    order by s.code
  `);

const grouped = <T extends { accountStringId: string }>(rows: readonly T[]) => {
  const by = new Map<string, T[]>();
  for (const row of rows) {
    const known = by.get(row.accountStringId);
    if (known) known.push(row);
    else by.set(row.accountStringId, [row]);
  }
  return by;
};

const openCommitments = (db: Db, fiscalYearId: string) =>
  db.rows<PartRow & { accountStringId: string }>(sql`
    select
      l.account_string_id, e.document_number as label, sum(e.encumbered)::bigint as cents,
      '/budget-management/lines/' || l.id as href
    from commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    where e.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${fiscalYearId}
    group by 1, 2, 4
    having sum(e.encumbered) > 0
    order by 1, 2
  `);

const oneTimeOf = (db: Db, fiscalYearId: string) =>
  db.rows<PartRow & { accountStringId: string }>(sql`
    select
      g.account_string_id, k.title as label, sum(g.recommended)::bigint as cents,
      '/budget-management/proposals/' || k.proposal_id as href
    from budget_figure g
    join budget_package k on k.org_id = g.org_id and k.id = g.package_id and k.kind = 'one_time'
    join budget_cycle c on c.org_id = g.org_id and c.id = g.cycle_id and c.adopted_at is not null
    where g.org_id = ${db.scope.orgId} and c.fiscal_year_id = ${fiscalYearId}
    group by 1, 2, 4
    having sum(g.recommended) > 0
    order by 1, 2
  `);

/** Three years' actuals before `year`: as they were imported, else what the ledger expended. */
const actualsBefore = (db: Db, year: number) =>
  db.rows<ActualYear & { accountStringId: string }>(sql`
    with imported as (
      select account_string_id, year, sum(cents)::bigint as cents
      from budget_actual
      where org_id = ${db.scope.orgId} and year between ${year - 3} and ${year - 1}
      group by 1, 2
    ),
    booked as (
      select l.account_string_id, y.year, l.expended as cents
      from budget_line l
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      where l.org_id = ${db.scope.orgId} and y.year between ${year - 3} and ${year - 1}
    )
    select account_string_id, year, cents
    from imported
    union all
    select b.account_string_id, b.year, b.cents
    from booked b
    where not exists (
      select 1
      from imported i
      where i.account_string_id = b.account_string_id and i.year = b.year
    )
    order by 1, 2
  `);

const positionAccounts = async (db: Db, cycleId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select distinct x ->> 'accountStringId' as id
        from budget_position o
        cross join lateral jsonb_array_elements(o.splits) x
        where o.org_id = ${db.scope.orgId} and o.cycle_id = ${cycleId}
      `)
    ).map(({ id }) => id),
  );

const gather = async (tx: Tx, cycle: typeof budgetCycle.$inferSelect) => {
  const year = await getRow(tx, fiscalYear, cycle.fiscalYearId, "fiscal year");
  const last = await tx.maybe<{ id: string }>(sql`
    select id
    from fiscal_year
    where org_id = ${tx.scope.orgId} and year = ${year.year - 1}
  `);
  if (!last)
    throw conflict(
      "no_year_before",
      `There is no fiscal year ${year.year - 1} to build the base from.`,
    );
  const [lines, commitments, oneTime, actuals, positions, projections, ...bound] =
    await Promise.all([
      linesOf(tx, last.id),
      openCommitments(tx, last.id),
      oneTimeOf(tx, last.id),
      actualsBefore(tx, year.year - 1),
      positionAccounts(tx, cycle.id),
      yearEndForecasts(tx, last.id),
      ...boundSources().map(({ of }) => of(tx, year)),
    ]);
  return {
    lines,
    year: year.year,
    positions,
    projections,
    commitments: grouped(commitments),
    oneTime: grouped(oneTime),
    actuals: grouped(actuals),
    contracts: grouped(bound.flat()),
  };
};
type Gathered = Awaited<ReturnType<typeof gather>>;

const lineFrom = (
  line: Line,
  g: Gathered,
  inflation: Partial<Record<Category, number>>,
  proposalId: string,
  orgId: string,
) => {
  const rows = (of: ReadonlyMap<string, readonly (PartRow & { accountStringId: string })[]>) =>
    (of.get(line.accountStringId) ?? []).map(({ label, cents, href }) => ({ label, cents, href }));
  const parts = baseParts({
    adopted: {
      label: `Adopted for ${g.year - 1}`,
      cents: line.original,
      href: `/budget-management/lines/${line.lineId}`,
    },
    oneTime: rows(g.oneTime),
    contracts: rows(g.contracts),
    commitments: rows(g.commitments),
    inflation: inflation[line.category] ?? 0,
    byPositions: g.positions.has(line.accountStringId),
  });
  const base = baseOf(parts);
  return {
    orgId,
    id: newId(),
    proposalId,
    accountStringId: line.accountStringId,
    source: "entered" as const,
    actuals: (g.actuals.get(line.accountStringId) ?? []).map(({ year, cents }) => ({
      year,
      cents,
    })),
    revised: line.revised,
    projection: g.projections.get(line.accountStringId)?.cents ?? null,
    parts,
    base,
    requested: base,
  };
};

const proposalsOf = async (
  tx: Tx,
  actor: Actor,
  cycle: typeof budgetCycle.$inferSelect,
  g: Gathered,
) => {
  const known = await tx.rows<{ id: string; departmentId: string }>(sql`
    select id, department_id
    from budget_proposal
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycle.id}
  `);
  const ids = new Map(known.map((p) => [p.departmentId, p.id]));
  for (const departmentId of [...new Set(g.lines.map((l) => l.departmentId))].sort()) {
    if (ids.has(departmentId)) continue;
    const id = newId();
    await create(tx, actor, proposalNoun, {
      number: { kind: "BP", year: g.year },
      row: { orgId: tx.scope.orgId!, id, cycleId: cycle.id, departmentId },
    });
    ids.set(departmentId, id);
  }
  return ids;
};

/**
 * Builds every department's base from last year's lines: its proposal where there is none, and its
 * lines with their named parts. While the cycle is in preparation it may be built again, which
 * replaces what it made; 409 later, since departments have begun.
 */
export const buildBase = async (tx: Tx, actor: Actor, cycleId: string) => {
  const cycle = await lockRow(tx, budgetCycle, cycleId, "budget cycle");
  if (cycle.status !== "preparation")
    throw conflict("departments_began", "The base is built before departments begin.");
  const g = await gather(tx, cycle);
  const proposals = await proposalsOf(tx, actor, cycle, g);
  await tx.rows(sql`
    delete from budget_proposal_line l
    using budget_proposal p
    where l.org_id = ${tx.scope.orgId}
      and p.org_id = l.org_id
      and p.id = l.proposal_id
      and p.cycle_id = ${cycleId}
      and l.source = 'entered'
  `);
  await insertRows(
    tx,
    budgetProposalLine,
    g.lines.map((line) =>
      lineFrom(line, g, cycle.inflation, proposals.get(line.departmentId)!, cycle.orgId),
    ),
  );
  for (const department of proposals.keys()) await computeLines(tx, actor, cycleId, department);
  for (const id of proposals.values()) await takeVersion(tx, actor, id, "Base");
  note(tx, actor, "budgetCycle", cycle, {
    action: "base",
    after: { lines: g.lines.length, proposals: proposals.size },
  });
  return { id: cycleId, lines: g.lines.length, proposals: proposals.size };
};

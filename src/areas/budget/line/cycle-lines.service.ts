import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { create } from "#server/create.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RowProblem } from "#server/import/importer.ts";
import { figuresMove } from "../cycle/cycle.labels.ts";
import { proposalNoun } from "../proposal/proposal.noun.ts";
import { takeVersion } from "../proposal/version.service.ts";

/** A cycle that prepares a year and has not adopted it. */
export type RunningCycle = { id: string; number: string; year: number; status: string };

/** The cycles of an agency that are under way, by fiscal year. */
export const runningCycles = async (db: Db): Promise<Map<number, RunningCycle>> =>
  new Map(
    (
      await db.rows<RunningCycle>(sql`
        select c.id, c.number, y.year, c.status
        from budget_cycle c
        join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
        where c.org_id = ${db.scope.orgId} and c.adopted_at is null
      `)
    ).map((cycle) => [cycle.year, cycle]),
  );

/** What departments ask for already, by "year code", and where their proposals stand, by "year department". */
export type Asked = {
  figures: Map<string, number>;
  proposals: Map<string, { number: string; status: string }>;
};

/** What stands in the proposals of running cycles for these account strings. */
export const askedOf = async (db: Db, codes: readonly string[]): Promise<Asked> => {
  const [figures, proposals] = await Promise.all([
    db.rows<{ key: string; requested: number }>(sql`
      select y.year || ' ' || s.code as key, l.requested
      from budget_cycle c
      join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
      join budget_proposal p on p.org_id = c.org_id and p.cycle_id = c.id
      join budget_proposal_line l on l.org_id = p.org_id and l.proposal_id = p.id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      where c.org_id = ${db.scope.orgId}
        and c.adopted_at is null
        and l.source = 'entered'
        and s.code = any(${codes}::text[])
    `),
    db.rows<{ key: string; number: string; status: string }>(sql`
      select y.year || ' ' || d.code as key, p.number, p.status
      from budget_cycle c
      join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
      join budget_proposal p on p.org_id = c.org_id and p.cycle_id = c.id
      join department d on d.org_id = p.org_id and d.id = p.department_id
      where c.org_id = ${db.scope.orgId} and c.adopted_at is null
    `),
  ]);
  return {
    figures: new Map(figures.map((f) => [f.key, f.requested])),
    proposals: new Map(proposals.map((p) => [p.key, p])),
  };
};

/** Why a row cannot become a figure of a proposal now, or null. */
export const notTaken = (
  cycle: RunningCycle,
  proposal: { number: string; status: string } | undefined,
): RowProblem | null => {
  const problem = (expected: string, fix: string): RowProblem => ({
    column: "Fiscal year",
    expected,
    found: String(cycle.year),
    fix,
  });
  if (!figuresMove(cycle.status))
    return problem(
      "a year whose figures still move",
      `${cycle.number} prepares fiscal year ${cycle.year} and is recommended: its figures stand. Go back to the review first.`,
    );
  return proposal && proposal.status !== "draft" && proposal.status !== "returned"
    ? problem(
        "a proposal that its department may change",
        `${proposal.number} is with the reviewers. They can return it.`,
      )
    : null;
};

/** What is said of a row of a year that a cycle prepares: it is no line, it is asked for. */
export const becomesProposal = (cycle: RunningCycle, department: string): RowProblem => ({
  column: "Fiscal year",
  expected: "a year without a running cycle, for lines",
  found: String(cycle.year),
  fix: `${cycle.number} prepares fiscal year ${cycle.year}: these rows become what ${department} asks for in its proposal, and the cycle decides.`,
});

export type AskedLine = { departmentId: string; accountStringId: string; cents: number };

/** The proposal of a department in a cycle; made where there is none. */
export const proposalOf = async (
  tx: Tx,
  actor: Actor,
  cycle: { id: string; year: number },
  departmentId: string,
): Promise<{ id: string; number: string }> => {
  const known = await tx.maybe<{ id: string; number: string }>(sql`
    select id, number
    from budget_proposal
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycle.id} and department_id = ${departmentId}
    for update
  `);
  return (
    known ??
    create(tx, actor, proposalNoun, {
      number: { kind: "BP", year: cycle.year },
      row: { orgId: tx.scope.orgId!, id: newId(), cycleId: cycle.id, departmentId },
    })
  );
};

/**
 * Brings lines that came for a year under a cycle into its proposals, as what departments ask for;
 * each keeps what stood there before, so that a document can take it back.
 */
export const askInProposals = async (
  tx: Tx,
  actor: Actor,
  cycle: RunningCycle,
  lines: readonly AskedLine[],
  importId: string,
): Promise<void> => {
  for (const departmentId of [...new Set(lines.map((l) => l.departmentId))].sort()) {
    const proposal = await proposalOf(tx, actor, cycle, departmentId);
    const own = lines.filter((l) => l.departmentId === departmentId);
    await tx.rows(sql`
      insert into budget_proposal_line as l (
        org_id, id, proposal_id, account_string_id, source, requested, note, imported
      )
      select
        ${tx.scope.orgId}, t.id, ${proposal.id}, t.string_id, 'entered', t.cents,
        ${`Import ${importId}`},
        jsonb_build_object('importId', ${importId}::text, 'before', null::bigint)
      from unnest(
        ${own.map(() => newId())}::uuid[], ${own.map((l) => l.accountStringId)}::uuid[],
        ${own.map((l) => l.cents)}::bigint[]
      ) as t(id, string_id, cents)
      on conflict (org_id, proposal_id, account_string_id, source)
      do update set
        requested = case
          when l.imported ->> 'importId' = ${importId}::text then l.requested + excluded.requested
          else excluded.requested
        end,
        imported = case
          when l.imported ->> 'importId' = ${importId}::text then l.imported
          else jsonb_build_object('importId', ${importId}::text, 'before', l.requested)
        end,
        version = l.version + 1, updated_at = clock_timestamp()
    `);
    await takeVersion(tx, actor, proposal.id, "Import");
    note(tx, actor, "budgetProposal", proposal, {
      action: "import",
      after: { lines: own.length, importId },
    });
  }
};

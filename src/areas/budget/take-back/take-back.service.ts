import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { takeLinesBack } from "../appropriation/appropriation.service.ts";
import { periodOf, prepared, requirePeriod } from "../appropriation/period.service.ts";
import { budgetTakeBack } from "../planning.tables.ts";
import { takeVersion } from "../proposal/version.service.ts";
import { figuresMove } from "../cycle/cycle.labels.ts";
import type { StrayGroup, StrayLines, TakeBackInput, TakenLine } from "./take-back.model.ts";

// Lines of a planned year that hold a budget already, and figures that imports brought into its
// proposals; by the import that they came with.
const strayGroups = (db: Db, fiscalYearId: string): Promise<StrayGroup[]> =>
  db.rows<StrayGroup>(sql`
    with stray as (
      select
        'line' as place, s.account_id, l.original + l.adjusted as cents, l.created_at,
        case when l.note like 'Import %' then substr(l.note, 8) else 'by_hand' end as came
      from fiscal_year y
      join budget_line l on l.org_id = y.org_id and l.fiscal_year_id = y.id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      where y.org_id = ${db.scope.orgId}
        and y.id = ${fiscalYearId}
        and y.status = 'planned'
        and (l.original <> 0 or l.adjusted <> 0)
      union all
      select 'proposal', s.account_id, l.requested, l.updated_at, l.imported ->> 'importId'
      from budget_cycle c
      join budget_proposal p on p.org_id = c.org_id and p.cycle_id = c.id
      join budget_proposal_line l on l.org_id = p.org_id and l.proposal_id = p.id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      where c.org_id = ${db.scope.orgId}
        and c.fiscal_year_id = ${fiscalYearId}
        and c.adopted_at is null
        and l.imported is not null
    )
    select
      t.came as "group", t.place as "where", count(*)::int as lines,
      coalesce(
        sum(t.cents) filter (where a.class in ('expenditure', 'transfer_out')), 0
      )::bigint as spending,
      coalesce(
        sum(t.cents) filter (where a.class in ('revenue', 'transfer_in')), 0
      )::bigint as revenue,
      min(t.created_at) as since
    from stray t
    join segment_value a on a.org_id = ${db.scope.orgId} and a.id = t.account_id
    group by 1, 2
    order by since
    limit 200
  `);

/** What came into a planned year past its cycle, and the documents that took such lines back. */
export const strayLinesOf = async (db: Db, fiscalYearId: string): Promise<StrayLines> => ({
  groups: await strayGroups(db, fiscalYearId),
  takenBack: await db.rows<StrayLines["takenBack"][number]>(sql`
    select
      b.id, b.number, b.reason, jsonb_array_length(b.lines) as lines, b.cents,
      w.display_name as taken_by, b.created_at
    from budget_take_back b
    left join person w on w.id = b.taken_by
    where b.org_id = ${db.scope.orgId} and b.fiscal_year_id = ${fiscalYearId}
    order by b.created_at desc
    limit 100
  `),
});

const postedLines = (tx: Tx, fiscalYearId: string, { group, accountStringIds }: TakeBackInput) =>
  tx.rows<TakenLine>(sql`
    select l.account_string_id, s.code, l.original + l.adjusted as cents, 'line' as "where"
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${tx.scope.orgId}
      and l.fiscal_year_id = ${fiscalYearId}
      and (l.original <> 0 or l.adjusted <> 0)
      and case
        when ${group === "by_hand"}::boolean then l.note not like 'Import %'
        else l.note = ${`Import ${group}`}
      end
      and (
        ${accountStringIds.length === 0}::boolean
        or l.account_string_id = any(${accountStringIds}::uuid[])
      )
    order by s.code
  `);

type Figure = TakenLine & { id: string; proposalId: string; before: number | null };
const importedFigures = (tx: Tx, cycleId: string, { group, accountStringIds }: TakeBackInput) =>
  tx.rows<Figure>(sql`
    select
      l.id, l.proposal_id, l.account_string_id, s.code,
      l.requested - coalesce((l.imported ->> 'before')::bigint, 0) as cents,
      (l.imported ->> 'before')::bigint as before, 'proposal' as "where"
    from budget_proposal p
    join budget_proposal_line l on l.org_id = p.org_id and l.proposal_id = p.id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where p.org_id = ${tx.scope.orgId}
      and p.cycle_id = ${cycleId}
      and l.imported ->> 'importId' = ${group}
      and (
        ${accountStringIds.length === 0}::boolean
        or l.account_string_id = any(${accountStringIds}::uuid[])
      )
    order by s.code
    for update of l
  `);

// What departments asked for before the import stands again; a line that it made goes.
const restoreFigures = async (tx: Tx, actor: Actor, figures: readonly Figure[], why: string) => {
  const made = figures.filter((f) => f.before === null).map((f) => f.id);
  await tx.rows(sql`
    delete from budget_proposal_line
    where org_id = ${tx.scope.orgId} and id = any(${made}::uuid[])
  `);
  await tx.rows(sql`
    update budget_proposal_line
    set
      requested = (imported ->> 'before')::bigint, imported = null, version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and id = any(${figures.map((f) => f.id)}::uuid[])
      and imported is not null
  `);
  for (const proposalId of new Set(figures.map((f) => f.proposalId)))
    await takeVersion(tx, actor, proposalId, why);
};

/**
 * Takes wrong lines of a planned year back by a document that names each: lines that were imported
 * or adopted past the cycle come to nothing, what an import brought into proposals stands as before.
 * 409 `nothing_there`, `year_in_force` for an open year, `figures_stand` once the cycle recommends.
 */
export const takeBack = async (
  tx: Tx,
  actor: Actor,
  fiscalYearId: string,
  input: TakeBackInput,
): Promise<{ id: string; number: string; lines: number }> => {
  const period = await periodOf(tx, fiscalYearId);
  requirePeriod(period, "takeBack", null);
  const posted = await postedLines(tx, fiscalYearId, input);
  const figures = prepared(period) ? await importedFigures(tx, period.cycleId!, input) : [];
  if (posted.length + figures.length === 0)
    throw conflict("nothing_there", "No line of this kind stands in the year any more.");
  if (figures.length && !figuresMove(period.cycleStatus!))
    throw conflict(
      "figures_stand",
      `${period.cycle} is recommended: its figures stand. Go back to the review first.`,
    );
  const lines: TakenLine[] = [...posted, ...figures].map(
    ({ accountStringId, code, cents, where }) => ({ accountStringId, code, cents, where }),
  );
  const made = await create(
    tx,
    actor,
    { name: "budgetTakeBack", table: budgetTakeBack },
    {
      number: { kind: "TB", year: period.year },
      row: {
        orgId: actor.orgId!,
        id: newId(),
        fiscalYearId,
        reason: input.reason,
        lines,
        cents: lines.reduce((sum, l) => sum + Math.abs(l.cents), 0),
        takenBy: actor.personId,
      },
    },
  );
  if (posted.length)
    await takeLinesBack(
      tx,
      actor,
      fiscalYearId,
      { type: "budgetTakeBack", id: made.id, number: made.number, note: input.reason },
      posted.map((l) => l.accountStringId),
    );
  if (figures.length) await restoreFigures(tx, actor, figures, `Taken back by ${made.number}`);
  return { id: made.id, number: made.number, lines: lines.length };
};

/** A document that took lines back, with each of them; 404 when there is none. */
export const readTakeBack = async (db: Db, id: string) => {
  const found = await db.maybe<{
    id: string;
    number: string;
    reason: string;
    year: number;
    lines: TakenLine[];
    cents: number;
    takenBy: string | null;
    createdAt: string;
  }>(sql`
    select
      b.id, b.number, b.reason, y.year, b.lines, b.cents, w.display_name as taken_by, b.created_at
    from budget_take_back b
    join fiscal_year y on y.org_id = b.org_id and y.id = b.fiscal_year_id
    left join person w on w.id = b.taken_by
    where b.org_id = ${db.scope.orgId} and b.id = ${id}
  `);
  if (!found) throw notFound("take-back");
  return found;
};

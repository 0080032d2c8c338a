import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { claimerOf, type Uncovered } from "./claimers.ts";

type Mover = { id: string; cents: number; cameFromId: string | null; part: number };

// What of each transfer a line can still give: in the order of the transfers, no more than is paid.
const partsOf = (movers: readonly Omit<Mover, "part">[], paid: number): Mover[] => {
  const parts: Mover[] = [];
  let left = Math.max(0, paid);
  for (const m of movers) {
    const undone = m.cents > 0 ? parts.find((p) => p.id === m.cameFromId) : null;
    const part = undone ? -undone.part : -Math.min(Math.max(0, -m.cents), left);
    left += part;
    parts.push({ ...m, part });
  }
  return parts;
};

// What transfers move of a line is no more than what is paid of it; what came from them follows.
const settleMoves = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const lines = await tx.rows<{ id: string; paid: number; changedOn: Day }>(sql`
    select id, paid, changed_on
    from cost_line c
    where org_id = ${tx.scope.orgId}
      and id = any(${[...ids]}::uuid[])
      and exists (select 1 from cost_line m where m.org_id = c.org_id and m.moves_id = c.id)
    order by id
    for update
  `);
  const followers: string[] = [];
  for (const line of lines) {
    const movers = await tx.rows<Omit<Mover, "part">>(sql`
      select id, cents, came_from_id
      from cost_line
      where org_id = ${tx.scope.orgId} and moves_id = ${line.id}
      order by created_at, id
    `);
    const parts = partsOf(movers, line.paid);
    await tx.rows(sql`
      update cost_line
      set moved = ${-parts.reduce((n, p) => n + p.part, 0)}
      where org_id = ${tx.scope.orgId} and id = ${line.id}
    `);
    const given = sql`
      unnest(${parts.map((p) => p.id)}::uuid[], ${parts.map((p) => p.part)}::bigint[]) as t(
        id, part
      )
    `;
    await tx.rows(sql`
      update cost_line c
      set
        paid = t.part, moved = t.part,
        changed_on = case
          when c.paid = t.part then c.changed_on
          else greatest(c.changed_on, ${line.changedOn}::date)
        end
      from ${given}
      where c.org_id = ${tx.scope.orgId} and c.id = t.id
    `);
    const came = await tx.rows<{ id: string }>(sql`
      update cost_line c
      set
        paid = least(-t.part, c.cents),
        changed_on = case
          when c.paid = least(-t.part, c.cents) then c.changed_on
          else greatest(c.changed_on, ${line.changedOn}::date)
        end
      from ${given}
      where c.org_id = ${tx.scope.orgId} and c.came_from_id = t.id and c.moves_id is null
      returning c.id
    `);
    followers.push(...came.map((c) => c.id));
  }
  return followers.length ? [...followers, ...(await settleMoves(tx, followers))] : [];
};

// What came back to the stores while a funder held it goes back to its purchase once nobody holds it.
const letGo = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const back = await tx.rows<{ movesId: string }>(sql`
    with mover as (
      select
        m.id,
        -greatest(
          s.cents,
          least(
            -m.cents,
            greatest(s.claimed, 0) - coalesce(
              (
                select sum(f.cents)
                from cost_line f
                where f.org_id = s.org_id and f.moves_id = s.id
              ),
              0
            )
          )
        ) as cents
      from cost_line s
      join cost_line m on m.org_id = s.org_id and m.id = s.came_from_id
      where s.org_id = ${tx.scope.orgId}
        and s.id = any(${[...ids]}::uuid[])
        and s.source = 'stock'
        and s.moves_id is null
        and -m.cents > s.cents
    )
    update cost_line m
    set
      cents = t.cents, paid = greatest(m.paid, t.cents), moved = greatest(m.moved, t.cents),
      changed_on = greatest(m.changed_on, ${businessDate(tx.scope)}::date)
    from mover t
    where m.org_id = ${tx.scope.orgId} and m.id = t.id and m.cents <> t.cents
    returning m.moves_id
  `);
  return back.flatMap(({ movesId }) => movesId ?? []);
};

/**
 * Says anew which claims of these lines no payment stands behind; the newest lose their cover first.
 * Whoever claimed is told of what is uncovered now and was not before.
 */
export const coverClaims = async (
  tx: Tx,
  actor: Actor,
  lineIds: readonly string[],
  why: string,
): Promise<void> => {
  if (lineIds.length === 0) return;
  const moved = [...lineIds, ...(await letGo(tx, lineIds))];
  const ids = [...moved, ...(await settleMoves(tx, moved))];
  const changed = await tx.rows<Uncovered & { claimerKind: string }>(sql`
    with line as (
      select
        id, document_number,
        claimed - least(
          greatest(claimed, least(0, paid - moved)), greatest(0, paid - moved)
        ) as over
      from cost_line
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    ),
    stood as (
      select
        c.id, c.uncovered as before, l.document_number,
        case
          when sign(c.cents) <> sign(l.over) then 0
          else sign(l.over) * least(
            abs(c.cents),
            greatest(
              0,
              abs(l.over) - coalesce(
                sum(abs(c.cents)) filter (where sign(c.cents) = sign(l.over)) over (
                  partition by c.cost_line_id order by c.created_at desc,
                  c.id desc rows between unbounded preceding and 1 preceding
                ),
                0
              )
            )
          )
        end as uncovered
      from cost_claim c
      join line l on l.id = c.cost_line_id
      where c.org_id = ${tx.scope.orgId} and c.live
    )
    update cost_claim c
    set uncovered = s.uncovered
    from stood s
    where c.org_id = ${tx.scope.orgId} and c.id = s.id and c.uncovered <> s.uncovered
    returning
      c.claimer_kind, c.claimer_id, c.claimer_number, c.funder_id, c.funder_number,
      s.document_number, c.uncovered, s.before
  `);
  for (const kind of new Set(changed.map((c) => c.claimerKind)))
    await claimerOf(kind)?.uncovered(
      tx,
      actor,
      changed.filter((c) => c.claimerKind === kind),
      why,
    );
};

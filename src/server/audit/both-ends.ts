import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Somebody who did both ends of one chain, by the ledger. */
export type BothEnds = {
  personId: string;
  firstType: string;
  firstId: string;
  firstNumber: string | null;
  firstAt: Instant;
  thenType: string;
  thenId: string;
  thenNumber: string | null;
  thenAt: Instant;
};

/** The acts of the two ends; `renewed`: a later first act begins the chain anew, whoever did it. */
export type ChainActs = {
  first: readonly string[];
  then: readonly string[];
  renewed?: boolean;
};

const farthest = 8;

/**
 * Who did an act of the first end and one of the second on the same record, or on records of which
 * one came of the other, whatever they hold now. Newest first, at most `limit`.
 */
export const bothEndsOf = (
  db: Db,
  { first, then, renewed = false }: ChainActs,
  { since, limit = 100 }: { since: string; limit?: number },
): Promise<BothEnds[]> =>
  db.rows<BothEnds>(sql`
    with recursive later as (
      select id, at, actor_id, object_type, object_id, object_number
      from audit_entry
      where org_id = ${db.scope.orgId}
        and action = any(${[...then]}::text[])
        and at >= ${since}
        and actor_id is not null
    ),
    up(entry, type, id, steps) as (
      select l.id, l.object_type, l.object_id, 0
      from later l
      union
      select u.entry, o.from_type, o.from_id, u.steps + 1
      from up u
      join record_origin o
        on o.org_id = ${db.scope.orgId}
        and o.record_type = u.type
        and o.record_id = u.id
      where u.steps < ${farthest}
    ),
    pairs as (
      select
        distinct on (l.id) l.id, f.actor_id as first_by, f.object_type, f.object_id,
        f.object_number, f.at
      from later l
      join up u on u.entry = l.id
      join audit_entry f
        on f.org_id = ${db.scope.orgId}
        and f.object_id = u.id
        and f.object_type = u.type
        and f.action = any(${[...first]}::text[])
        and f.id < l.id
        and (${renewed} or f.actor_id = l.actor_id)
      order by l.id, f.id desc
    )
    select
      l.actor_id as person_id, p.object_type as first_type, p.object_id as first_id,
      p.object_number as first_number, p.at as first_at, l.object_type as then_type,
      l.object_id as then_id, l.object_number as then_number, l.at as then_at
    from later l
    join pairs p on p.id = l.id and p.first_by = l.actor_id
    order by l.id desc
    limit ${limit}
  `);

import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Used = { calls: number; tokens: number; struck: number; faults: number };

const firstOf = (day: Day): string => `${day.slice(0, 7)}-01`;

const used = (db: Db, personId: string | null): Promise<Used> =>
  db.one<Used>(sql`
    select
      coalesce(sum(calls), 0)::int as calls, coalesce(sum(tokens), 0)::bigint as tokens,
      coalesce(sum(struck), 0)::int as struck, coalesce(sum(faults), 0)::int as faults
    from model_use
    where org_id = ${db.scope.orgId}
      and month = ${firstOf(businessDate(db.scope))}
      and (${personId}::uuid is null or person_id = ${personId}::uuid)
  `);

/** What the agency used of its model in this month. */
export const monthOf = (db: Db): Promise<Used> => used(db, null);

/** Why nothing more is asked of the model in this month, as a sentence; null while its ceilings hold. */
export const ceilingReached = async (
  db: Db,
  { mostPerson, mostMonth }: { mostPerson: number; mostMonth: number },
): Promise<string | null> => {
  const [mine, all] = await Promise.all([used(db, db.scope.personId), monthOf(db)]);
  if (all.tokens >= mostMonth) return "The agency's ceiling of this month is reached.";
  return mine.tokens >= mostPerson ? "Your ceiling of this month is reached." : null;
};

/** Counts what one answer used. */
export const countUse = (tx: Tx, { tokens, struck, fault }: Use): Promise<unknown[]> =>
  tx.rows(sql`
    insert into model_use (org_id, id, month, person_id, calls, tokens, struck, faults)
    values (
      ${tx.scope.orgId}, ${newId()}, ${firstOf(businessDate(tx.scope))}, ${tx.scope.personId}, 1,
      ${tokens}, ${struck}, ${fault ? 1 : 0}
    )
    on conflict (org_id, month, person_id)
    do update set
      calls = model_use.calls + 1, tokens = model_use.tokens + excluded.tokens,
      struck = model_use.struck + excluded.struck, faults = model_use.faults + excluded.faults
  `);

export type Use = { tokens: number; struck: number; fault: boolean };

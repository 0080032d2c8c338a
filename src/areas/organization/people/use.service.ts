import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import { isAway } from "#server/db/away.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { UseListener } from "#server/http/permission-use.ts";

// The day of the last use that this process has written: at most one statement a day, person and
// right.
const written = new WeakMap<Database, Map<string, string>>();
const mostKept = 50_000;

const daysOf = (database: Database): Map<string, string> => {
  const kept = written.get(database);
  if (kept && kept.size < mostKept) return kept;
  const days = new Map<string, string>();
  written.set(database, days);
  return days;
};

const store = (database: Database, actor: Actor, held: readonly string[], day: string) =>
  database.transaction({ orgId: actor.orgId, personId: actor.personId }, (tx) =>
    tx.rows(sql`
      insert into right_use (org_id, person_id, held, used_on)
      select ${actor.orgId}::uuid, ${actor.personId}::uuid, each, ${day}::date
      from unnest(${[...held]}::text[]) each
      on conflict (org_id, person_id, held)
      do update set used_on = excluded.used_on
      where right_use.used_on < excluded.used_on
    `),
  );

/**
 * Keeps the last day on which a role or duty was used. Nobody waits for it; what the database could
 * not take is written with the next use.
 */
export const keepUse: UseListener = (database, actor, held) => {
  const day = businessDate(actor);
  const days = daysOf(database);
  const keyOf = (one: string) => `${actor.orgId} ${actor.personId} ${one}`;
  const fresh = held.filter((one) => days.get(keyOf(one)) !== day);
  if (fresh.length === 0) return;
  for (const one of fresh) days.set(keyOf(one), day);
  store(database, actor, fresh, day).catch((error: unknown) => {
    if (isAway(error)) for (const one of fresh) days.delete(keyOf(one));
  });
};

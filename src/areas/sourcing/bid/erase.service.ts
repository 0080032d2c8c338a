import type { Instant } from "#kernel/time.ts";
import { isHeld } from "#server/legal-hold/held.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { raw, sql, type Sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { keyStore } from "#server/keystore.ts";
import { sealScope } from "./under-seal.service.ts";

/**
 * Has the key store forget the parts of envelopes that are to be erased; what it does not answer is
 * tried again every minute. Gives how many are gone. `kept`: SQL of those (`e`) that a legal hold keeps.
 */
export const forgetParts = async (
  app: App,
  orgId: string,
  table: "bid_envelope" | "final_offer_envelope",
  kept: Sql = sql`false`,
): Promise<number> => {
  const scope = sealScope(orgId);
  const rows = await app.database.read(scope).rows<{ id: string }>(
    sql`
      select e.id
      from ${raw(table)} e
      where e.org_id = ${orgId} and e.state = 'erasing' and not ${kept}
      limit 500
    `,
  );
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  try {
    await keyStore().erase(ids);
  } catch {
    return 0;
  }
  await app.database.transaction(scope, (tx) =>
    tx.rows(sql`
      update ${raw(table)}
      set state = 'erased'
      where org_id = ${orgId} and id = any (${ids}::uuid[]) and state = 'erasing'
    `),
  );
  return ids.length;
};

/** The parts of bids that were withdrawn, replaced, or asked for in vain. */
export const eraseEnded = (app: App, orgId: string): Promise<number> =>
  forgetParts(app, orgId, "bid_envelope", isHeld(orgId, "bid", sql`e.bid_id`));

/** Bids of a cancelled solicitation are never opened: their parts go too. */
const markCancelled = (app: App, orgId: string) =>
  app.database.transaction(sealScope(orgId), (tx) =>
    tx.rows(sql`
      update bid_envelope e
      set state = 'erasing'
      from bid b
      join solicitation s on s.org_id = b.org_id and s.id = b.solicitation_id
      where e.org_id = ${orgId}
        and b.org_id = e.org_id
        and b.id = e.bid_id
        and e.state = 'sealed'
        and s.status = 'cancelled'
        and not ${isHeld(orgId, "bid", sql`b.id`)}
        and not ${isHeld(orgId, "solicitation", sql`s.id`)}
    `),
  );

/** Tells the key store when openings moved, so that it keeps what was promised last. */
const tellTimes = async (app: App, orgId: string) => {
  const rows = await app.database.read(sealScope(orgId)).rows<{ id: string; dueAt: Instant }>(sql`
    select s.id, s.due_at
    from solicitation s
    where s.org_id = ${orgId}
      and s.status in ('published', 'questions_closed')
      and s.due_at is not null
      and exists (
        select 1
        from bid b
        where b.org_id = s.org_id
          and b.solicitation_id = s.id
          and b.status = 'submitted'
          and b.due_at <> s.due_at
      )
    limit 500
  `);
  for (const { id, dueAt } of rows)
    await keyStore()
      .promise(id, dueAt)
      .catch(() => {});
};

/** Every minute: what the key store must forget, and when it may open. */
export const tendKeyStore = async (app: App): Promise<void> => {
  for (const { id } of await identityDb(app.database).rows<{ id: string }>(
    sql`select id from organization order by id`,
  )) {
    await markCancelled(app, id);
    await tellTimes(app, id);
    await eraseEnded(app, id);
  }
};

import { createHash, timingSafeEqual } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { freshBytes } from "#server/random.ts";
import { deadlinesAsIcs, type FeedDay } from "./feed.model.ts";

const root = "/api/v1/deadline-feeds";
const digestOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** Since when the person has a calendar address; null without one. */
export const feedSince = async (db: Db, actor: Actor): Promise<string | null> =>
  (
    await db.maybe<{ createdAt: Instant }>(sql`
      select created_at
      from deadline_feed
      where org_id = ${actor.orgId} and person_id = ${actor.personId}
    `)
  )?.createdAt ?? null;

/**
 * A new address of the person's own deadlines for a calendar program; the one before ends. The
 * address is told once: only its digest is kept.
 */
export const openFeed = async (tx: Tx, actor: Actor, origin: string) => {
  const secret = freshBytes(24).toString("base64url");
  const { createdAt } = await tx.one<{ createdAt: Instant }>(sql`
    insert into deadline_feed (org_id, person_id, digest)
    values (${actor.orgId}, ${actor.personId}, ${digestOf(secret)})
    on conflict (org_id, person_id)
    do update set digest = excluded.digest, created_at = clock_timestamp()
    returning created_at
  `);
  note(tx, actor, "deadlineFeed", actor.personId!, { action: "open", event: null });
  return {
    address: `${origin}${root}/${actor.orgId}.${actor.personId}.${secret}.ics`,
    since: createdAt,
  };
};

/** Ends the address. */
export const endFeed = async (tx: Tx, actor: Actor): Promise<void> => {
  await tx.rows(sql`
    delete from deadline_feed
    where org_id = ${actor.orgId} and person_id = ${actor.personId}
  `);
  note(tx, actor, "deadlineFeed", actor.personId!, { action: "end", event: null });
};

const isDigest = (given: string, kept: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(kept)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * What a calendar program fetches: the open deadlines of the person whose address it is, while they
 * are an active member. 404 for everything else, without saying which.
 */
export const feedOf = async (
  app: App,
  orgId: string,
  personId: string,
  secret: string,
): Promise<string> => {
  const db = app.database.read({ orgId, personId });
  const feed = await db.maybe<{ digest: string }>(sql`
    select f.digest
    from deadline_feed f
    join organization_member m on m.org_id = f.org_id and m.person_id = f.person_id and m.active
    where f.org_id = ${orgId} and f.person_id = ${personId}
  `);
  if (!feed || !isDigest(digestOf(secret), feed.digest)) throw notFound("calendar");
  const days = await db.rows<FeedDay>(sql`
    select id, title, source_number, due_on, follows, citation, link, version, updated_at
    from deadline
    where org_id = ${orgId} and owner_id = ${personId} and status in ('open', 'lapsed')
    order by due_on, id
    limit 2000
  `);
  return deadlinesAsIcs(days, app.config.origin);
};

import { systemActor, type Actor } from "#kernel/access.ts";
import { Problem, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { checkAddress } from "#server/outgoing/address.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import type { Feed } from "./alert.model.ts";
import { alertFeed } from "./alert.tables.ts";
import { takeMessages } from "./alert.service.ts";

type Due = { orgId: string; id: string; address: string; etag: string | null };
const mostBytes = 10_000_000;

const columns = sql`id, name, address, active, last_ok_at, failures, message, version`;
/** The agency's feeds. */
export const listFeeds = (db: Db): Promise<Feed[]> =>
  db.rows<Feed>(sql`
    select ${columns}
    from alert_feed
    where org_id = ${db.scope.orgId}
    order by name
  `);

/** Adds a feed; it is fetched from the next minute on. */
export const addFeed = async (
  app: App,
  tx: Tx,
  actor: Actor,
  input: { name: string; address: string },
): Promise<{ id: string }> => {
  checkAddress(input.address, app.config.LEVEE_OUTGOING_ALLOW);
  const row = await insertRow(tx, alertFeed, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "alertFeed", row.id, { action: "create", after: row, event: null });
  return { id: row.id };
};

/** Pauses a feed or lets it go on. */
export const switchFeed = async (tx: Tx, actor: Actor, id: string, active: boolean) => {
  const row = await tx.maybe<{ name: string }>(sql`
    update alert_feed
    set active = ${active}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
    returning name
  `);
  if (!row) throw notFound("feed");
  note(tx, actor, "alertFeed", id, {
    number: row.name,
    action: active ? "resume" : "pause",
    after: { active },
    event: null,
  });
  return { id };
};

const textOf = async (body: AsyncIterable<Buffer | string>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
};

const fetchOne = async (app: App, one: Due): Promise<void> => {
  const answer = await app.outgoing.of(one.orgId).call(one.address, {
    purpose: "alert feed",
    headers: { accept: "application/geo+json, application/atom+xml, application/cap+xml" },
    etag: one.etag,
    redirects: 3,
    limits: { wholeMs: 60_000, mostBytes, atOnce: 2 },
  });
  const ok = answer.status === 200;
  const text = ok ? await textOf(answer.body) : "";
  if (!ok) answer.body.destroy();
  if (!ok && answer.status !== 304)
    throw new Problem("upstream", "feed_answers", `The feed answered with ${answer.status}.`);
  const actor = systemActor(one.orgId);
  await app.database.transaction(actor, async (tx) => {
    if (ok) await takeMessages(tx, actor, text, "feed");
    await tx.rows(sql`
      update alert_feed
      set
        last_ok_at = clock_timestamp(), failures = 0, message = null,
        etag = ${ok ? answer.etag : one.etag}
      where org_id = ${one.orgId} and id = ${one.id}
    `);
  });
};

// After failures a feed is asked less often.
const due = (app: Pick<App, "database">) =>
  identityDb(app.database).rows<Due>(sql`
    select org_id, id, address, etag
    from alert_feed
    where active
      and (
        tried_at is null
        or tried_at < clock_timestamp() - interval '1 minute' * least(60, power(2, failures)::int)
      )
  `);

// Whoever moves its time on fetches it.
const claim = (app: App, { orgId, id }: Due) =>
  app.database.transaction(systemActor(orgId), (tx) =>
    tx.rows(sql`
      update alert_feed
      set tried_at = clock_timestamp()
      where org_id = ${orgId}
        and id = ${id}
        and (tried_at is null or tried_at < clock_timestamp() - interval '50 seconds')
      returning id
    `),
  );

const failed = (app: App, { orgId, id }: Due, error: unknown) => {
  const message = error instanceof Error ? error.message.slice(0, 300) : "It failed.";
  return app.database.transaction(systemActor(orgId), (tx) =>
    tx.rows(sql`
      update alert_feed
      set failures = failures + 1, message = ${message}
      where org_id = ${orgId} and id = ${id}
    `),
  );
};

/**
 * Fetches the feeds that are due; one that is down stops no other. Nothing of a feed is known as taken
 * before its messages are stored, so what the database could not take comes again.
 */
const fetchFeeds = async (app: App): Promise<void> => {
  let away: unknown = null;
  for (const one of await due(app))
    try {
      if ((await claim(app, one)).length)
        await fetchOne(app, one).catch((error: unknown) => failed(app, one, error));
    } catch (error) {
      away = error;
    }
  if (away) throw away;
};

/** Every minute. */
export const feedSchedule: Schedule = {
  name: "weather-feeds",
  cron: "* * * * *",
  afterRestore: {
    kind: "calls",
    due: `
      select count(*)::int as due, 0 as people, min(tried_at) as since
      from alert_feed
      where active
    `,
    // Nothing to tell: the next look fetches what stands now.
    drop: async () => {},
  },
  run: async (app) => fetchFeeds(app as App),
};

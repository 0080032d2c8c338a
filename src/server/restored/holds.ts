import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { allClocks } from "../area.ts";
import type { App } from "../app.ts";
import { noScope, type Db } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { quietly } from "../quiet.ts";
import { heldLike } from "./why.ts";
import { heldKinds, type HeldClock, type HeldKind } from "./clocks.ts";
import { clientOf } from "../db/wire/hosts.ts";

/** What stands in the queue since the restore; counted as clocks are. */
const queues: readonly { name: string; kind: HeldKind; due: string }[] = [
  {
    name: "letters",
    kind: "letters",
    due: `
      select
        count(*)::int as due, count(distinct to_address)::int as people, min(created_at) as since
      from mail
      where sent_at is null and failed_at is not null and last_error like '${heldLike}'
    `,
  },
  {
    name: "webhooks",
    kind: "webhooks",
    due: `
      select
        count(*)::int as due, count(distinct endpoint_id)::int as people, min(created_at) as since
      from webhook_delivery
      where status = 'cancelled' and reason like '${heldLike}'
    `,
  },
];

type Held = { name: string; kind: HeldKind; due: string };

const heldNow = (): readonly Held[] => [
  ...queues,
  ...allClocks().flatMap(({ name, afterRestore }) =>
    afterRestore === "goes on" ? [] : [{ name, kind: afterRestore.kind, due: afterRestore.due }],
  ),
];

/** What waits after a restore, of one clock or queue. */
export type Hold = {
  name: string;
  kind: HeldKind;
  madeAt: Instant;
  heldAt: Instant;
  due: number;
  people: number;
  since: Instant | null;
  /** What is due, by its name: some of the agency's own that runs the installation. */
  names: string[];
  answer: "released" | "dropped" | null;
  answeredAt: Instant | null;
  answeredBy: string | null;
};

/** So many things that are due are kept by their name; how many there are is counted beside. */
const mostNamed = 5;

type Due = {
  due: number;
  people: number;
  since: string | null;
  names?: readonly [orgId: string, name: string][];
};

/** What another agency has due is counted, and its names stay its own. */
const namedOf = ({ names = [] }: Due, machine: string | null): string[] =>
  names
    .filter(([orgId]) => orgId === machine)
    .map(([, name]) => name)
    .slice(0, mostNamed);

/**
 * Holds every clock of the product in a database that was just restored and migrated, with what each
 * would do now. As the database's owner. Gives how many would do something.
 */
export const holdClocks = async (url: string, madeAt: string): Promise<number> => {
  const client = clientOf(url, { options: "-c TimeZone=UTC" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await client.query("delete from restore_hold");
    const { rows: agencies } = await client.query<{ id: string }>(
      "select id from organization order by created_at, id limit 1",
    );
    const machine = agencies[0]?.id ?? null;
    let waiting = 0;
    for (const { name, kind, due } of heldNow()) {
      const { rows } = await client.query<Due>(due);
      const found = rows[0] ?? { due: 0, people: 0, since: null };
      if (found.due > 0) waiting += 1;
      await client.query(
        `
          insert into restore_hold (name, kind, made_at, due, people, since, names, run_by_org_id)
          values ($1, $2, $3, $4, $5, $6, $7, $8)
        `,
        [
          name,
          kind,
          madeAt,
          found.due,
          found.people,
          found.since,
          namedOf(found, machine),
          machine,
        ],
      );
    }
    await client.query("commit");
    return waiting;
  } finally {
    await client.end();
  }
};

/** What waited since the last restore, clock by clock. */
export const readHolds = (db: Db): Promise<Hold[]> =>
  db.rows<Hold>(sql`
    select
      h.name, h.kind, h.made_at, h.held_at, h.due, h.people, h.since, h.names, h.answer,
      h.answered_at, h.answered_by
    from restore_hold h
    order by h.kind, h.name
  `);

/** How many kinds still wait for the scope's agency: for the one that runs the installation. */
export const countHeldKinds = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(distinct kind)::int as n
      from restore_hold
      where answer is null and run_by_org_id = ${db.scope.orgId}
    `)
  ).n;

const sendLetters = (app: App) =>
  identityDb(app.database).rows(sql`
    update mail
    set failed_at = null, last_error = null, next_attempt_at = clock_timestamp()
    where sent_at is null and failed_at is not null and last_error like ${heldLike}
  `);

const sendWebhooks = async (app: App) => {
  for (const { id: orgId } of await identityDb(app.database).rows<{ id: string }>(
    sql`select id from organization order by id`,
  ))
    await app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        update webhook_delivery
        set status = 'queued', ended_at = null, reason = null, next_attempt_at = clock_timestamp()
        where org_id = ${orgId} and status = 'cancelled' and reason like ${heldLike}
      `),
    );
};

const clocksOf = (kind: HeldKind) =>
  allClocks().flatMap((clock) =>
    clock.afterRestore !== "goes on" && clock.afterRestore.kind === kind
      ? [{ ...clock, held: clock.afterRestore as HeldClock }]
      : [],
  );

/** How many people clocks of a kind would reach beyond those whom the database has written down. */
export const reachOfKind = async (app: App, kind: string): Promise<number> => {
  const counts = await Promise.all(
    clocksOf(kind as HeldKind).map(async ({ held }) => held.reach?.(app) ?? 0),
  );
  return counts.reduce((sum, n) => sum + n, 0);
};

const release = async (app: App, kind: HeldKind): Promise<void> => {
  if (kind === "letters") await sendLetters(app);
  if (kind === "webhooks") await sendWebhooks(app);
  for (const { held } of clocksOf(kind)) await held.release?.(app);
};

// Each clock runs once and tells nobody; what fails stands in the way of no other.
const drop = async (app: App, kind: HeldKind, madeAt: string): Promise<void> => {
  for (const { name, held, round } of clocksOf(kind))
    await quietly(
      `Dropped after the restore of the backup of ${madeAt}: it counts as told.`,
      async () => (held.drop ? held.drop(app) : round(app)),
    ).catch((error: unknown) => console.error(`dropping ${name}:`, error));
};

/**
 * Releases or drops everything of one kind. Released, its clocks go on and what waited goes out;
 * dropped, what came due counts as told, and its clocks go on with what comes.
 * @throws 404 where nothing of the kind waits, 409 where somebody answered it a moment ago.
 */
export const answerHold = async (
  app: App,
  actor: Actor,
  kind: string,
  answer: "released" | "dropped",
): Promise<void> => {
  const holds = (await readHolds(app.database.read(noScope))).filter((one) => one.kind === kind);
  if (holds.length === 0 || !(kind in heldKinds)) throw notFound("kind that waits after a restore");
  if (holds.every((one) => one.answer !== null))
    throw conflict("answered", `It was ${holds[0]!.answer} already.`);
  const held = kind as HeldKind;
  if (answer === "dropped") await drop(app, held, holds[0]!.madeAt);
  const taken = await app.database.transaction(noScope, (tx) =>
    tx.rows(sql`
      update restore_hold
      set answer = ${answer}, answered_at = clock_timestamp(), answered_by = ${actor.name}
      where kind = ${kind} and answer is null
      returning name
    `),
  );
  if (taken.length > 0 && answer === "released") await release(app, held);
};

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { readBaseline, standingOf, withBaseline, type RanMigration } from "./baseline.ts";
import { clientOf } from "./wire/hosts.ts";

const shipped = new URL("../../../db/migrations/", import.meta.url);

/** The migrations that ran in a database, in their order. */
export const migrationsOf = async (client: pg.Client): Promise<RanMigration[]> =>
  (await client.query<RanMigration>("select name, sha256 from levee_migration order by name")).rows;

type Migration = RanMigration & { text: string };

/**
 * Whether a migration takes away what an older version still uses: a column, a table, a value. It says so
 * in its first line. All others only add, so that an older version goes on beside.
 */
export const isContract = ({ text }: Pick<Migration, "text">): boolean =>
  text.startsWith("-- contract");

/** The migrations that this version of the product brings, in their order. */
export const migrationsHere = async (folder: URL = shipped): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, sha256: createHash("sha256").update(text).digest("hex"), text };
    }),
  );
};

let newest: Promise<string> | undefined;
/** The newest migration that this version knows. */
export const newestMigration = (): Promise<string> =>
  (newest ??= migrationsHere().then((all) => all.at(-1)!.name));

const note = (client: pg.Client, { name, sha256 }: RanMigration) =>
  client.query("insert into levee_migration (name, sha256) values ($1, $2)", [name, sha256]);

/** PostgreSQL's lock_not_available. */
const lockTaken = "55P03";

/** Runs one; false where it takes away, and somebody works with what it takes: it tries again later. */
const run = async (client: pg.Client, migration: Migration): Promise<boolean> => {
  await client.query("begin");
  try {
    // Whoever works waits behind a lock that waits: one that takes away tries again later instead.
    if (isContract(migration)) await client.query("set local lock_timeout = '5s'");
    await client.query(migration.text);
    await note(client, migration);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (isContract(migration) && (error as { code?: string }).code === lockTaken) return false;
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
};

/**
 * Takes a database that ran every migration that the baseline stands for as being at it.
 * @throws where it ran only some of them, with the version to start first.
 */
const enterBaseline = async (
  client: pg.Client,
  ran: Map<string, string>,
  here: readonly Migration[],
) => {
  const baseline = await readBaseline();
  requireUnchanged(baseline.migrations, ran);
  const { at, ran: count, all } = standingOf(baseline, new Set(ran.keys()));
  if (at === "before")
    throw new Error(
      `This database ran ${count} of the ${all} migrations that came before ${baseline.name}. Start version ${baseline.lastVersion} of Levee with it once, then this one.`,
    );
  if (at === "at") {
    const migration = here.find(({ name }) => name === baseline.name)!;
    await note(client, migration);
    ran.set(migration.name, migration.sha256);
  }
  for (const { name } of baseline.migrations) ran.delete(name);
};

const requireUnchanged = (known: readonly RanMigration[], ran: ReadonlyMap<string, string>) => {
  const changed = known.find(({ name, sha256 }) => (ran.get(name) ?? sha256) !== sha256);
  if (changed)
    throw new Error(
      `Migration ${changed.name} was changed after it ran here. Add a new migration instead.`,
    );
};

/**
 * An older version works on what it knows, not on what came later.
 * @throws with the migration that it does not know.
 */
const requireKnown = (here: readonly Migration[], ran: ReadonlyMap<string, string>) => {
  const known = new Set(here.map(({ name }) => name));
  const strange = [...ran.keys()].sort().find((name) => !known.has(name));
  if (strange)
    throw new Error(
      `A newer version of Levee worked with this database: it ran ${strange}, which this version does not know. Start that version, or a later one.`,
    );
};

/**
 * What instances that were alive within a day know: the newest migration of each, empty for those that
 * did not say yet.
 */
const knownAlive = async (client: pg.Client): Promise<string[]> => {
  const { rows: there } = await client.query<{ there: boolean }>(
    "select to_regclass('instance') is not null as there",
  );
  if (!there[0]!.there) return [];
  await client.query("begin; set local role levee_app");
  const { rows } = await client.query<{ knows: string }>(`
    select coalesce(to_jsonb(i) ->> 'knows', '') as knows
    from instance i
    where i.seen_at > clock_timestamp() - interval '1 day'
  `);
  await client.query("commit");
  return rows.map(({ knows }) => knows);
};

/** Those of them that may run now: one that takes away waits for the last older instance. */
const runnable = async (
  client: pg.Client,
  fresh: readonly Migration[],
): Promise<{ now: Migration[]; later: Migration[] }> => {
  if (!fresh.some(isContract)) return { now: [...fresh], later: [] };
  const alive = await knownAlive(client);
  const later = fresh.filter((one) => isContract(one) && alive.some((knows) => knows < one.name));
  return { now: fresh.filter((one) => !later.includes(one)), later };
};

/**
 * A migration that sorts before one that ran would meet tables of after its time. One that takes away is
 * written for that: it waited.
 * @throws with both names.
 */
const requireOrder = (fresh: readonly Migration[], ran: ReadonlyMap<string, string>) => {
  const newest = [...ran.keys()].sort().at(-1);
  const late = newest && fresh.find((one) => one.name < newest && !isContract(one));
  if (late)
    throw new Error(
      `Migration ${late.name} is out of order: ${newest} ran here already. Name it by the time at which it is brought in.`,
    );
};

/**
 * Brings the database at `url` (an owner's address) to the newest migration, each in a transaction
 * of its own, under an advisory lock. Returns the names that ran now. With `only`, no others run
 * than these (the baseline where they are all that it stands for). One that takes away (`isContract`)
 * waits until no instance of an older version was alive for a day; the next start runs it, or the hour.
 * @throws with the name of a migration that was changed after it ran, or that sorts before one that
 * ran, or that a newer version ran; for a database of before the baseline, with the version to start first.
 */
export const migrate = async (
  url: string,
  log: (line: string) => void = () => {},
  only: ReadonlySet<string> | null = null,
  folder: URL = shipped,
): Promise<string[]> => {
  const client = clientOf(url, { options: "-c TimeZone=UTC" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(71001)");
    await client.query(`
      create table if not exists levee_migration (
        name text primary key, sha256 text not null, ran_at timestamptz not null default now()
      )
    `);
    const here = await migrationsHere(folder);
    const ran = new Map((await migrationsOf(client)).map(({ name, sha256 }) => [name, sha256]));
    await enterBaseline(client, ran, here);
    requireUnchanged(here, ran);
    requireKnown(here, ran);
    const asked = only && withBaseline(await readBaseline(), only);
    const fresh = here.filter(({ name }) => !ran.has(name) && (!asked || asked.has(name)));
    requireOrder(fresh, ran);
    const { now, later } = asked ? { now: fresh, later: [] } : await runnable(client, fresh);
    const done: string[] = [];
    for (const migration of now) {
      log(`migrating ${migration.name}`);
      if (await run(client, migration)) done.push(migration.name);
      else log(`${migration.name} waits: somebody works with what it takes away`);
    }
    for (const { name } of later)
      log(
        `${name} waits: an older version was alive within a day, and still uses what it takes away`,
      );
    return done;
  } finally {
    await client.end();
  }
};

/** Runs what waited for an older version, where something does. Each hour, on each instance. */
export const migrateLate = async (url: string): Promise<string[]> =>
  (await migrationsHere()).some(isContract) ? migrate(url) : [];

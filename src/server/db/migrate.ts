import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { readBaseline, standingOf, withBaseline, type RanMigration } from "./baseline.ts";
import { clientOf } from "./wire/hosts.ts";

const folder = new URL("../../../db/migrations/", import.meta.url);

/** The migrations that ran in a database, in their order. */
export const migrationsOf = async (client: pg.Client): Promise<RanMigration[]> =>
  (await client.query<RanMigration>("select name, sha256 from levee_migration order by name")).rows;

type Migration = RanMigration & { text: string };

/** The migrations that this version of the product brings, in their order. */
export const migrationsHere = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, sha256: createHash("sha256").update(text).digest("hex"), text };
    }),
  );
};

const note = (client: pg.Client, { name, sha256 }: RanMigration) =>
  client.query("insert into levee_migration (name, sha256) values ($1, $2)", [name, sha256]);

const run = async (client: pg.Client, migration: Migration) => {
  await client.query("begin");
  try {
    await client.query(migration.text);
    await note(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
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
 * A migration that sorts before one that ran would meet tables of after its time.
 * @throws with both names.
 */
const requireOrder = (fresh: readonly Migration[], ran: ReadonlyMap<string, string>) => {
  const newest = [...ran.keys()].sort().at(-1);
  const late = newest && fresh.find(({ name }) => name < newest);
  if (late)
    throw new Error(
      `Migration ${late.name} is out of order: ${newest} ran here already. Name it by the time at which it is brought in.`,
    );
};

/**
 * Brings the database at `url` (an owner's address) to the newest migration, each in a transaction
 * of its own, under an advisory lock. Returns the names that ran now. With `only`, no others run
 * than these (the baseline where they are all that it stands for).
 * @throws with the name of a migration that was changed after it ran, or that sorts before one that
 * ran; for a database of before the baseline, with the version to start first.
 */
export const migrate = async (
  url: string,
  log: (line: string) => void = () => {},
  only: ReadonlySet<string> | null = null,
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
    const here = await migrationsHere();
    const ran = new Map((await migrationsOf(client)).map(({ name, sha256 }) => [name, sha256]));
    await enterBaseline(client, ran, here);
    requireUnchanged(here, ran);
    const asked = only && withBaseline(await readBaseline(), only);
    const fresh = here.filter(({ name }) => !ran.has(name) && (!asked || asked.has(name)));
    requireOrder(fresh, ran);
    for (const migration of fresh) {
      log(`migrating ${migration.name}`);
      await run(client, migration);
    }
    return fresh.map(({ name }) => name);
  } finally {
    await client.end();
  }
};

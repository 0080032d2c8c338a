import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const folder = new URL("../../../db/migrations/", import.meta.url);

/** The migrations that ran in a database, in their order. */
export const migrationsOf = async (client: pg.Client) =>
  (
    await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from levee_migration order by name",
    )
  ).rows;

/** The migrations that this version of the product brings. */
export const migrationsHere = async (): Promise<{ name: string; sha256: string }[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      sha256: createHash("sha256")
        .update(await readFile(new URL(name, folder)))
        .digest("hex"),
    })),
  );
};

/**
 * Brings the database at `url` (an owner's address) to the newest migration, each in a transaction
 * of its own, under an advisory lock.
 * A migration that was changed after it ran stops the start with its name. Returns the names that
 * ran now. With `only`, no others run than these.
 */
export const migrate = async (
  url: string,
  log: (line: string) => void = () => {},
  only: ReadonlySet<string> | null = null,
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(71001)");
    await client.query(`
      create table if not exists levee_migration (
        name text primary key, sha256 text not null, ran_at timestamptz not null default now()
      )
    `);
    const ran = new Map(
      (await client.query("select name, sha256 from levee_migration")).rows.map((r) => [
        r.name as string,
        r.sha256 as string,
      ]),
    );
    const fresh: string[] = [];
    for (const name of (await readdir(folder)).filter((n) => n.endsWith(".sql")).sort()) {
      const text = await readFile(new URL(name, folder), "utf8");
      const sha256 = createHash("sha256").update(text).digest("hex");
      const before = ran.get(name);
      if (before && before !== sha256)
        throw new Error(
          `Migration ${name} was changed after it ran here. Add a new migration instead.`,
        );
      if (before || (only && !only.has(name))) continue;
      log(`migrating ${name}`);
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into levee_migration (name, sha256) values ($1, $2)", [
          name,
          sha256,
        ]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
};

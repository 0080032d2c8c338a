import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const folder = new URL("../../../db/migrations/", import.meta.url);

/**
 * Brings the database at `url` (an owner's address) to the newest migration, each in a transaction
 * of its own, under an advisory lock.
 * A migration that was changed after it ran stops the start with its name. Returns the names that
 * ran now.
 */
export const migrate = async (
  url: string,
  log: (line: string) => void = () => {},
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
      if (before) continue;
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

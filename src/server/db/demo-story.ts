import type pg from "pg";
import { migrate } from "./migrate.ts";
import { clientOf } from "./wire/hosts.ts";

const storyLock = 71007;
const told = async (client: pg.Client): Promise<"not yet" | "half" | "whole"> => {
  await client.query("set role levee_identity");
  const { rows } = await client.query(
    "select exists (select 1 from demo_story) as told, exists (select 1 from demo_story_begun) as begun",
  );
  await client.query("reset role");
  return rows[0].told ? "whole" : rows[0].begun ? "half" : "not yet";
};
const mark = async (client: pg.Client, table: "demo_story" | "demo_story_begun") => {
  await client.query("set role levee_identity");
  await client.query(`insert into ${table} default values on conflict do nothing`);
  await client.query("reset role");
};

const tablesAtOnce = 40;

/**
 * Drops a schema, its tables first and few at a time: a transaction that drops them all takes more locks than a
 * server as it is installed holds ("out of shared memory").
 */
const dropSchema = async (client: pg.Client, schema: string): Promise<void> => {
  const { rows } = await client.query<{ names: string[] }>(
    `
      select array_agg(format('%I.%I', schemaname, tablename)) as names
      from (
        select
          schemaname, tablename, (row_number() over (order by tablename) - 1) / $2::int as piece
        from pg_tables
        where schemaname = $1
      ) t
      group by piece
      order by piece
    `,
    [schema, tablesAtOnce],
  );
  for (const { names } of rows)
    await client.query(`drop table if exists ${names.join(", ")} cascade`);
  await client.query(`drop schema if exists ${schema} cascade`);
};

export type DemoStory = {
  tell: (chapters: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The demo story of a database is told once and whole. Everybody who starts takes this lock in
 * turn; where a first start was stopped half-way, the
 * database is emptied and made anew, which can lose nobody's work: a server listens only after its
 * story is told. Call it behind `migrate` and
 * before anything else opens the database. `url` is the owner's.
 */
export const openDemoStory = async (
  url: string,
  log: (line: string) => void,
): Promise<DemoStory> => {
  const client = clientOf(url, { options: "-c TimeZone=UTC" });
  client.on("error", () => {});
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [storyLock]);
  if ((await told(client)) === "half") {
    log("the first start was stopped before the demo was loaded: it begins anew");
    for (const schema of ["public", "pgboss"]) await dropSchema(client, schema);
    await client.query("create schema public");
    await migrate(url, () => {});
  }
  return {
    tell: async (chapters) => {
      if ((await told(client)) === "whole") return;
      await mark(client, "demo_story_begun");
      await chapters();
      await mark(client, "demo_story");
    },
    close: () => client.end(),
  };
};

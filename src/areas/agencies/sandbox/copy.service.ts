import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { beginPracticeAgency } from "#areas/organization/organization.server.ts";
import { conflict } from "#kernel/errors.ts";
import { copyPlan, type CopiedTable, type CopyOf } from "#server/agency-tables/copy-plan.ts";
import { describedTables, referencesOf } from "#server/agency-tables/catalogue.ts";
import type { App } from "#server/app.ts";
import type { Database } from "#server/db/db.ts";
import { fillTables, practiceSettings } from "./fill.service.ts";

/** A copy that is to be made: its record in the agency, the agency that it becomes, and its members. */
export type Copying = { orgId: string; id: string; copyId: string; members: readonly string[] };
/** What a copy is told of and asks of the machine: its free bytes, null where nobody knows them. */
export type CopyPace = {
  progress: (done: number, total: number) => Promise<void>;
  after: (table: string) => Promise<void>;
  room: (app: App) => Promise<number | null>;
};

const pools = new WeakMap<Database, pg.Pool>();
/** The connections of whoever copies agencies: they stand behind all others. */
const copierPool = (database: Database): pg.Pool => {
  let pool = pools.get(database);
  if (!pool)
    pools.set(database, (pool = database.poolAs("levee_copier", { max: 2, behind: true })));
  return pool;
};

/** Bytes that the disk of the database has free, where it is on this machine. */
export const roomOfDatabase = async ({ config }: App): Promise<number | null> => {
  if (config.DATABASE_URL) return null;
  const { bavail, bsize } = await statfs(config.LEVEE_DATA_DIR);
  return bavail * bsize;
};

const paper =
  "This paper stays with the agency. A practice copy holds no real numbers, and papers of vendors hold some.\n";

type Size = { rows: number; bytes: number };

// A table's share of its pages and indexes, by its share of rows as the database last counted them.
const sizeOf = async (client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<Size> => {
  const counts = tables.map(
    ({ name, those }) =>
      `select '${name}' as name, count(*)::float8 as n from "${name}" t where ${those}`,
  );
  const { rows } = await client.query<Size>(`
    select
      coalesce(sum(n), 0)::float8 as rows,
      coalesce(
        sum(n * least(pg_total_relation_size(c.oid) / greatest(c.reltuples, n, 1), 40000)), 0
      )::float8 as bytes
    from (${counts.join(" union all ")}) counted
    join pg_class c on c.relname = counted.name and c.relnamespace = 'public'::regnamespace
  `);
  return rows[0]!;
};

const megabytes = (bytes: number): string => Math.ceil(bytes / 1048576).toLocaleString("en-US");

const requireRoom = (free: number | null, { bytes }: Size): void => {
  if (free !== null && free < bytes)
    throw conflict(
      "no_room",
      `The copy needs about ${megabytes(bytes)} MB, and the server has ${megabytes(free)} MB free. Ask those who run it to make room.`,
    );
};

/** The disk of the database ran full. */
const diskFull = "53100";

// Nobody knew how much is free: the database is on another machine, and says it when nothing is left.
const outOfRoom = (error: unknown, { bytes }: Size): unknown =>
  (error as { code?: string }).code === diskFull
    ? conflict(
        "no_room",
        `The disk of the database is full, and nothing of the copy was kept. The copy needs about ${megabytes(bytes)} MB; how much is free could not be counted before. Ask those who run it to make room.`,
      )
    : error;

const beginAgency = async (client: pg.ClientBase, one: Copying): Promise<void> => {
  await beginPracticeAgency(client, one, practiceSettings);
  await client.query("insert into practice_agency (id, origin_id) values ($1, $2)", [
    one.copyId,
    one.orgId,
  ]);
};

const fill = async (app: App, client: pg.ClientBase, one: Copying, pace: CopyPace) => {
  const blank = await app.files.put(Readable.from([Buffer.from(paper)]), undefined, "own");
  const of: CopyOf = { ...one, blank };
  const groups = copyPlan(await describedTables(client), await referencesOf(client), of);
  const size = await sizeOf(client, groups.flat());
  requireRoom(await pace.room(app), size);
  await beginAgency(client, one);
  const after = async (done: number, table: string) => {
    await pace.progress(Math.min(done, size.rows), size.rows);
    await pace.after(table);
  };
  return fillTables(client, groups, of, after).catch((error: unknown) => {
    throw outOfRoom(error, size);
  });
};

const begin = async (client: pg.ClientBase, { orgId, id }: Copying): Promise<boolean> => {
  await client.query("begin isolation level repeatable read");
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("select set_config('levee.org', $1, true)", [orgId]);
  const { rows } = await client.query<{ made: boolean }>(
    "select copied_at is not null as made from agency_sandbox where org_id = $1 and id = $2",
    [orgId, id],
  );
  return rows[0]?.made ?? true;
};

/**
 * Copies every row of an agency that its rules let into a copy, of one instant and in one transaction:
 * all of it is there or nothing. One that was made already, or is not being copied any more, is left as
 * it is. 409 `no_room` with how much it needs, also where the database tells it only while it is filled.
 */
export const copyAgency = async (app: App, one: Copying, pace: CopyPace): Promise<void> => {
  const client = await copierPool(app.database).connect();
  const turn = [`copy ${one.id}`];
  let broken: Error | undefined;
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", turn);
    try {
      if (await begin(client, one)) return void (await client.query("rollback"));
      const { rows, tables } = await fill(app, client, one, pace);
      await client.query(
        `
          update agency_sandbox
          set
            copied_at = clock_timestamp(), snapshot_at = transaction_timestamp(),
            row_count = $3, table_count = $4, updated_at = clock_timestamp()
          where org_id = $1 and id = $2
        `,
        [one.orgId, one.id, rows, tables],
      );
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      await client
        .query("select pg_advisory_unlock(hashtextextended($1, 0))", turn)
        .catch(() => {});
    }
  } finally {
    client.release(broken);
  }
};

import { createReadStream } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readBaseline, standingOf } from "../db/baseline.ts";
import { migrate, migrationsHere } from "../db/migrate.ts";
import { contentKey, within, type Place } from "../files/place.ts";
import { markKey, readMark } from "../operation/belonging.ts";
import type { AuditKeys } from "../keys.ts";
import { copyIn, foreignKeysOf, tablesOf } from "./catalogue.ts";
import { allHeldAfterRestore } from "./holding.ts";
import { BackupRefused, contentFile, tableFile, type Manifest } from "./manifest.ts";
import { heldWhy } from "../restored/why.ts";
import { requireSight } from "./sight.ts";
import { verifyBackup } from "./verify.ts";
import { clientOf } from "../db/wire/hosts.ts";

/** Where a backup is restored to. */
export type Target = {
  /** Address of the owner of an empty database. */
  url: string;
  /** Address of an account that sees every row, where the owner does not. */
  sees?: string;
  /** Where files lie; null: they stay in the backup (a rehearsal). */
  files: Place | null;
  keys: AuditKeys;
  say?: (line: string) => void;
};
export type Restored = { manifest: Manifest; rows: number; held: Held };
/** What may have gone out already, and is not sent again by itself. */
export type Held = { letters: number; webhooks: number; jobs: number; others: [string, number][] };

const requireEmpty = async (client: pg.Client) => {
  const { rows } = await client.query<{ tables: number }>(`
    select count(*)::int as tables
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v')
  `);
  if (rows[0]!.tables > 0)
    throw new BackupRefused(
      `The database is not empty: it has ${rows[0]!.tables} tables. Restore into an empty one (a new data folder, or a new database in DATABASE_URL).`,
    );
};

/**
 * Refuses a backup whose migrations this version does not know, or knows with another text, and one
 * of before the baseline.
 */
const requireKnown = async ({ migrations }: Manifest) => {
  const baseline = await readBaseline();
  const known = new Map(
    [...(await migrationsHere()), ...baseline.migrations].map(({ name, sha256 }) => [name, sha256]),
  );
  const strange = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (strange.length)
    throw new BackupRefused(
      `This backup is of a newer version of Levee: it has ${strange[0]!.name}. Restore it with that version, or a later one.`,
    );
  const { at, ran, all } = standingOf(baseline, new Set(migrations.map(({ name }) => name)));
  if (at === "before")
    throw new BackupRefused(
      `This backup has ${ran} of the ${all} migrations that came before ${baseline.name}. Restore it with version ${baseline.lastVersion} of Levee, then start this one.`,
    );
};

const requireMark = async ({ filesMark }: Manifest, files: Place) => {
  const mark = await readMark(files);
  if (mark !== null && mark !== filesMark)
    throw new BackupRefused(
      `${files.name} holds the files of another installation. Name an empty data folder, or an empty prefix in LEVEE_FILES.`,
    );
};

const fill = async (client: pg.Client, folder: string, table: Manifest["tables"][number]) => {
  const into = client.query(copyFrom(copyIn(table)));
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), into);
  if (into.rowCount !== table.rows)
    throw new BackupRefused(
      `${table.name} came back with ${into.rowCount} rows in place of ${table.rows}.`,
    );
};

/** The months of readings that a backup holds: no migration makes them. */
const makeMonths = async (client: pg.Client, { tables }: Manifest): Promise<void> => {
  for (const { name } of tables) {
    const [, year, month] = /^device_reading_(\d{4})_(\d{2})$/.exec(name) ?? [];
    if (year)
      await client.query("select levee_reading_month($1)", [`${year}-${month}-01T00:00:00Z`]);
  }
};

/** Instances of then are not alive: what takes away waits for none of them. */
const forgetInstances = "delete from instance";

/**
 * Fills the tables as their owner: without row security, triggers and foreign keys, which are made
 * again behind the rows and so check every one of them.
 */
const fillAll = async (client: pg.Client, folder: string, manifest: Manifest) => {
  await makeMonths(client, manifest);
  const tables = await tablesOf(client);
  const keys = await foreignKeysOf(client);
  const forced = await client.query<{ name: string }>(
    "select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of forced.rows)
    await client.query(`alter table "${name}" no force row level security`);
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
  for (const table of manifest.tables) await fill(client, folder, table);
  await client.query(forgetInstances);
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  for (const { name } of forced.rows)
    await client.query(`alter table "${name}" force row level security`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint "${name}" ${definition}`);
  for (const { name, next } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint, false)", [name, next]);
};

const counted = async (client: pg.Client, text: string, values: unknown[]): Promise<number> =>
  (await client.query(text, values)).rowCount ?? 0;

const othersHeld = async (client: pg.Client): Promise<Held["others"]> => {
  const others: Held["others"] = [];
  for (const { name, statement } of allHeldAfterRestore())
    others.push([name, await counted(client, statement, [])]);
  return others;
};

/**
 * What had not gone out at the backup may have gone out since: letters and webhooks wait for
 * somebody's word, work under way is to be begun anew, and everybody signs in again.
 */
const hold = async (client: pg.Client, madeAt: string): Promise<Held> => {
  await client.query(forgetInstances);
  const why = heldWhy(madeAt);
  return {
    letters: await counted(
      client,
      `
        update mail
        set failed_at = clock_timestamp(), last_error = $1
        where sent_at is null and failed_at is null
      `,
      [why],
    ),
    webhooks: await counted(
      client,
      `
        update webhook_delivery
        set status = 'cancelled', ended_at = clock_timestamp(), reason = $1
        where status in ('queued', 'sending', 'retrying')
      `,
      [why],
    ),
    jobs: await counted(
      client,
      `
        update job
        set state = 'failed', ended_at = clock_timestamp(), error = $1, version = version + 1
        where state in ('queued', 'running')
      `,
      ["This installation was restored meanwhile. Begin it again."],
    ),
    others: await othersHeld(client),
  };
};

/** Works with a connection that sees every row. */
const seeing = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = clientOf(url, { options: "-c TimeZone=UTC -c statement_timeout=0" });
  client.on("error", () => {});
  await client.connect();
  try {
    await requireSight(client);
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * That a database stands at a moment of the past and nobody works in it: then it can be made quiet.
 * @throws BackupRefused where instances run, or its record goes on behind that moment.
 */
export const requireMoment = (url: string, to: string): Promise<void> =>
  seeing(url, async (client) => {
    const { rows } = await client.query<{ connections: number; behind: string | null }>(
      `
        select
          (
            select count(*)::int
            from pg_stat_activity
            where datname = current_database()
              and application_name like 'levee%'
              and pid <> pg_backend_pid()
          ) as connections,
          (select max(at)::text from audit_entry where at > $1::timestamptz) as behind
      `,
      [to],
    );
    const { connections, behind } = rows[0]!;
    if (connections > 0)
      throw new BackupRefused(
        `Instances of Levee are connected to the database (${connections} connections). Stop them all first: what they send now may have gone out already.`,
      );
    if (behind)
      throw new BackupRefused(
        `The record goes on until ${behind}, behind ${to}: the database was not brought back to that minute. Say the minute to which it was.`,
      );
  });

/**
 * Holds back what a database that was brought back to a moment by its own archive would send or do
 * again, and forgets its queue: work of then was done since. All of it, or nothing.
 */
export const holdBack = (url: string, madeAt: string): Promise<Held> =>
  seeing(url, async (client) => {
    await client.query("begin");
    const held = await hold(client, madeAt);
    await client.query("drop schema if exists pgboss cascade");
    await client.query("commit");
    return held;
  });

/** Brings every content to its place; one that is there already, of a restore that was cut off, is written over. */
const bringFiles = async (folder: string, files: Place, manifest: Manifest) => {
  await mkdir(files.spool, { recursive: true });
  if (manifest.filesMark) await files.write(markKey, Buffer.from(`${manifest.filesMark}\n`));
  for (const { sha256, size, private: apart } of manifest.files) {
    const temporary = join(files.spool, sha256);
    await copyFile(contentFile(dirname(folder), sha256), temporary);
    const part = apart ? within(files, "private") : files;
    await part.keep(contentKey(sha256), temporary, { sha256, size });
  }
};

/**
 * Restores a backup into an empty database. Everything is read and checked before anything is
 * written; all rows come back in one transaction, or none. A backup of an older version is brought to this one.
 * @throws BackupRefused where the backup is cut, altered, of a newer version or of another
 * installation, or the target is not empty.
 */
export const restoreBackup = async (folder: string, target: Target): Promise<Restored> => {
  const manifest = await verifyBackup(folder, target.keys);
  await requireKnown(manifest);
  if (target.files) await requireMark(manifest, target.files);
  target.say?.(`${manifest.tables.length} tables and ${manifest.files.length} files are whole`);
  const sees = target.sees ?? target.url;
  await seeing(sees, async () => {});
  const client = clientOf(target.url, {
    options: "-c TimeZone=UTC -c statement_timeout=0",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await requireEmpty(client);
    await migrate(target.url, () => {}, new Set(manifest.migrations.map(({ name }) => name)));
    target.say?.("the tables are made");
    await client.query("begin");
    await fillAll(client, folder, manifest);
    await client.query("commit");
    // What is held back is said of the tables as this version has them.
    await migrate(target.url, target.say);
    const held = await holdBack(sees, manifest.madeAt);
    await client.query("analyze");
    if (target.files) await bringFiles(folder, target.files, manifest);
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    target.say?.(`${rows} rows are back`);
    return { manifest, rows, held };
  } finally {
    await client.end();
  }
};

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Instant } from "#kernel/time.ts";
import { migrationsOf } from "../db/migrate.ts";
import { contentKey, contentsOf, isNotThere, within, type Place } from "../files/place.ts";
import { isKept } from "../files/private.ts";
import { syncFolder } from "../files/sync.ts";
import { readMark } from "../operation/belonging.ts";
import type { AuditKeys } from "../keys.ts";
import { copyOut, sequencesOf, tablesOf, unnumbered, type Table } from "./catalogue.ts";
import { requireSight } from "./sight.ts";
import { BackupRefused, contentFile, tableFile, writeManifest, type Manifest } from "./manifest.ts";
import { clientOf } from "../db/wire/hosts.ts";

/** What a backup is made of, and where it goes. */
export type Source = {
  /** Address of the database's owner. */
  url: string;
  /** Where files lie. */
  files: Place;
  /** The folder of backups; each is a folder in it, contents of files are kept once for all. */
  to: string;
  keys: AuditKeys;
  say?: (line: string) => void;
};
export type Taken = {
  folder: string;
  manifest: Manifest;
  rows: number;
  /** Bytes of the tables' files and of all contents that it names. */
  bytes: number;
};

/** Counts and hashes what goes by. */
const meter = () => {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, seen: () => ({ bytes, sha256: hash.digest("hex") }) };
};

/** Refuses before work where the disk would be full: all of the database once more, and new files. */
const requireRoom = async (client: pg.Client, to: string) => {
  const { rows } = await client.query<{ size: string }>(
    "select pg_database_size(current_database())::text as size",
  );
  const disk = await statfs(to);
  const free = disk.bavail * disk.bsize;
  const needed = Number(rows[0]!.size);
  if (free < needed)
    throw new BackupRefused(
      `There are ${Math.floor(free / 1048576)} MB free in ${to}, and the database has ${Math.ceil(needed / 1048576)} MB. Make room, or name another folder.`,
    );
};

const packTable = async (client: pg.Client, folder: string, table: Table) => {
  const rows = client.query(copyTo(copyOut(table)));
  const packed = meter();
  const file = createWriteStream(tableFile(folder, table.name), { mode: 0o600, flush: true });
  await pipeline(rows, createGzip({ level: 1 }), packed.through, file);
  return { ...table, rows: rows.rowCount, ...packed.seen() };
};

/**
 * Copies a content unless the folder of backups has it; null where it is gone or not what it was. A
 * clock moves private ones to their part: one that is not there any more is looked for in the other.
 */
const keepContent = async (source: Source, sha256: string): Promise<number | null> =>
  (await keepFrom(source, source.files, sha256)) ??
  (await keepFrom(source, within(source.files, "private"), sha256));

const keepFrom = async (source: Source, place: Place, sha256: string): Promise<number | null> => {
  const kept = contentFile(source.to, sha256);
  const there = await stat(kept).catch(() => null);
  if (there) return there.size;
  await mkdir(join(source.to, "files", sha256.slice(0, 2)), { recursive: true });
  const temporary = `${kept}.part`;
  const copied = meter();
  try {
    const { stream } = await place.open(contentKey(sha256));
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    await pipeline(stream, copied.through, file);
  } catch (error) {
    await rm(temporary, { force: true });
    if (isNotThere(error)) return null;
    throw error;
  }
  const { bytes, sha256: found } = copied.seen();
  if (found !== sha256) {
    await rm(temporary, { force: true });
    return null;
  }
  await rename(temporary, kept);
  return bytes;
};

const keepContents = async (source: Source, hashes: readonly string[]) => {
  const files: Manifest["files"] = [];
  const missing: string[] = [];
  for (const sha256 of hashes) {
    const size = await keepContent(source, sha256);
    if (size === null) missing.push(sha256);
    else if (await isKept(within(source.files, "private"), sha256))
      files.push({ sha256, size, private: true });
    else files.push({ sha256, size });
  }
  return { files, missing };
};

/** Hashes of every content in the place of files, and of those that the database knows beside. */
const hashesOf = async (client: pg.Client, files: Place): Promise<string[]> => {
  const { rows } = await client.query<{ sha256: string }>(
    "select distinct sha256 from stored_file",
  );
  const kept: string[] = [];
  for (const place of [files, within(files, "private")])
    for await (const { sha256 } of contentsOf(place)) kept.push(sha256);
  return [...new Set([...kept, ...rows.map((row) => row.sha256)])].sort();
};

const checkpointsOf = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ note: string }>(
      "select distinct on (org_id) note from audit_checkpoint order by org_id, size desc",
    )
  ).rows.map((row) => row.note);

const belongingOf = async (client: pg.Client) =>
  (
    await client.query<Manifest["belongs"]>(
      `select secret_check as "secretCheck", key_store_check as "keyStoreCheck" from installation`,
    )
  ).rows[0] ?? { secretCheck: null, keyStoreCheck: null };

/** One backup at a time: what another one began would be taken for a leftover. */
const takeTurn = async (client: pg.Client) => {
  const { rows } = await client.query<{ free: boolean }>(
    "select pg_try_advisory_lock(71013) as free",
  );
  if (!rows[0]!.free)
    throw new BackupRefused("Another backup is being made. Wait until it has ended.");
};

/** What backups began and did not end, because their process or machine stopped. */
const removeLeftovers = async (to: string): Promise<void> => {
  for (const name of await readdir(to))
    if (name.startsWith(".begun-")) await rm(join(to, name), { recursive: true, force: true });
  for (const name of await readdir(join(to, "files"), { recursive: true }).catch(() => []))
    if (name.endsWith(".part")) await rm(join(to, "files", name), { force: true });
};

const stampOf = (at: string) => at.replace(/[-:.]/g, "");

/** Everything of one instant of the database into `folder`; the contents of its files beside it. */
const copyInstant = async (client: pg.Client, source: Source, folder: string, madeAt: Instant) => {
  const tables: Manifest["tables"] = [];
  for (const table of await tablesOf(client)) tables.push(await packTable(client, folder, table));
  source.say?.(`${tables.length} tables, ${tables.reduce((sum, one) => sum + one.rows, 0)} rows`);
  const { files, missing } = await keepContents(source, await hashesOf(client, source.files));
  source.say?.(`${files.length} files${missing.length ? `, ${missing.length} are gone` : ""}`);
  const made: Manifest = {
    format: "levee.backup/1",
    madeAt,
    migrations: await migrationsOf(client),
    tables,
    sequences: await sequencesOf(client),
    files,
    missing,
    filesMark: await readMark(source.files),
    belongs: await belongingOf(client),
    checkpoints: await checkpointsOf(client),
  };
  await writeManifest(folder, made, source.keys);
  return made;
};

/**
 * Makes a backup while people work: every table of one instant of the database, and every file that
 * it knows. It counts when its manifest is written; what was begun and not ended is taken away, by
 * the next one where the process was killed.
 * @throws BackupRefused where the account does not see everything, or the disk has no room.
 */
export const takeBackup = async (source: Source): Promise<Taken> => {
  await mkdir(source.to, { recursive: true, mode: 0o700 });
  const client = clientOf(source.url, {
    options: "-c TimeZone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
  });
  client.on("error", () => {});
  await client.connect();
  let begun: string | null = null;
  try {
    await requireSight(client);
    await takeTurn(client);
    await requireRoom(client, source.to);
    const strange = await unnumbered(client);
    if (strange.length) throw new Error(`no rule for the backup of ${strange.join(", ")}`);
    await client.query("begin isolation level repeatable read read only");
    const at = await client.query<{ at: Instant }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    );
    const madeAt = at.rows[0]!.at;
    const folder = join(source.to, `levee-${stampOf(madeAt)}`);
    begun = join(source.to, `.begun-${stampOf(madeAt)}`);
    await mkdir(join(begun, "tables"), { recursive: true, mode: 0o700 });
    const made = await copyInstant(client, source, begun, madeAt);
    await client.query("commit");
    await rename(begun, folder);
    await syncFolder(source.to);
    begun = null;
    await removeLeftovers(source.to);
    const bytes = [...made.tables.map((one) => one.bytes), ...made.files.map((one) => one.size)];
    return {
      folder,
      manifest: made,
      rows: made.tables.reduce((sum, one) => sum + one.rows, 0),
      bytes: bytes.reduce((sum, one) => sum + one, 0),
    };
  } catch (error) {
    if (begun) await rm(begun, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
};

import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../db/db.ts";
import { noScope } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type DiskTrouble = "full" | "broken";

// What the system says of files, and PostgreSQL of its own (53100 disk_full, 58030 io_error).
const troubles: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  "53100": "full",
  EIO: "broken",
  EROFS: "broken",
  "58030": "broken",
};

/** Whether a failure is the disk's, wherever it was met; null for every other. */
const diskTroubleOf = (error: unknown): DiskTrouble | null => {
  if (!(error instanceof Error)) return null;
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
  const own = typeof code === "string" ? troubles[code] : undefined;
  if (own) return own;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  return inner.map(diskTroubleOf).find((found) => found !== null) ?? null;
};

/** What a person reads whose work could not be stored. */
export const diskSentences: Readonly<Record<DiskTrouble, string>> = {
  full: "There is no room left on the server's disk, so nothing was saved. The administrators are told. Try again later.",
  broken:
    "The server's disk does not take or give what it should, so nothing was saved. The administrators are told. Try again later.",
};

const alarmTexts: Readonly<Record<DiskTrouble, string>> = {
  full: "has no room left on its disk, or its database has none: nothing new can be stored. What was stored stays. Make room; work goes on by itself.",
  broken:
    "has a disk that reports errors, or its database has one: what needs it fails. Look at the machine's log; work goes on by itself once it is mended.",
};

/** Trouble with the disk since an instant, as this process met it. */
type Met = { kind: DiskTrouble; since: Date };
let met: Met | null = null;

/** Notes a failure of the disk, where it is one; gives which. Every error that ends a call comes by. */
export const noteDiskTrouble = (error: unknown, at: Date): DiskTrouble | null => {
  const kind = diskTroubleOf(error);
  if (kind) met ??= { kind, since: at };
  return kind;
};

/** The trouble that this process has now, or null. */
export const diskTrouble = (): Readonly<Met> | null => met;

export const diskAlarm = (name: string, kind: DiskTrouble): string =>
  `The server ${name} ${alarmTexts[kind]}`;

export const forgetDiskTrouble = (): void => void (met = null);

/** A quarter of a megabyte, written and synced, and taken away again. */
const tryFiles = (folder: string): void => {
  const incoming = join(folder, "incoming");
  mkdirSync(incoming, { recursive: true });
  const file = join(incoming, `.room-${process.pid}`);
  try {
    const handle = openSync(file, "w", 0o600);
    try {
      writeSync(handle, Buffer.alloc(262_144));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } finally {
    rmSync(file, { force: true });
  }
};

/** The same in the database: pages of a table of this transaction alone. */
const tryDatabase = (database: Database): Promise<unknown> =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      create temporary table room on commit drop as select repeat(n::text, 4000) as text
      from generate_series(1000, 1063) n
    `),
  );

/** Whether there is room again, in the files' folder and in the database. */
export const hasRoom = async (database: Database, folder: string): Promise<boolean> => {
  try {
    tryFiles(folder);
    await tryDatabase(database);
    return true;
  } catch {
    return false;
  }
};

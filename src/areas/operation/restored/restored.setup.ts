import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { takeBackup } from "#server/backup/take.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { auditKeys } from "#server/keys.ts";
import { closeAfterRestore, readKept, type FoundOut } from "#server/restored/report.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sealEverything } from "#server/testing/sealing.ts";

/** What the tests of a restore stand on: an agency and its people, and a folder of what was kept. */
export const s = {} as {
  t: TestDatabase;
  agency: Agency;
  people: Record<"ada" | "eve" | "max" | "sam" | "tom", Actor>;
  kept: string;
};

const opened: { close: () => Promise<void>; name: string }[] = [];

export const openRestored = (): void => {
  beforeAll(async () => {
    s.t = await freshDatabase();
    s.agency = await makeAgency(s.t.database);
    s.people = await makeMembers(s.t.database, s.agency, {
      ada: { role: "admin" },
      eve: { role: "admin" },
      max: { role: "manager", duties: ["ap"] },
      sam: { role: "user" },
      tom: { role: "user", duties: ["buyer"] },
    });
    s.kept = mkdtempSync(join(tmpdir(), "levee-kept-"));
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    for (const { name } of opened) await onServer(`drop database if exists ${name} with (force)`);
    await s.t.drop();
    rmSync(s.kept, { recursive: true });
  }, 180_000);
};

/** Seals what was written into the audit record and signs it. */
export const seal = async (): Promise<void> => {
  const sequencer = await startSequencer({ database: s.t.database });
  await sealEverything(s.t.database, s.agency.orgId, sequencer);
  await sequencer.checkpoint();
  await sequencer.stop();
};

/** A bundle of the audit record as somebody keeps it outside: whole, or of chosen records. */
export const keepBundle = async (
  name: string,
  objectIds: readonly string[] | "all" = "all",
): Promise<string> => {
  await seal();
  const lines: string[] = [];
  const db = s.t.database.read(s.people.ada);
  for await (const line of exportBundle(db, { agency: "The county", objectIds })) lines.push(line);
  const file = join(s.kept, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
};

export const backUp = async (): Promise<{ folder: string; madeAt: Instant }> => {
  await seal();
  const { folder, manifest } = await takeBackup({
    url: s.t.ownerUrl,
    files: s.t.app.files.place,
    to: join(s.kept, "backups"),
    keys: auditKeys(),
  });
  return { folder, madeAt: manifest.madeAt };
};

const onServer = async (statement: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: process.env.LEVEE_TEST_DATABASE! });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};

const urlOf = (name: string): string => {
  const url = new URL(s.t.ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const bases = new Map<string, Promise<{ name: string; madeAt: Instant }>>();

/** Each backup is restored once; every further restore of it begins with a copy. */
const baseOf = (folder: string) => {
  const known = bases.get(folder);
  if (known) return known;
  const made = (async () => {
    const name = `levee_test_${randomBytes(6).toString("hex")}`;
    await onServer(`create database ${name}`);
    const target = { url: urlOf(name), files: null, keys: auditKeys() };
    const { manifest } = await restoreBackup(folder, target);
    await migrate(urlOf(name), () => {});
    opened.push({ close: async () => {}, name });
    return { name, madeAt: manifest.madeAt };
  })();
  bases.set(folder, made);
  return made;
};

/** Restores a backup into a database of its own and closes what was taken after it. */
export const restoreWith = async (
  folder: string,
  files: { bundles?: string[]; checkpoints?: string[] } = {},
  administrators: string[] = [],
): Promise<{ t: TestDatabase; found: FoundOut[] }> => {
  const named = { bundles: [], checkpoints: [], ...files };
  const kept = await readKept(named, administrators, auditKeys());
  const base = await baseOf(folder);
  const name = `levee_test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${base.name}`);
  const database = openDatabase(urlOf(name), { max: 6 });
  opened.push({ close: () => database.close(), name });
  const t: TestDatabase = {
    database,
    ownerUrl: urlOf(name),
    app: { ...s.t.app, database },
    drop: async () => {},
  };
  return { t, found: await closeAfterRestore(t.app, base.madeAt, kept) };
};

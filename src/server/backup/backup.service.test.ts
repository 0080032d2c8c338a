import { randomBytes } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { gunzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSequencer } from "#server/audit/sequencer.ts";
import { audit } from "#server/audit/audit.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { sealEverything } from "#server/testing/sealing.ts";
import { migrate, migrationsHere } from "../db/migrate.ts";
import { auditKeys, deriveAuditKeys } from "../keys.ts";
import { copyFiles } from "../files/copy.ts";
import { folderPlace } from "../files/folder.ts";
import { contentsOf, within, type Place } from "../files/place.ts";
import { markKey, readMark } from "../operation/belonging.ts";
import { testPlaces } from "../testing/places.ts";
import { recordFile } from "../files/stored-file.ts";
import { tablesOf } from "./catalogue.ts";
import { contentFile, readManifest, tableFile } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { takeBackup, type Taken } from "./take.ts";

let t: TestDatabase;
let agency: Agency;
let actor: Actor;
let to: string;
let taken: Taken;
const targets: pg.Client[] = [];

const write = (count: number) =>
  t.database.transaction(actor, async (tx) => {
    for (let n = 0; n < count; n++)
      audit(tx, actor, {
        action: "test.write",
        objectType: "test",
        objectId: newId(),
        objectNumber: String(n),
        before: null,
        after: { n },
      });
  });
const seal = async () => {
  const sequencer = await startSequencer({ database: t.database });
  await sealEverything(t.database, agency.orgId, sequencer);
  await sequencer.checkpoint();
  await sequencer.stop();
};
/** A reading of a device, in a month of its own that no migration makes. */
const readingOfAMonth = async (): Promise<void> => {
  const client = await connected(t.ownerUrl);
  await client.query("select levee_reading_month('2026-03-01T00:00:00Z')");
  const [orgId, deviceId] = [agency.orgId, newId()];
  await client.query(
    `
      insert into device (org_id, id, number, name, metrics, silent_minutes)
      values ($1, $2, 'DEV-1', 'Rain gauge', '{rain}', 60)
    `,
    [orgId, deviceId],
  );
  await client.query(
    `
      insert into device_reading (org_id, device_id, metric, read_at, seq, value, received_at)
      values ($1, $2, 'rain', '2026-03-04T05:06:07Z', 1, 2.5, '2026-03-04T05:06:09Z')
    `,
    [orgId, deviceId],
  );
};
/** Another database of the same server, empty. */
const emptyDatabase = async (): Promise<string> => {
  const admin = new pg.Client({ connectionString: process.env.LEVEE_TEST_DATABASE! });
  await admin.connect();
  const name = `levee_test_${randomBytes(6).toString("hex")}`;
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(t.ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
};
const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC" });
  client.on("error", () => {});
  await client.connect();
  targets.push(client);
  return client;
};
/** Every row of a table in words, whatever the order. */
const rowsOf = async (client: pg.Client, table: string): Promise<string> =>
  (
    await client.query<{ all: string | null }>(
      `select string_agg(md5(t::text), '' order by t::text) as all from "${table}" t`,
    )
  ).rows[0]!.all ?? "";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  actor = memberActor(agency.orgId, "admin");
  const stored = await t.app.files.put(Readable.from(Buffer.from("what was agreed\n")));
  await t.database.transaction(actor, (tx) =>
    recordFile(tx, { ...stored, orgId: agency.orgId, name: "agreed.txt" }),
  );
  // What forms and confidential records keep lies in a folder of its own.
  await t.app.files.private.put(Readable.from(Buffer.from("what nobody else reads\n")));
  await readingOfAMonth();
  await write(5);
  await seal();
  await write(3);
  to = mkdtempSync(join(tmpdir(), "levee-backup-"));
  taken = await takeBackup({ url: t.ownerUrl, files: t.app.files.place, to, keys: auditKeys() });
});
afterAll(async () => {
  const names = targets.map((client) => client.database);
  for (const client of targets) await client.end();
  const admin = new pg.Client({ connectionString: process.env.LEVEE_TEST_DATABASE! });
  await admin.connect();
  for (const name of new Set(names))
    if (name !== new URL(t.ownerUrl).pathname.slice(1))
      await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await t.drop();
  rmSync(to, { recursive: true });
});

test("a backup that is restored holds every row, file and sequence, and the audit record goes on", async () => {
  const url = await emptyDatabase();
  const place = mkdtempSync(join(tmpdir(), "levee-restored-"));
  const restored = await restoreBackup(taken.folder, {
    url,
    files: folderPlace(place),
    keys: auditKeys(),
  });
  const [before, after] = [await connected(t.ownerUrl), await connected(url)];
  const differing: string[] = [];
  for (const { name } of await tablesOf(before))
    if ((await rowsOf(before, name)) !== (await rowsOf(after, name))) differing.push(name);
  // Numbers of transactions are of their server, and what was not sent yet is held.
  expect(differing.sort()).toEqual(["audit_entry", "audit_sequencer"]);
  expect(restored.rows).toBe(taken.rows);
  expect(taken.manifest.missing).toEqual([]);
  const brought = taken.manifest.files.map(({ sha256, private: apart }) =>
    readFileSync(join(place, apart ? "private" : "", sha256.slice(0, 2), sha256), "utf8"),
  );
  expect(brought.toSorted()).toEqual(["what nobody else reads\n", "what was agreed\n"]);
  const forced = "select count(*)::int as n from pg_class where relforcerowsecurity";
  expect((await after.query(forced)).rows).toEqual((await before.query(forced)).rows);
  const keys =
    "select count(*)::int as n, bool_and(convalidated) as valid from pg_constraint where contype = 'f'";
  expect((await after.query(keys)).rows).toEqual((await before.query(keys)).rows);

  const { openDatabase } = await import("../db/open-database.ts");
  const database = openDatabase(url);
  const sequencer = await startSequencer({ database });
  await sealEverything(database, agency.orgId, sequencer);
  await sequencer.stop();
  await database.close();
  const sealed =
    "select count(*)::int as entries, (select count(*)::int from audit_leaf) as leaves from audit_entry";
  const { entries, leaves } = (await after.query(sealed)).rows[0];
  expect(leaves).toBe(entries);
});

test("a backup of an older version is brought to this one before anything of it is held back", async () => {
  const here = (await migrationsHere()).map(({ name }) => name);
  const older = await emptyDatabase();
  await migrate(older, () => {}, new Set(here.slice(0, 1)));
  const client = await connected(older);
  await client.query(`
    insert into instance (id, name, host_ahead_ms)
    values (gen_random_uuid(), 'then:3000', 0)
  `);
  await client.query(`
    insert into mail (id, kind, to_address, subject, body_text)
    values (gen_random_uuid(), 'test', 'ana@willow.test', 'Then', 'Not sent yet.')
  `);
  const { files } = t.app;
  const made = await takeBackup({ url: older, files: files.place, to, keys: auditKeys() });
  const url = await emptyDatabase();
  const restored = await restoreBackup(made.folder, { url, files: null, keys: auditKeys() });
  expect(restored.held.letters).toBe(1);
  const after = await connected(url);
  const ran = await after.query<{ name: string }>("select name from levee_migration order by name");
  expect(ran.rows.map(({ name }) => name)).toEqual(here);
  expect((await after.query("select from instance")).rowCount).toBe(0);
});

const copied = () => {
  const folder = mkdtempSync(join(tmpdir(), "levee-copied-"));
  cpSync(to, folder, { recursive: true });
  return join(folder, taken.folder.slice(to.length + 1));
};
const refused = async (folder: string, words: RegExp, keys = auditKeys()) => {
  const url = await emptyDatabase();
  const client = await connected(url);
  await expect(restoreBackup(folder, { url, files: null, keys })).rejects.toThrow(words);
  const { rows } = await client.query(
    "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(rows[0].n).toBe(0);
  rmSync(dirname(folder), { recursive: true });
};

test("a cut, altered, swapped or missing file is named, and nothing is written", async () => {
  const cut = copied();
  truncateSync(tableFile(cut, "audit_entry"), 20);
  await refused(cut, /audit_entry\.copy\.gz is cut/);

  const altered = copied();
  const bytes = readFileSync(tableFile(altered, "organization"));
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(tableFile(altered, "organization"), bytes);
  await refused(altered, /organization\.copy\.gz was altered\./);

  const swapped = copied();
  const [one, two] = [tableFile(swapped, "organization"), tableFile(swapped, "department")];
  renameSync(one, `${one}.x`);
  renameSync(two, one);
  renameSync(`${one}.x`, two);
  await refused(swapped, /department\.copy\.gz[^]*organization\.copy\.gz/);

  const gone = copied();
  const hash = taken.manifest.files[0]!.sha256;
  rmSync(contentFile(dirname(gone), hash));
  await refused(gone, new RegExp(`${hash} is missing`));

  const promised = copied();
  const file = join(promised, "manifest.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"rows": 5', '"rows": 6') + " ");
  await refused(promised, /manifest\.json was altered/);
});

test("a backup of another installation, of a newer version, or into a database in use is refused", async () => {
  await refused(copied(), /another audit key/, deriveAuditKeys(randomBytes(32)));
  await expect(
    restoreBackup(taken.folder, { url: t.ownerUrl, files: null, keys: auditKeys() }),
  ).rejects.toThrow("not empty");
  const client = await connected(t.ownerUrl);
  await client.query(
    "insert into levee_migration (name, sha256) values ('99991231T0000_later.sql', repeat('a', 64))",
  );
  const later = await takeBackup({
    url: t.ownerUrl,
    files: t.app.files.place,
    to,
    keys: auditKeys(),
  });
  await client.query("delete from levee_migration where name = '99991231T0000_later.sql'");
  await expect(
    restoreBackup(later.folder, { url: await emptyDatabase(), files: null, keys: auditKeys() }),
  ).rejects.toThrow("of a newer version of Levee: it has 99991231T0000_later.sql");
});

test("a backup is of one instant, however much is written meanwhile", async () => {
  let writing = true;
  const writers = (async () => {
    while (writing) await write(2);
  })();
  const made = await takeBackup({
    url: t.ownerUrl,
    files: t.app.files.place,
    to,
    keys: auditKeys(),
  });
  writing = false;
  await writers;
  const rows = (name: string) => made.manifest.tables.find((one) => one.name === name)!.rows;
  const text = gunzipSync(readFileSync(tableFile(made.folder, "audit_entry"))).toString("utf8");
  expect(text.split("\n").length - 1).toBe(rows("audit_entry"));
  expect(rows("audit_entry") % 2).toBe(0);
});

test("the manifest of a backup is read by its own key alone", async () => {
  await expect(readManifest(taken.folder, deriveAuditKeys(randomBytes(32)))).rejects.toThrow(
    "another audit key",
  );
  expect((await readManifest(taken.folder, auditKeys())).tables.length).toBeGreaterThan(150);
});

test("files of a bucket are in a backup and come back into a bucket, never into another installation's", async () => {
  const [from, into, theirs] = [
    await testPlaces.bucket(),
    await testPlaces.bucket(),
    await testPlaces.bucket(),
  ];
  const contents = async (place: Place) => {
    const found: string[] = [];
    for (const part of [place, within(place, "private")])
      for await (const { sha256 } of contentsOf(part)) found.push(`${part.name} ${sha256}`);
    return found.map((one) => one.replace(place.name, "")).toSorted();
  };
  await t.app.files.place.write(markKey, Buffer.from("ours"), "once");
  await copyFiles(t.app.files.place, from.place);
  const beside = mkdtempSync(join(tmpdir(), "levee-backups-"));
  const source = { url: t.ownerUrl, files: from.place, to: beside, keys: auditKeys() };
  const made = await takeBackup(source);
  expect(made.manifest.missing).toEqual([]);
  expect(made.manifest.files.filter((file) => file.private)).toHaveLength(1);
  await theirs.place.write(markKey, Buffer.from("theirs"));
  const restore = async (files: Place) =>
    restoreBackup(made.folder, { url: await emptyDatabase(), files, keys: auditKeys() });
  await expect(restore(theirs.place)).rejects.toThrow("the files of another installation");
  await restore(into.place);
  expect(await contents(into.place)).toEqual(await contents(from.place));
  expect(await contents(into.place)).toHaveLength(made.manifest.files.length);
  expect(await readMark(into.place)).toBe(await readMark(from.place));
  rmSync(beside, { recursive: true });
  for (const one of [theirs, into, from]) await one.drop();
});

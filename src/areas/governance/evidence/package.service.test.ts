// A package is made of records with their files, proves itself offline, and does not once anything in
// it was changed, taken out or put in.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../governance.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Manifest } from "./package.model.ts";
import { askForPackage, makePackage } from "./package.service.ts";
import { evidencePapers } from "./papers.service.ts";

type Report = {
  ok: boolean;
  finding: { message: string } | null;
  entries: number;
  manifest: Manifest;
};
const { fileOfPackage, verifyPackage } = (await import(
  new URL("../../../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
  verifyPackage: (path: string, key: string) => Promise<Report>;
};

let t: TestDatabase;
let sequencer: Sequencer;
let admin: Actor;
let other: Actor;
const folder = mkdtempSync(join(tmpdir(), "package-"));
const record = newId();
let made: string;

const attach = (name: string, content: string, attested: boolean) =>
  t.app.files.put(Readable.from([Buffer.from(content)])).then((stored) =>
    t.database.transaction(admin, async (tx) => {
      const fileId = await recordFile(tx, { ...stored, orgId: admin.orgId!, name });
      await tx.rows(sql`
        insert into attachment (org_id, id, object_type, object_id, file_id, label)
        values (${admin.orgId}, ${newId()}, 'sampleRecord', ${record}, ${fileId}, '')
      `);
      audit(tx, admin, {
        action: "sampleRecord.attach",
        objectType: "sampleRecord",
        objectId: record,
        objectNumber: "LD-2027-00001",
        before: null,
        after: attested ? { file: name, sha256: stored.sha256 } : { file: name },
      });
    }),
  );

const zipped = async (title: string, as = admin): Promise<Buffer> => {
  const row = await t.database.transaction(as, (tx) =>
    askForPackage(tx, as, { title, objectIds: [record] }),
  );
  const { sha256 } = await makePackage({
    app: t.app,
    actor: as,
    jobId: newId(),
    payload: { packageId: row.id },
    progress: async () => {},
  } as JobRun<{ packageId: string }>);
  return buffer((await t.app.files.open(sha256!)).stream);
};
const verified = (zip: Buffer, name = "p.zip") => {
  writeFileSync(join(folder, name), zip);
  return verifyPackage(join(folder, name), formatVerifierKey(auditKeys().verifier));
};

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  const second = await makeAgency(t.database);
  ({ other } = await makeMembers(t.database, second, { other: { role: "admin" } }));
  sequencer = await startSequencer({ database: t.database, every: 10 });
  await attach("resolution.txt", "The board resolved.", true);
  await attach("../../photo of the road.txt", "Water over the road.", true);
  await attach("unproved.txt", "Nobody recorded this.", false);
  // An order of the record: its PDF is made, another one's cannot be.
  evidencePapers
    .of(async (db, ids) =>
      db.scope.orgId === admin.orgId && ids.includes(record)
        ? [
            { name: "PO-1.pdf", make: async () => Buffer.from("%PDF order") },
            {
              name: "PO-2.pdf",
              make: () => Promise.reject(conflict("no_browser", "No browser is installed.")),
            },
          ]
        : [],
    )
    .add();
  made = join(folder, "made.zip");
  writeFileSync(made, await zipped("Flood of November"));
});
afterAll(async () => {
  await sequencer.stop();
  await t.drop();
});

// The files of a ZIP that holds, by the program that verifies it.
const parts = async (): Promise<Map<string, Buffer>> => {
  const { files } = JSON.parse((await fileOfPackage(made, "manifest.json")).toString()) as Manifest;
  const found = new Map<string, Buffer>();
  for (const { path } of [...files, { path: "manifest.json" }])
    found.set(path, await fileOfPackage(made, path));
  return found;
};
const rezipped = (files: ReadonlyMap<string, Buffer>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(content, path);
  zip.end();
  return buffer(zip.outputStream as Readable);
};

test("it holds: files that entries attest, with names that leave no folder; the others are named", async () => {
  const report = await verified(readFileSync(made));
  expect(report).toMatchObject({ ok: true, entries: 4 });
  expect(report.manifest.files.map((file) => file.path).toSorted()).toEqual([
    "README.txt",
    "audit.jsonl",
    expect.stringMatching(/^files\/000[12]-\.\._\.\._photo of the road\.txt$/) as string,
    expect.stringMatching(/^files\/000[12]-resolution\.txt$/) as string,
    "papers/PO-1.pdf",
    "summary.html",
  ]);
  expect(report.manifest.leftOut).toEqual([
    { name: "PO-2.pdf", reason: "No browser is installed." },
    { name: "unproved.txt", reason: "No audit entry holds its SHA-256." },
  ]);
});

test("whatever is changed, taken out or put in, is found", async () => {
  const files = await parts();
  const manifest = JSON.parse(files.get("manifest.json")!.toString()) as Manifest;
  const photo = manifest.files.find((file) => file.path.includes("photo"))!;
  const hash = (content: Buffer) => createHash("sha256").update(content).digest("hex");
  const altered = Buffer.from("No water at all.");
  const swapped = (path: string, content: Buffer) => {
    const edited = {
      ...manifest,
      files: manifest.files.map((file) =>
        file.path === path ? { path, sha256: hash(content), size: content.length } : file,
      ),
    };
    return new Map([
      ...files,
      [path, content] as const,
      ["manifest.json", Buffer.from(JSON.stringify(edited))] as const,
    ]);
  };
  const without = new Map(files);
  without.delete(photo.path);
  const silently = new Map(without);
  silently.set(
    "manifest.json",
    Buffer.from(
      JSON.stringify({ ...manifest, files: manifest.files.filter((f) => f.path !== photo.path) }),
    ),
  );
  const cases: [ReadonlyMap<string, Buffer>, RegExp][] = [
    [new Map([...files, [photo.path, altered]]), /is not the file that the manifest names/],
    [swapped(photo.path, altered), /no audit entry attests/],
    [swapped("summary.html", altered), /no audit entry attests summary\.html/],
    [without, /is missing in the package/],
    [silently, /which an entry attests, is missing/],
    [new Map([...files, ["files/9999-more.txt", altered]]), /its manifest does not name it/],
    [
      swapped(
        "audit.jsonl",
        Buffer.from(files.get("audit.jsonl")!.toString().replace("LD-2027-00001", "LD-2027-00002")),
      ),
      /LD-2027-0000|digest does not match|not the ones|cannot be read/,
    ],
  ];
  expect(await verified(await rezipped(files))).toMatchObject({ ok: true });
  for (const [changed, message] of cases) {
    const report = await verified(await rezipped(changed));
    expect(report.ok, String(message)).toBe(false);
    expect(report.finding!.message).toMatch(message);
  }
});

test("a ZIP that lies of its sizes, or is cut off, is refused in words", async () => {
  const whole = readFileSync(made);
  expect((await verified(whole.subarray(0, whole.length - 200))).finding?.message).toMatch(
    /no whole ZIP file/,
  );
  const lying = Buffer.from(whole);
  const central = lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  lying.writeUInt32LE(3, central + 24);
  expect((await verified(lying)).ok).toBe(false);
});

test("another agency gets nothing of these records", async () => {
  await expect(zipped("Not ours", other)).resolves.toBeInstanceOf(Buffer);
  const report = await verified(await zipped("Not ours either", other));
  expect(report.entries).toBe(1);
  expect(report.manifest.files.map((file) => file.path).toSorted()).toEqual([
    "README.txt",
    "audit.jsonl",
    "summary.html",
  ]);
});

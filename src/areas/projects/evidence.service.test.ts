// What an auditor takes of an application: its paper, its receipt and invoice, its photos; it proves itself offline.
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForPackage, makePackage } from "#areas/governance/evidence/package.service.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { withParts } from "#areas/governance/governance.server.ts";
import { payAgency } from "./pay.setup.ts";

type Report = { ok: boolean; manifest: { files: { path: string }[]; leftOut: unknown[] } };
const { fileOfPackage, verifyPackage } = (await import(
  new URL("../../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
  verifyPackage: (path: string, key: string) => Promise<Report>;
};

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
let sequencer: Sequencer;
const keys = auditKeys();
beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  a = await payAgency(t);
  sequencer = await startSequencer({ database: t.database, every: 10 });
});
afterAll(async () => {
  await sequencer.stop();
  useAuditKeys(keys);
  await t.drop();
});

const photographed = async (id: string) => {
  const { inspector } = a.people;
  const stored = await t.app.files.put(Readable.from([Buffer.from("Deck of span 2")]));
  await t.database.transaction(inspector, async (tx) => {
    const fileId = await recordFile(tx, { ...stored, orgId: inspector.orgId!, name: "deck.txt" });
    await tx.rows(sql`
      insert into attachment (org_id, id, object_type, object_id, file_id, label)
      values (${inspector.orgId}, ${newId()}, 'payApplication', ${id}, ${fileId}, '')
    `);
    audit(tx, inspector, {
      action: "payApplication.attach",
      objectType: "payApplication",
      objectId: id,
      before: null,
      after: { file: "deck.txt", sha256: stored.sha256 },
    });
  });
};

/** A submitted log that saw so much of the order's line, with a photo. */
const logged = async (b: Awaited<ReturnType<typeof a.building>>, quantity: string) => {
  const { inspector } = a.people;
  const stored = await t.app.files.put(Readable.from([Buffer.from("Span 1 from the north")]));
  const photo = await t.database.transaction(inspector, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: inspector.orgId!,
      name: "span.txt",
      uploadedBy: inspector.personId,
    }),
  );
  const log = await a.asking<{ id: string; number: string; version: number }>(
    inspector,
    "POST /api/v1/daily-logs",
    {
      projectId: b.id,
      day: agencyDay(-1),
      photoFileIds: [photo],
      quantities: [{ purchaseOrderLineId: b.order.lines[0]!.id, quantity }],
    },
  );
  await a.asking(inspector, `POST /api/v1/daily-logs/${log.id}/actions/submit`, {}, log.version);
  return log;
};

test("an application's package holds log, receipt, invoice, order and photos, and verifies offline", async () => {
  const b = await a.building("E1", [{ quantity: "300", unitPrice: "12.33" }]);
  const log = await logged(b, "120");
  const id = await a.sent(b, [{ value: "120" }]);
  await photographed(id);
  const done = await a.certified(id);
  const parts = await withParts(t.database.read(a.people.admin), [id]);
  expect(parts).toEqual(
    expect.arrayContaining([id, b.order.id, log.id, done.receiptId!, done.invoice!.id]),
  );
  const { admin } = a.people;
  const row = await t.database.transaction(admin, (tx) =>
    askForPackage(tx, admin, { title: done.number, objectIds: [id] }),
  );
  const job = { app: t.app, actor: admin, jobId: newId(), payload: { packageId: row.id } };
  const { sha256 } = await makePackage({
    ...job,
    progress: async () => {},
  } as unknown as JobRun<{ packageId: string }>);
  const zip = join(mkdtempSync(join(tmpdir(), "application-")), "evidence.zip");
  writeFileSync(zip, await buffer((await t.app.files.open(sha256!)).stream));
  const report = await verifyPackage(zip, formatVerifierKey(auditKeys().verifier));
  expect(report).toMatchObject({ ok: true });
  const paths = report.manifest.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^files\/\d+-deck\.txt$/),
      expect.stringMatching(/^files\/\d+-span\.txt$/),
      `papers/${log.number}-log.pdf`,
      `papers/${done.number}-application.pdf`,
    ]),
  );
  const entries = (await fileOfPackage(zip, "audit.jsonl")).toString();
  for (const action of [
    "dailyLog.submit",
    "payApplication.confirm",
    "payApplication.certify",
    "receipt.post",
    "invoice.create",
  ])
    expect(entries).toContain(`"action":"${action}"`);
});

test("another agency reads no evidence of it", async () => {
  const b = await a.building("E2", [{ quantity: "5", unitPrice: "10" }]);
  const id = await a.sent(b, [{ value: "1" }]);
  expect(await withParts(t.database.read(a.elsewhere), [id])).toEqual([id]);
  expect(
    await refusalOf(
      t.database.transaction(a.elsewhere, (tx) =>
        askForPackage(tx, a.elsewhere, { title: "Theirs", objectIds: [id] }),
      ),
    ),
  ).toMatch(/Take the evidence of records that you may read/);
});

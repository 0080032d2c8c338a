// The package of a purchase's file, checked as an auditor does it: offline, with a program of one file.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { packageJob } from "#areas/governance/evidence/package.api.ts";
import { audit } from "#server/audit/audit.ts";
import { note } from "#server/change.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { a, as, controlTests, judgeNow, orderOf, people, t } from "../controls.setup.ts";
import { freezeFiles } from "./frozen.service.ts";

beforeAll(() => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
});
controlTests();

const folder = mkdtempSync(join(tmpdir(), "purchase-file-"));
const program = fileURLToPath(new URL("../../../../bin/audit-verify.mjs", import.meta.url));
const paper = "Three quotes of March, the lowest was taken.";

const attach = async (orderId: string): Promise<void> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(paper)]));
  await as(people.buyer, async (tx, actor) => {
    const fileId = await recordFile(tx, { ...stored, orgId: a.orgId, name: "quotes.txt" });
    await tx.rows(sql`
      insert into attachment (org_id, id, object_type, object_id, file_id, label)
      values (${a.orgId}, ${newId()}, 'purchaseOrder', ${orderId}, ${fileId}, '')
    `);
    audit(tx, actor, {
      action: "purchaseOrder.attach",
      objectType: "purchaseOrder",
      objectId: orderId,
      before: null,
      after: { file: "quotes.txt", sha256: stored.sha256 },
    });
  });
};

const madeOf = async (orderId: string): Promise<string | null> =>
  (
    await t.database.read(people.admin).one<{ sha256: string | null }>(sql`
      select p.sha256
      from purchase_file f
      join evidence_package p on p.org_id = f.org_id and p.id = f.package_id
      where f.org_id = ${a.orgId} and f.order_id = ${orderId}
    `)
  ).sha256;

// The order is over and nothing is billed: its file is frozen, and its package made.
const frozenPackage = async (): Promise<Buffer> => {
  const orderId = await orderOf(7_000_00);
  await attach(orderId);
  // The first pass begins with what is there: what ends is heard of from then on.
  await judgeNow();
  await as(people.buyer, async (tx, actor) => {
    await tx.rows(sql`
      update purchase_order
      set status = 'closed'
      where org_id = ${a.orgId} and id = ${orderId}
    `);
    note(tx, actor, "purchaseOrder", orderId, { action: "close" });
  });
  await judgeNow();
  const jobs = await startJobs(t.app, t.ownerUrl, [packageJob]);
  await t.database.transaction({ orgId: a.orgId, personId: null }, freezeFiles);
  // The entry of the freezing is sealed like all before it.
  await judgeNow();
  await expect.poll(() => madeOf(orderId), { timeout: 30_000 }).not.toBeNull();
  const sha256 = await madeOf(orderId);
  await jobs.stop();
  return buffer((await t.app.files.open(sha256!)).stream);
};

const verified = (zip: Buffer): string => {
  const [file, key] = [join(folder, "file.zip"), join(folder, "key.txt")];
  writeFileSync(file, zip);
  writeFileSync(key, formatVerifierKey(auditKeys().verifier));
  return spawnSync(process.execPath, [program, file, "--key", key], {
    encoding: "utf8",
    env: { PATH: "/nowhere" },
  }).stdout;
};

// One bit of the content of a part, a few bytes behind its name in the archive.
const flipped = (zip: Buffer, name: string): Buffer => {
  const at = zip.indexOf(name) + name.length + 10;
  const altered = Buffer.from(zip);
  altered[at] = altered[at]! ^ 1;
  return altered;
};

test("the file of a purchase verifies offline, and a flipped byte is named with what holds it", async () => {
  const zip = await frozenPackage();
  expect(verified(zip)).toContain("\nHOLDS");
  for (const name of ["quotes.txt", "audit.jsonl"]) {
    const said = verified(flipped(zip, name));
    expect(said).toContain(name);
    expect(said).toContain("DOES NOT HOLD");
  }
});

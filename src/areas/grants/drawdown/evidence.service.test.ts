// The evidence of a drawdown is one ZIP: the request, its award, and the papers of every line. It
// proves itself without network or product, and no longer once anything in it was changed.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { askForPackage, makePackage } from "#areas/governance/evidence/package.service.ts";
import { releaseRun } from "#areas/finance/finance.server.ts";
import { audit } from "#server/audit/audit.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { acceptAward, createAward, stepAward } from "../award/award.service.ts";
import { awardInput } from "../award/award.model.ts";
import "../grants.server.ts";
import { readDrawdown } from "./drawdown.read.service.ts";
import { drawdownDocument } from "./paper.service.ts";
import { certifyDrawdown, checkDrawdown, draftDrawdown } from "./drawdown.service.ts";

let t: TestDatabase;
let sequencer: Sequencer;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"grants" | "certifier", Actor>;
const folder = mkdtempSync(join(tmpdir(), "drawdown-"));
const program = fileURLToPath(new URL("../../../../bin/audit-verify.mjs", import.meta.url));

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 10_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
  });
  sequencer = await startSequencer({ database: t.database, every: 10 });
});
afterAll(async () => {
  await sequencer.stop();
  await t.drop();
});

const anAward = async (): Promise<string> => {
  const { grants } = people;
  const { code } = await t.database.read(grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  return t.database.transaction(grants, async (tx) => {
    const { id } = await createAward(
      tx,
      grants,
      awardInput.parse({
        title: "Preparedness",
        grantor: "CDC",
        amount: 1_000_00,
        periodFrom: agencyDay(-200),
        periodTo: agencyDay(200),
        budget: [{ objectClass: "other", cents: 1_000_00 }],
      }),
    );
    await acceptAward(tx, grants, { id, version: null }, { segmentCode: code });
    await stepAward(tx, grants, "activate", { id, version: null, reason: null });
    return id;
  });
};

/** A receipt of the vendor behind an invoice, as whoever entered it attached it. */
const attach = async (invoiceId: string, name: string, content: string) => {
  const { ap } = a.people;
  const stored = await t.app.files.put(Readable.from([Buffer.from(content)]));
  await t.database.transaction(ap, async (tx) => {
    const fileId = await recordFile(tx, { ...stored, orgId: a.orgId, name });
    await tx.rows(sql`
      insert into attachment (org_id, id, object_type, object_id, file_id, label)
      values (${a.orgId}, ${newId()}, 'invoice', ${invoiceId}, ${fileId}, '')
    `);
    audit(tx, ap, {
      action: "invoice.attach",
      objectType: "invoice",
      objectId: invoiceId,
      before: null,
      after: { file: name, sha256: stored.sha256 },
    });
  });
};

const drawn = async (awardId: string): Promise<string> => {
  const { grants, certifier } = people;
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  const d = await t.database.transaction(grants, (tx) =>
    draftDrawdown(tx, grants, { awardId, kind: "reimbursement", through: agencyDay() }),
  );
  await t.database.transaction(grants, (tx) =>
    checkDrawdown(tx, grants, { id: d.id, version: null }),
  );
  await t.database.transaction(certifier, (tx) =>
    certifyDrawdown(tx, certifier, { id: d.id, version: null }),
  );
  return d.id;
};

const zipped = async (objectIds: string[]): Promise<Buffer> => {
  const { grants } = people;
  const row = await t.database.transaction(grants, (tx) =>
    askForPackage(tx, grants, { title: "Evidence of a drawdown", objectIds }),
  );
  const { sha256 } = await makePackage({
    app: t.app,
    actor: grants,
    jobId: newId(),
    payload: { packageId: row.id },
    progress: async () => {},
  } as JobRun<{ packageId: string }>);
  return buffer((await t.app.files.open(sha256!)).stream);
};

/** The program as an auditor runs it, on a machine that knows nothing of Levee. */
const verified = (zip: Buffer): string => {
  const [file, key] = [join(folder, "evidence.zip"), join(folder, "key.txt")];
  writeFileSync(file, zip);
  writeFileSync(key, formatVerifierKey(auditKeys().verifier));
  return spawnSync(process.execPath, [program, file, "--key", key], {
    encoding: "utf8",
    env: { PATH: "/nowhere" },
  }).stdout;
};

test("the evidence of a drawdown verifies offline with the papers of its lines, and a changed one does not", async () => {
  const awardId = await anAward();
  const [one, two] = [
    await approvedInvoice(t.database, a, { cents: 120_00 }),
    await approvedInvoice(t.database, a, { cents: 80_00 }),
  ];
  await attach(one.id, "cots.txt", "Forty cots, delivered.");
  await attach(two.id, "blankets.txt", "Eighty blankets, delivered.");
  const id = await drawn(awardId);
  const { evidence, number } = await readDrawdown(
    t.database.read(people.grants),
    people.grants,
    id,
  );
  expect(evidence).toEqual(expect.arrayContaining([id, awardId, one.id, two.id]));
  const paper = await drawdownDocument(t.database.read(people.grants), id, "request");
  expect(paper).toContain("asks CDC for $200.00 of award");
  expect(paper).toContain("It rests on 2 cost lines: $200.00 are the federal share");
  expect(paper).toContain("Every line was paid before this paper was made.");
  expect(paper).toMatch(
    /PAY-\S+, \$120\.00 by (ACH|check) \S+ on .+, not yet matched with the bank/,
  );
  const form = await drawdownDocument(t.database.read(people.grants), id, "SF-270");
  expect(form).toContain('11i. Federal share now requested</th><td class="num">$200.00</td>');
  const zip = await zipped(evidence);
  const said = verified(zip);
  expect(said).toContain("\nHOLDS");
  expect(said).toContain(pdfBrowser() ? "5 of them attested" : "3 of them attested");
  const { fileOfPackage } = (await import(program)) as Verifier;
  const part = async (name: string) =>
    (await fileOfPackage(join(folder, "evidence.zip"), name)).toString();
  const { files } = JSON.parse(await part("manifest.json")) as { files: { path: string }[] };
  expect(files.map((f) => f.path.replace(/^files\/\d+-/, ""))).toEqual(
    expect.arrayContaining(["cots.txt", "blankets.txt"]),
  );
  if (pdfBrowser())
    expect(files.map((f) => f.path)).toEqual(
      expect.arrayContaining([`papers/${number}-request.pdf`, `papers/${number}-SF-270.pdf`]),
    );
  expect(await part("audit.jsonl")).toContain(number);
  const altered = Buffer.from(zip);
  altered[Math.floor(zip.length / 2)] = zip[Math.floor(zip.length / 2)]! ^ 1;
  expect(verified(altered)).not.toContain("\nHOLDS");
  // Who may not export the whole record takes no evidence of what they could not read.
  await expect(zipped([...evidence, newId()])).rejects.toThrow(
    "Take the evidence of records that you may read; an auditor takes any.",
  );
});

type Verifier = { fileOfPackage: (path: string, name: string) => Promise<Buffer> };

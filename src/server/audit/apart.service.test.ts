import { afterAll, beforeAll, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { newId } from "#kernel/ids.ts";
import { allNouns } from "../noun.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "../keys.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import { audit, eraseContent } from "./audit.ts";
import { exportBundle } from "./bundle.ts";
import { hasher } from "./hash.ts";
import { historyOf } from "./history.ts";
import { recheckLedger } from "./recheck.ts";
import { startSequencer, type Sequencer } from "./sequencer.ts";

let t: TestDatabase;
let owner: pg.Client;
let sequencer: Sequencer;
const officer = memberActor(newId(), "manager");

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  sequencer = await startSequencer({ database: t.database, every: 20, checkpointEvery: 100 });
});
afterAll(async () => {
  await sequencer.stop();
  await owner.end();
  await t.drop();
});

const caseId = newId();
const close = () =>
  t.database.transaction(officer, async (tx) =>
    audit(tx, officer, {
      action: "securityCase.close",
      objectType: "securityCase",
      objectId: caseId,
      objectNumber: "SCA-2027-00001",
      before: { status: "open", title: "Somebody of payroll", version: 1 },
      after: {
        status: "closed",
        title: "Somebody of payroll",
        finding: "A lost phone",
        version: 2,
      },
      note: "A lost phone",
    }),
  );
const ledger = async (): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of exportBundle(t.database.read(officer), {
    agency: "Delta County",
    objectIds: "all",
  }))
    lines.push(line);
  return lines;
};
const faults = () => recheckLedger(t.database.read(officer), async () => {});

test("the words of a confidential record lie apart: the ledger attests them, the record's history shows them", async () => {
  await sequencer.waitForInclusion(officer.orgId!, await close());
  const { items } = await historyOf(t.database.read(officer), "securityCase", caseId);
  expect(items).toMatchObject([
    { from: "open", to: "closed", reason: "A lost phone", changes: [{ field: "finding" }] },
  ]);
  const lines = await ledger();
  const text = lines.join("");
  expect(text).toContain("securityCase.close");
  expect(text).toContain("keptApart");
  expect(text).not.toMatch(/lost phone|payroll/);
  const verifier = new BundleVerifier(auditKeys().verifier, hasher);
  for (const line of lines) verifier.push(Buffer.from(line));
  expect((await verifier.finish()).finding).toBeNull();
  expect(await faults()).toEqual([]);
});

test("altered words apart are found, and the application cannot alter them", async () => {
  await expect(
    t.database.transaction(officer, (tx) =>
      tx.rows({ text: "update audit_apart set content = content", values: [] } as never),
    ),
  ).rejects.toThrow();
  const alter = (from: string, to: string) =>
    owner.query("update audit_apart set content = replace(content, $1, $2)", [from, to]);
  await alter("lost phone", "lost laptop");
  expect((await faults()).map(({ what }) => what)).toEqual([
    "securityCase.close of SCA-2027-00001: its words, which lie apart, were altered; their digest does not fit.",
  ]);
  await alter("lost laptop", "lost phone");
  expect(await faults()).toEqual([]);
});

test("erased content takes the words apart with it", async () => {
  const { items } = await historyOf(t.database.read(officer), "securityCase", caseId);
  await t.database.transaction(officer, (tx) =>
    eraseContent(tx, officer, items[0]!.id, "A person asked for it"),
  );
  const [entry] = (await historyOf(t.database.read(officer), "securityCase", caseId)).items;
  expect(entry).toMatchObject({ erased: true, reason: null });
  expect((await owner.query("select content from audit_apart")).rows).toEqual([{ content: null }]);
});

test("another agency reads none of it", async () => {
  const stranger = memberActor(newId(), "admin");
  expect((await historyOf(t.database.read(stranger), "securityCase", caseId)).items).toEqual([]);
});

test("whatever its noun shows to some alone keeps its words apart where it says so", () => {
  const apart = allNouns().flatMap(({ name, wordsApart }) => (wordsApart ? [name] : []));
  expect(apart).toEqual(
    expect.arrayContaining(["securityCase", "securityAlert", "controlFailure", "controlWaiver"]),
  );
});

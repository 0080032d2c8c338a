// A packet is published as one: by two people, read with its parts and files, proven offline, and what one
// of its parts hides no other part, file or later version tells.
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { keptRun } from "../reporting.tables.ts";
import { keepInput, keptResult } from "../run/run.model.ts";
import { keepRun } from "../run/run.service.ts";
import { makePublicationFiles, publicationFilesClock } from "./files.service.ts";
import { tableOf, tableSchema } from "./open-data.model.ts";
import { publicPaper } from "./paper.model.ts";
import { contentIn, publicationInput } from "./publication.model.ts";
import { askToPublish, publishReport, readPublication } from "./publication.service.ts";
import { publicText, readPublicReport } from "./public.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
let sequencer: Sequencer;
let budget: Actor;
let controller: Actor;
const folder = mkdtempSync(join(tmpdir(), "packet-"));
const program = fileURLToPath(new URL("../../../../bin/audit-verify.mjs", import.meta.url));
const { fileOfPackage } = (await import(
  new URL("../../../../bin/audit-verify.mjs", import.meta.url).href
)) as { fileOfPackage: (path: string, name: string) => Promise<Buffer> };
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  agency = await payingAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    budget: { duties: ["budget_officer", "ap"] },
    controller: { duties: ["controller"] },
  });
  const safety = (actor: Actor): Actor => ({
    ...actor,
    permissions: new Set([...actor.permissions, "safety.read"]) as Actor["permissions"],
  });
  [budget, controller] = [safety(made.budget), safety(made.controller)];
  await approvedInvoice(t.database, agency, { cents: 120_00 });
  await as(agency.people.admin, async (tx) => {
    await tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {"reports": true}}'::jsonb
      where id = ${agency.orgId}
    `);
    await tx.rows(sql`
      update vendor
      set tin_kind = 'ssn'
      where org_id = ${agency.orgId} and id = ${agency.vendor.id}
    `);
  });
  sequencer = await startSequencer({ database: t.database, every: 10 });
});
afterAll(async () => {
  await sequencer.stop();
  await t.drop();
});

const bills = { measures: ["invoices.total"], by: ["vendor"], where: {}, period: "all" };
const keep = (question: object, name = "Bills by vendor") =>
  as(budget, (tx) => keepRun(tx, budget, keepInput.parse({ name, question, ready: null })));

/** A kept run of this question that holds another answer, as it would have been kept. */
const keptAs = async (question: Keepable, altered: (answer: KeptAnswer) => object, where = {}) => {
  const { id } = await keep(question, `Kept by ${question.by.join()}`);
  return as(budget, async (tx) => {
    const row = await tx.one<typeof keptRun.$inferSelect>(sql`
      select *
      from kept_run
      where org_id = ${agency.orgId} and id = ${id}
    `);
    const kept = keptResult.parse(JSON.parse(row.result));
    const result = JSON.stringify({ ...kept, answer: altered(kept.answer) });
    const copy = newId();
    await insertRow(tx, keptRun, {
      ...row,
      id: copy,
      number: `KPT-TEST-${copy.slice(-6)}`,
      question: { ...row.question, where: where as Record<string, string[]> },
      result,
      sha256: createHash("sha256").update(result).digest("hex"),
    });
    return copy;
  });
};
type KeptAnswer = ReturnType<typeof keptResult.parse>["answer"];
type Keepable = typeof bills;

/** A kept run of counts of people with these rows. */
const keptCounts = (by: string, counts: Record<string, number>, where: object = {}) => {
  const cell = (value: number) => ({ value, rows: value, opens: null });
  const rows = Object.entries(counts).map(([key, value]) => ({
    keys: [key],
    names: [key],
    cells: [cell(value)],
  }));
  const whole = Object.values(counts).reduce((sum, value) => sum + value, 0);
  const question = { ...bills, measures: ["safetyCases.cases"], by: [by] };
  return keptAs(question, (answer) => ({ ...answer, rows, totals: [cell(whole)] }), where);
};

const ask = (runIds: string[], slug: string, correction: string | null = null) =>
  as(budget, (tx) =>
    askToPublish(
      tx,
      budget,
      publicationInput.parse({
        runIds,
        slug,
        correction,
        title: "Council packet",
        says: "What the council reads before it meets.",
      }),
    ),
  );
const published = async (...of: Parameters<typeof ask>) => {
  const { id } = await ask(...of);
  await as(controller, (tx) => publishReport(tx, controller, { id, version: null, reason: null }));
  return id;
};
const cellsOf = async (slug: string) =>
  (await readPublicReport(t.app, slug)).content.parts.map((part) => ({
    rows: part.rows.map((row) => row.cells[0]!.value),
    total: part.totals[0]!.value,
  }));

test(
  "a packet of two runs is read in its order with its files, and verifies without the agency",
  { timeout: 120_000 },
  async () => {
    const second = await keep({ ...bills, by: [] }, "All bills");
    const first = await keep(bills);
    const id = await published([second.id, first.id], "council-packet");
    const before = await readPublicReport(t.app, "council-packet");
    expect(before.content.parts.map((part) => part.heading)).toEqual([
      "All bills",
      "Bills by vendor",
    ]);
    expect(before.proofSha256).toBeNull();
    await makePublicationFiles({ app: t.app, actor: controller, payload: { id } });
    // Made once: neither a second job nor the clock makes others.
    const made = await readPublicReport(t.app, "council-packet");
    await makePublicationFiles({ app: t.app, actor: controller, payload: { id } });
    await publicationFilesClock.run(t.app);
    const read = await readPublicReport(t.app, "council-packet");
    expect(read.proofSha256).toBe(made.proofSha256);
    expect(Boolean(read.paperSha256)).toBe(pdfBrowser() !== null);
    const record = await readPublication(t.database.read(controller), controller, id);
    expect(record.runIds).toEqual([second.id, first.id]);

    const zip = await buffer((await t.app.files.open(read.proofSha256!)).stream);
    const [file, key] = [join(folder, "p.zip"), join(folder, "key.txt")];
    writeFileSync(file, zip);
    writeFileSync(key, `${formatVerifierKey(auditKeys().verifier)}\n`);
    const said = spawnSync(process.execPath, [program, file, "--key", key], { encoding: "utf8" });
    expect(said.stdout.trim().split("\n").at(-1)).toBe("HOLDS");
    const { content: text } = await publicText(t.app, "council-packet");
    expect((await fileOfPackage(file, "report.json")).toString()).toBe(text);
    if (read.paperSha256) {
      const paper = await fileOfPackage(file, "report.pdf");
      expect(createHash("sha256").update(paper).digest("hex")).toBe(read.paperSha256);
    }
    // No name of a private person or of staff, and no key by which they are known.
    for (const name of [
      "report.json",
      "tables/01.csv",
      "tables/02.csv",
      "audit.jsonl",
      "manifest.json",
    ]) {
      const content = (await fileOfPackage(file, name)).toString();
      for (const secret of [
        agency.vendor.id,
        budget.personId!,
        controller.personId!,
        controller.name,
      ])
        expect(content, name).not.toContain(secret);
    }
    expect((await fileOfPackage(file, "tables/02.csv")).toString()).toContain("A private person");
    zip[Math.floor(zip.length / 2)]! ^= 1;
    writeFileSync(file, zip);
    const broken = spawnSync(process.execPath, [program, file, "--key", key], { encoding: "utf8" });
    expect(broken.stdout.trim().split("\n").at(-1)).not.toBe("HOLDS");
  },
);

test("a published budgetary comparison says why its rows differ, as its kept run held it, and not who wrote it", async () => {
  const explanation = { needed: true, written: null as object | null };
  const written = { id: newId(), version: 1, varianceCents: 2, writtenBy: controller.name };
  const words = { ...written, explanation: "Stone <rose>", writtenAt: new Date().toISOString() };
  const of = { ...bills, by: ["month"] };
  const runId = await keptAs(of, (answer) => ({
    ...answer,
    explained: { percent: 10, cents: 10_000_00, citation: "Resolution 12" },
    rows: [
      { keys: ["1"], names: ["Roads"], explanation: { ...explanation, written: words } },
      { keys: ["2"], names: ["Parks"], explanation },
      { keys: ["3"], names: ["Sheriff"], explanation: { needed: false, written: null } },
    ].map((row) => ({ ...row, cells: [{ value: 100, rows: 1, opens: null }] })),
  }));
  await published([runId], "comparison");
  const { content: text } = await publicText(t.app, "comparison");
  const [part] = contentIn(text).parts;
  expect(part!.rows.map((row) => row.explanation?.words)).toEqual([
    "Stone <rose>",
    null,
    undefined,
  ]);
  expect(text).not.toContain(controller.name);
  const paper = publicPaper(contentIn(text), { slug: "comparison", sha256: "", zone: "UTC" });
  expect(paper).toContain("Variances of more than 10% and $10,000.00 (Resolution 12)");
  expect(paper).toContain("<td>Roads</td><td>Stone &lt;rose&gt;</td>");
  const { header, rows } = tableOf(part!);
  expect(header.at(-1)).toBe("Explanation");
  expect(rows.map((row) => row.at(-1))).toEqual(["Stone <rose>", "Not explained.", ""]);
  expect(tableSchema(part!).fields.map(({ name }) => name)).toEqual(header);
});

test("what one part hides, the same rows hide in every part, version and publication", async () => {
  const run = await keptCounts("safetyKind", { a: 3, b: 20, c: 40 });
  const again = await keptCounts("safetyKind", { a: 12, b: 20, c: 40 });
  await published([run, again], "cases-packet");
  const hidden = { rows: [null, null, 40] };
  expect(await cellsOf("cases-packet")).toMatchObject([hidden, hidden]);
  await published([again], "cases-packet", "Counted anew.");
  expect(await cellsOf("cases-packet")).toMatchObject([hidden]);
  await published([again], "cases-elsewhere");
  expect(await cellsOf("cases-elsewhere")).toMatchObject([hidden]);
});

test("counts of the same people told in another way are hidden in whole", async () => {
  const byKind = await keptCounts("safetyKind", { a: 30, b: 20, c: 50 });
  const narrower = await keptCounts("safetyKind", { a: 27, b: 20, c: 50 }, { department: ["x"] });
  const byPlace = await keptCounts("safetyStatus", { north: 60, south: 40 });
  await published([byKind, narrower, byPlace], "cases-crossing");
  const nothing = { total: null };
  const parts = await cellsOf("cases-crossing");
  // The publications of the test before told of the same people by kind: rows stay hidden as there.
  expect(parts[0]!.total).toBe(100);
  expect(parts[1]).toMatchObject({ ...nothing, rows: [null, null, null] });
  expect(parts[2]).toMatchObject({ ...nothing, rows: [null, null] });
});

test("a run stands in a packet once, and one that may not go out holds up the packet", async () => {
  const { id } = await keep(bills);
  const parsed = publicationInput.safeParse({ runIds: [id, id] });
  expect(parsed.error!.issues.map((issue) => issue.message)).toContain("Name each kept run once.");
  const beside = await keep({
    measures: ["safetyCases.cases"],
    by: ["safetyKind"],
    where: {},
    period: "month",
    beside: "share",
  });
  await expect(ask([id, beside.id], "betrayed")).rejects.toMatchObject({ code: "betrays_people" });
});

// A bundle of a request is made from its evidence, proves itself by the file that strangers run, and does
// not once anything of it was changed.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { costsOf, releaseRun } from "#areas/finance/finance.server.ts";
import { audit } from "#server/audit/audit.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { Cancelled, type JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { readyProject } from "#server/testing/recovery.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import "#areas/governance/governance.server.ts";
import { askForBundle, makeBundle } from "./bundle/bundle.service.ts";
import { damageInput } from "./damage/damage.model.ts";
import { reportDamage } from "./damage/damage.service.ts";
import { declarationInput } from "./declaration/declaration.model.ts";
import { declare } from "./declaration/declaration.service.ts";
import { assignCosts } from "./item/item.service.ts";
import { projectInput } from "./project/project.model.ts";
import { beginProject, moveProject, obligate, putDamage } from "./project/project.service.ts";
import { certifyRequest, checkRequest, draftRequest } from "./request/request.service.ts";

type Manifest = {
  files: { path: string; sha256: string; size: number }[];
  request: { total: number; federal: number; lines: number };
};
type Report = { ok: boolean; finding: { message: string } | null; manifest: Manifest };
const { fileOfPackage, verifyPackage } = (await import(
  new URL("../../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
  verifyPackage: (path: string, key: string) => Promise<Report>;
};

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let sequencer: Sequencer;
let people: Record<"recovery" | "certifier", Actor>;
let requestId: string;
let photo: string;
let made: string;
const folder = mkdtempSync(join(tmpdir(), "bundle-"));
const taxNumber = "123-45-6789";
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const mine = <T>(work: (tx: Tx, actor: Actor) => Promise<T>) =>
  as(people.recovery, (tx) => work(tx, people.recovery));
const hash = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

const attach = async (objectType: string, objectId: string, name: string, content: string) => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(content)]));
  await mine(async (tx, actor) => {
    const id = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name,
      uploadedBy: tx.scope.personId,
    });
    await attachFile(tx, actor, {
      objectType,
      objectId,
      number: name,
      file: { id, name, sha256: stored.sha256 },
      label: "",
    });
  });
  return stored.sha256;
};

const every = ["A", "B", "C", "D", "E", "F", "G", "Z"];
const obligated = async (): Promise<string> => {
  const d = await mine((tx, actor) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        number: "DR-4871-MN",
        title: "Spring flood",
        declaredOn: "2026-04-20",
        periodFrom: "2026-04-08",
        areas: [{ county: "Carver", categories: every, designatedOn: "2026-04-20" }],
        shares: [{ categories: every, fromDay: "2026-04-08", rate: 7_500, source: "Its text" }],
      }),
    ),
  );
  const p = await mine((tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId: d.id,
        title: "Culverts",
        category: "C",
        lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
      }),
    ),
  );
  const damage = await mine((tx, actor) =>
    reportDamage(
      tx,
      actor,
      damageInput.parse({
        declarationId: d.id,
        title: "Culvert",
        location: "Road P2",
        category: "C",
        cause: "Flood water",
        occurredOn: "2026-04-10",
      }),
    ),
  );
  photo = await attach("paDamage", damage.id, "culvert.jpg", "Water over the road.");
  await mine((tx, actor) => putDamage(tx, actor, damage.id, p.id));
  await mine((tx) =>
    tx.rows(sql`
      update pa_damage
      set status = 'documented'
      where org_id = ${a.orgId} and id = ${damage.id}
    `),
  );
  await readyProject(t.database, people.recovery, p.id);
  for (const action of ["freeze", "passOn", "approve"] as const)
    await mine((tx, actor) => moveProject(tx, actor, action, { id: p.id, version: null }));
  await mine((tx, actor) =>
    obligate(
      tx,
      actor,
      { id: p.id, version: null },
      { cents: 500_000_00, obligatedOn: agencyDay(), document: "Version 0" },
    ),
  );
  return p.id;
};

const job = (bundleId: string, over: Partial<JobRun<unknown>> = {}) =>
  ({
    app: t.app,
    actor: people.recovery,
    jobId: newId(),
    payload: { bundleId },
    progress: async () => {},
    ...over,
  }) as JobRun<{ bundleId: string }>;
const asked = async () => (await mine((tx, actor) => askForBundle(tx, actor, requestId))).id;
const bundled = async (id?: string) => makeBundle(job(id ?? (await asked())));
const saved = async (sha256: string, name: string): Promise<string> => {
  const path = join(folder, name);
  writeFileSync(path, await buffer((await t.app.files.open(sha256)).stream));
  return path;
};
const verified = (path: string, key = formatVerifierKey(auditKeys().verifier)) =>
  verifyPackage(path, key);

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  a = await payingAgency(t.database);
  people = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
  });
  sequencer = await startSequencer({ database: t.database, every: 10 });
  const projectId = await obligated();
  for (const cents of [1_000_01, 500_00]) await approvedInvoice(t.database, a, { cents });
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, { id: run, version: null }, t.app.files));
  const costs = await costsOf(t.database.read(people.recovery), {});
  await mine((tx) =>
    tx.rows(sql`
      update cost_line
      set
        emergency = true, purchase_order_id = ${newId()}::uuid, receipt_id = ${newId()}::uuid,
        description = ${`Stone of ${taxNumber}`}
      where org_id = ${a.orgId}
    `),
  );
  const [first, second] = costs.map((c) => c.invoiceId!);
  await attach("invoice", first!, "bill.txt", "Stone, 40 tons.");
  await attach("invoice", second!, "bill-2.txt", "Stone, 20 tons.");
  await mine((tx, actor) =>
    assignCosts(
      tx,
      actor,
      projectId,
      costs.map((c) => c.id),
    ),
  );
  ({ id: requestId } = await mine((tx, actor) => draftRequest(tx, actor, projectId)));
  const step = { id: requestId, version: null };
  await mine((tx, actor) => checkRequest(tx, actor, step));
  await expect(asked()).rejects.toThrow(/not certified/);
  await as(people.certifier, (tx) => certifyRequest(tx, people.certifier, step));
  made = await saved((await bundled()).sha256!, "made.zip");
}, 180_000);
afterAll(async () => {
  await sequencer.stop();
  await t.drop();
});

const parts = async (): Promise<Map<string, Buffer>> => {
  const manifest = JSON.parse((await fileOfPackage(made, "manifest.json")).toString()) as Manifest;
  const found = new Map<string, Buffer>();
  for (const { path } of [...manifest.files, { path: "manifest.json" }])
    found.set(path, await fileOfPackage(made, path));
  return found;
};
const rezipped = async (files: ReadonlyMap<string, Buffer>, name: string): Promise<string> => {
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(content, path);
  zip.end();
  const path = join(folder, name);
  writeFileSync(path, await buffer(zip.outputStream as Readable));
  return path;
};
// A forger who changes a file also mends the manifest.
const forged = async (path: string, content: Buffer, name: string, request: object = {}) => {
  const files = await parts();
  const manifest = JSON.parse(files.get("manifest.json")!.toString()) as Manifest;
  files.set(path, content);
  manifest.files = manifest.files.map((f) =>
    f.path === path ? { path, sha256: hash(content), size: content.length } : f,
  );
  Object.assign(manifest.request, request);
  files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return (await verified(await rezipped(files, name))).finding?.message;
};

test("it holds, adds up to the cent, keeps the order of upload and shows no tax number", async () => {
  const report = await verified(made);
  expect(report.finding).toBeNull();
  expect(report.manifest.request).toMatchObject({ lines: 2, total: 1_500_01, federal: 1_125_01 });
  const paths = report.manifest.files.map((f) => f.path);
  expect(paths).toEqual([
    "README.txt",
    "00-cover.pdf",
    "00-summary.xlsx",
    ...paths.filter((p) => p.startsWith("01-forms/")),
    "trace.csv",
    "photos.csv",
    "payments.csv",
    "hours.csv",
    "audit-key.txt",
    expect.stringMatching(/^06-invoices\/INV-\d{4}-\d+\/0001-bill\.txt$/),
    expect.stringMatching(/^06-invoices\/INV-\d{4}-\d+\/0001-bill-2\.txt$/),
    expect.stringMatching(/^07-photographs\/[A-Z]+-\d{4}-\d+\/0001-culvert\.jpg$/),
    "audit.jsonl",
  ]);
  expect(paths.filter((p) => p.startsWith("01-forms/")).map((p) => p.split(".")[1])).toContain(
    "xlsx",
  );
  const files = await parts();
  for (const name of ["trace.csv", "photos.csv", "payments.csv", "hours.csv"])
    expect(files.get(name)!.toString()).not.toContain(taxNumber);
  const trace = files.get("trace.csv")!.toString();
  expect(trace).toContain("***-**-****");
  // A stranger finds invoice and photo by numbers; ids of lines and hours stand nowhere.
  expect(trace).not.toMatch(/cost_line|work_hour/);
  expect(trace).toMatch(/,INV-\d{4}-\d+,/);
  expect(trace.split("\r\n")[1]).toMatch(/^(\S+),\S+,\1-001,/);
  expect(files.get("photos.csv")!.toString()).toContain(photo);
});

test("by the number of a line a stranger finds its invoice's bill, its payment and the photo", async () => {
  const files = await parts();
  const table = (name: string) =>
    parse(files.get(name)!, { columns: true }) as Record<string, string>[];
  for (const line of table("trace.csv")) {
    const payments = table("payments.csv").filter((p) => p["line"] === line["line"]);
    expect(payments.map((p) => p["payment"])).toEqual([expect.stringMatching(/^PAY-\d{4}-\d+$/)]);
    expect(payments[0]).toMatchObject({ invoice: line["invoice"], paid_cents: line["paid_cents"] });
    expect(line["payment"]).toBe(payments[0]!["payment"]);
    const inFolder = (folder: string) => [...files.keys()].some((path) => path.startsWith(folder));
    expect(inFolder(`06-invoices/${line["invoice"]}/`)).toBe(true);
    expect(inFolder(`07-photographs/${line["damage"]}/`)).toBe(true);
  }
});

test("made again it has the same manifest, also after the ledger grew", async () => {
  // The ledger grows by entries of this very request, and of others.
  await mine(async (tx, actor) => {
    audit(tx, actor, {
      action: "paRequest.note",
      objectType: "paRequest",
      objectId: requestId,
      before: null,
      after: { note: "Asked for by telephone" },
    });
  });
  const [one, two] = await Promise.all([bundled(), bundled()]);
  const first = await fileOfPackage(made, "manifest.json");
  expect(one.manifest).toBe(hash(first));
  expect(two.manifest).toBe(one.manifest);
});

test("whatever is changed is found and named, also by who mends the manifest", async () => {
  const files = await parts();
  const trace = files.get("trace.csv")!.toString();
  const photoPath = [...files.keys()].find((path) => path.endsWith("/0001-culvert.jpg"))!;
  const plain = new Map(files).set(photoPath, Buffer.from("No water."));
  expect((await verified(await rezipped(plain, "photo.zip"))).finding?.message).toContain(
    `${photoPath} is not the file that the manifest names`,
  );
  expect(await forged(photoPath, Buffer.from("No water."), "photo2.zip")).toContain(
    `no audit entry attests ${photoPath}`,
  );
  const more = Buffer.from(trace.replace("100001,0,75001", "100002,0,75002"));
  expect(await forged("trace.csv", more, "trace.zip")).toContain(
    "no audit entry attests trace.csv",
  );
  expect(await forged("README.txt", files.get("README.txt")!, "sum.zip", { federal: 1 })).toContain(
    "the request says 1",
  );
  const lines = files.get("audit.jsonl")!.toString().split("\n");
  const swapped = [...lines];
  const at = lines.findIndex((l) => l.startsWith('{"index"') || l.includes('"action"'));
  [swapped[at], swapped[at + 3]] = [swapped[at + 3]!, swapped[at]!];
  expect(await forged("audit.jsonl", Buffer.from(swapped.join("\n")), "order.zip")).toMatch(
    /entry/,
  );
  const key = formatVerifierKey(deriveAuditKeys(randomBytes(32)).verifier);
  expect(await forged("audit-key.txt", Buffer.from(`${key}\n`), "key.zip")).toContain(
    "no audit entry attests audit-key.txt",
  );
  expect((await verified(made, key)).finding?.message).toMatch(/key|sign/i);
  expect((await verified(await rezipped(new Map([...files].slice(1)), "less.zip"))).ok).toBe(false);
});

test("a file whose bytes changed stops it and is named; a cancelled or ended one leaves nothing", async () => {
  const stored = await t.app.files.pathOf(photo);
  const incoming = () => readdirSync(join(stored, "..", "..", "incoming"));
  const before = incoming();
  const id = await asked();
  let calls = 0;
  await expect(
    makeBundle(
      job(id, {
        progress: async (_done, _total, stage) => {
          if (stage === "Files" && ++calls === 3) throw new Cancelled();
        },
      }),
    ),
  ).rejects.toBeInstanceOf(Cancelled);
  expect(incoming()).toEqual(before);
  expect((await bundled(id)).manifest).toBe(hash(await fileOfPackage(made, "manifest.json")));
  const kept = readFileSync(stored);
  writeFileSync(stored, "Wet paper.");
  await expect(bundled()).rejects.toThrow(
    /07-photographs\/DMG-\S+\/0001-culvert\.jpg are not those/,
  );
  writeFileSync(stored, kept);
  expect(incoming()).toEqual(before);
});

test("a file that no entry of the ledger holds is not handed over", async () => {
  const other = await t.app.files.put(Readable.from([Buffer.from("Another road.")]));
  const holds = (sha256: string, size: number) =>
    mine((tx) =>
      tx.rows(sql`
        update stored_file
        set sha256 = ${sha256}, size = ${size}
        where org_id = ${a.orgId} and name = 'culvert.jpg'
      `),
    );
  await holds(other.sha256, other.size);
  await expect(bundled()).rejects.toMatchObject({
    code: "not_attested",
    message: expect.stringMatching(
      /^No audit entry holds the SHA-256 of 07-photographs\/DMG-\S+\/0001/,
    ),
  });
  await holds(photo, "Water over the road.".length);
});

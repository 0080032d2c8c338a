// An export holds what the database held at one instant, says what it keeps back and why, and is
// whole or not there.
import { execFile } from "node:child_process";
import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { chromium } from "playwright";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { ruleOf } from "#server/agency-tables/agency-tables.ts";
import { audit } from "#server/audit/audit.ts";
import { DatabaseAway } from "#server/db/away.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { Cancelled } from "#server/jobs/jobs.ts";
import { auditKeys } from "#server/keys.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { canaryOf, plantEverywhere } from "#server/testing/planted.ts";
import { askForExport, endExports, exportsOf, sendExport } from "./export.service.ts";
import { dropExport, makeExport, type ExportJob } from "./make.service.ts";
import type { ExportManifest } from "./manifest.ts";

const { fileOfPackage } = (await import(
  new URL("../../../../bin/audit-verify.mjs", import.meta.url).href
)) as { fileOfPackage: (path: string, name: string) => Promise<Buffer> };
const run = promisify(execFile);

let t: TestDatabase;
let owner: pg.Client;
let admin: Actor;
let other: Actor;
let canaries: Map<string, string[]>;
let made: { zip: string; manifest: ExportManifest; text: (path: string) => Promise<string> };
const asking = askingOf(() => t);
const folder = () => join(t.app.config.files, "exports");
const lying = () => readdirSync(folder()).toSorted();

const ledgerTables = [
  "audit_entry",
  "audit_apart",
  "audit_leaf",
  "audit_tile",
  "audit_frontier",
  "audit_checkpoint",
  "agency_export",
];

const write = (actor: Actor, count: number) =>
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

const keep = async (actor: Actor, name: string, content: string): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(content)]));
  await t.database.transaction(actor, (tx) =>
    recordFile(tx, { ...stored, orgId: actor.orgId!, name }),
  );
  return stored.sha256;
};

const ask = (passphrase: string | null = null) =>
  t.database.transaction(admin, (tx) => askForExport(tx, admin, passphrase));
const jobOf = (id: string, progress: ExportJob["progress"] = async () => {}): ExportJob => ({
  app: t.app,
  actor: { ...admin, kind: "system" },
  jobId: newId(),
  payload: { exportId: id },
  progress,
});
const stateOf = async (id: string) =>
  (await exportsOf(t.database.read(admin))).find((row) => row.id === id)!;

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const adminOf = async () =>
    (await makeMembers(t.database, await makeAgency(t.database), { admin: { role: "admin" } }))
      .admin;
  [admin, other] = [await adminOf(), await adminOf()];
  canaries = await plantEverywhere(owner, { orgId: admin.orgId!, mark: "own" }, ledgerTables);
  await plantEverywhere(owner, { orgId: other.orgId!, mark: "strange" }, ledgerTables);
  await keep(admin, "agreed.txt", "what was agreed\n");
  await keep(other, "theirs.txt", "what the others agreed\n");
  await write(admin, 7);
  await write(other, 3);
  const { id } = await ask();
  await makeExport(jobOf(id));
  const zip = join(folder(), `${id}.zip`);
  const text = async (path: string) => (await fileOfPackage(zip, path)).toString();
  const manifest = JSON.parse(await text("manifest.json")) as ExportManifest;
  made = { zip, manifest, text };
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

test("every table is planted, but for few that take no row of their own making", () => {
  expect(canaries.size).toBeGreaterThan(520);
});

test("counts of the manifest and of the lines equal the database, table by table", async () => {
  const differing: unknown[] = [];
  for (const { table, path, rows } of made.manifest.tables) {
    const lines = (await made.text(path)).split("\n").filter(Boolean);
    const back = made.manifest.leftOut.rows.find((one) => one.table === table)?.rows ?? 0;
    const column = table === "organization" ? "id" : "org_id";
    const where =
      table === "person"
        ? "id in (select person_id from organization_member where org_id = $1)"
        : `${column} = $1`;
    const { n } = (
      await owner.query<{ n: number }>(`select count(*)::int as n from "${table}" where ${where}`, [
        admin.orgId,
      ])
    ).rows[0]!;
    // The row of the export itself was written before it began.
    if (lines.length !== rows || rows + back !== n)
      differing.push({ table, lines: lines.length, rows, back, n });
  }
  expect(differing).toEqual([]);
  expect(made.manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(500);
});

test("sums of every column of numbers equal the database", async () => {
  const differing: string[] = [];
  let compared = 0;
  const dictionary = JSON.parse(await made.text("dictionary.json")) as {
    table: string;
    path: string;
    columns: { name: string; type: string }[];
  }[];
  for (const { table, path, columns } of dictionary) {
    const numbers = columns.filter(({ type }) => /^(bigint|integer|numeric[^[]*)$/.test(type));
    const part = made.manifest.leftOut.rows.some((one) => one.table === table);
    if (numbers.length === 0 || part || table === "organization" || table === "agency_export")
      continue;
    const lines = (await made.text(path))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const sums = numbers.map(({ name }) => `coalesce(sum("${name}"), 0)::float8 as "${name}"`);
    const { rows } = await owner.query(
      `select ${sums.join(", ")} from "${table}" where org_id = $1`,
      [admin.orgId],
    );
    for (const { name } of numbers) {
      compared++;
      const sum = lines.reduce((all: number, line) => all + Number(line[name] ?? 0), 0);
      if (Math.abs(sum - rows[0][name]) > 1e-6) differing.push(`${table}.${name}`);
    }
  }
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(800);
});

const everything = async (): Promise<string> => {
  const texts = await Promise.all(made.manifest.parts.map(({ path }) => made.text(path)));
  return [...texts, JSON.stringify(made.manifest)].join("\n");
};

test("what leaves has its canary in it; secrets, sealed bids and what is another agency's have none", async () => {
  const text = await everything();
  const lacking: string[] = [];
  const leaking: string[] = [];
  for (const [table, columns] of canaries) {
    const { leaves } = ruleOf(table)!;
    const back = typeof leaves === "object" && ("not" in leaves || leaves.rows !== undefined);
    for (const column of columns) {
      const without = typeof leaves === "object" && "without" in leaves && leaves.without?.[column];
      const there = text.includes(canaryOf(table, column, "own"));
      if (there && (without || back)) leaking.push(`${table}.${column}`);
      if (!there && !without && !back) lacking.push(`${table}.${column}`);
    }
  }
  expect({ lacking: lacking.slice(0, 20), leaking }).toEqual({ lacking: [], leaking: [] });
  expect(text).not.toContain("strange");
  expect(text).not.toContain(other.orgId!);
  expect(text).not.toContain("what the others agreed");
});

test("the manifest says what stayed out and why, and has the SHA-256 and size of every part", async () => {
  const { leftOut, parts, files } = made.manifest;
  expect(leftOut.tables.find(({ table }) => table === "bid_share")).toMatchObject({
    rows: 1,
    why: "A part of the keys that bids are opened with.",
  });
  expect(leftOut.rows.map(({ table }) => table)).toContain("bid_envelope");
  expect(leftOut.columns).toContainEqual({
    table: "vendor",
    column: "tin_sealed",
    why: expect.stringContaining("Sealed with the key of this installation"),
  });
  expect(leftOut.files[0]!.why).toContain("missing on the server");
  expect(files.count).toBe(1);
  for (const { path, sha256, size } of parts) {
    const bytes = await fileOfPackage(made.zip, path);
    expect({
      path,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    }).toEqual({ path, size, sha256 });
  }
  expect(await made.text(parts.find(({ path }) => path.startsWith("files/"))!.path)).toBe(
    "what was agreed\n",
  );
});

test("the ledger is verified offline by the verifier that auditors have", async () => {
  const place = mkdtempSync(join(tmpdir(), "levee-ledger-"));
  const bundle = join(place, "bundle.jsonl");
  writeFileSync(bundle, await fileOfPackage(made.zip, "ledger/bundle.jsonl"));
  writeFileSync(join(place, "key.txt"), `${formatVerifierKey(auditKeys().verifier)}\n`);
  const verifier = join(import.meta.dirname, "../../../../bin/audit-verify.mjs");
  const { stdout } = await run("node", [verifier, bundle, "--key", join(place, "key.txt")]);
  expect(stdout).toMatch(/VERIFIED|verified|holds/i);
  expect(made.manifest.ledger!.entries).toBeGreaterThanOrEqual(8);
  const { n } = (
    await owner.query(
      "select count(*)::int as n from audit_entry where org_id = $1 and action = 'test.write'",
      [admin.orgId],
    )
  ).rows[0];
  expect((await made.text("ledger/bundle.jsonl")).match(/"action":"test.write"/g)).toHaveLength(n);
});

test("the index opens from a disk in a browser, and its links lead to what is there", async () => {
  const place = mkdtempSync(join(tmpdir(), "levee-taken-"));
  for (const { path } of made.manifest.parts) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), await fileOfPackage(made.zip, path));
  }
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH! });
  try {
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(request.url()));
    page.on("pageerror", (error) => failed.push(error.message));
    await page.goto(pathToFileURL(join(place, "index.html")).href);
    expect(await page.textContent("p")).toContain("1 file");
    const links = await page.$$eval("a", (found) => found.map((a) => a.getAttribute("href")!));
    expect(links.length).toBeGreaterThan(500);
    for (const href of links.filter((href) => href !== "manifest.json"))
      expect(readFileSync(join(place, href)).length, href).toBeGreaterThan(0);
    await page.click("text=Files");
    expect(await page.textContent("h1")).toBe("Files");
    await page.click("text=agreed.txt");
    expect(failed).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("a second export at a time is refused; what is made is listed, and told in the ledger", async () => {
  const { id } = await ask();
  expect(await refusalOf(ask())).toMatch(/^export_under_way: An export/);
  await makeExport(jobOf(id));
  const { items } = await asking<{ items: { id: string; status: string }[] }>(
    admin,
    "GET /api/v1/agency-exports",
  );
  expect(items[0]).toMatchObject({ id, status: "ready" });
  const { rows } = await owner.query(
    "select action from audit_entry where org_id = $1 and object_id = $2 order by id",
    [admin.orgId, id],
  );
  expect(rows.map(({ action }) => action)).toEqual(["agencyExport.ask", "agencyExport.make"]);
});

test("a database that goes away leaves it to the next try; a kill leaves only what that writes over", async () => {
  const { id } = await ask();
  const before = lying();
  const away = async (_done: number, _total: number | null, stage = "") => {
    if (stage === "Files") throw new DatabaseAway("the database went away");
  };
  await expect(makeExport(jobOf(id, away))).rejects.toThrow("went away");
  expect(lying()).toEqual(before);
  expect(await stateOf(id)).toMatchObject({ status: "making" });
  const begun = join(t.app.files.place.spool, `export-${id}`);
  writeFileSync(begun, "half of another one");
  await makeExport(jobOf(id));
  expect(await stateOf(id)).toMatchObject({ status: "ready" });
  const manifest = await fileOfPackage(join(folder(), `${id}.zip`), "manifest.json");
  expect(JSON.parse(manifest.toString()).tables.length).toBe(made.manifest.tables.length);
  expect(lying()).toEqual([...before, `${id}.zip`].toSorted());
  expect(existsSync(begun)).toBe(false);
});

test("cancelled, or without room, nothing half is left; the sentence says how much is needed", async () => {
  const before = lying();
  const cancelled = await ask();
  const stop = async (_done: number, _total: number | null, stage = "") => {
    if (stage === "Audit ledger") throw new Cancelled();
  };
  await expect(makeExport(jobOf(cancelled.id, stop))).rejects.toThrow(Cancelled);
  expect(await stateOf(cancelled.id)).toMatchObject({ status: "cancelled" });
  const full = await ask("a passphrase of some length");
  await expect(makeExport(jobOf(full.id), { room: async () => 1000 })).rejects.toThrow(
    /needs about \d+ MB, and the server has 1 MB free/,
  );
  expect(await stateOf(full.id)).toMatchObject({
    status: "failed",
    failure: expect.stringContaining("Ask those who run it to make room"),
  });
  const { rows } = await owner.query("select key_sealed from agency_export where id = $1", [
    full.id,
  ]);
  expect(rows).toEqual([{ key_sealed: null }]);
  const unbegun = await ask();
  await t.database.transaction(admin, (tx) => dropExport(tx, unbegun.id, new Cancelled()));
  expect(await stateOf(unbegun.id)).toMatchObject({ status: "cancelled" });
  expect(lying()).toEqual(before);
});

test("a passphrase seals it: another implementation opens it, and the program for people outside", async () => {
  const { id } = await ask("a passphrase of some length");
  await makeExport(jobOf(id));
  const file = join(folder(), `${id}.zip`);
  const bytes = readFileSync(file);
  const key = pbkdf2Sync(
    "a passphrase of some length",
    bytes.subarray(0, 16),
    600_000,
    32,
    "sha256",
  );
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(16, 28));
  cipher.setAuthTag(bytes.subarray(-16));
  const zip = Buffer.concat([cipher.update(bytes.subarray(28, -16)), cipher.final()]);
  expect(zip.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  const program = join(import.meta.dirname, "../../../../bin/export-open.mjs");
  const out = join(mkdtempSync(join(tmpdir(), "levee-opened-")), "export.zip");
  const opening = (passphrase: string) => {
    const opened = run("node", [program, file, out]);
    opened.child.stdin!.end(`${passphrase}\n`);
    return opened;
  };
  await expect(opening("another passphrase")).rejects.toThrow(/does not open/);
  await opening("a passphrase of some length");
  expect(readFileSync(out).equals(zip)).toBe(true);
});

test("it is downloaded in ranges, goes on after a break, and is gone after its week", async () => {
  const [{ id, sha256, size }] = (await exportsOf(t.database.read(admin))) as unknown as [
    { id: string; sha256: string; size: number },
  ];
  const server = Fastify();
  server.get("/file", (_request, reply) =>
    sendExport({ app: t.app, db: t.database.read(admin), actor: admin }, id, reply),
  );
  server.setErrorHandler((error: Error & { code?: string }, _request, reply) =>
    reply.status(404).send({ code: error.code }),
  );
  const get = (range?: string, only?: string) =>
    server.inject({
      url: "/file",
      headers: { ...(range && { range }), ...(only && { "if-range": only }) },
    });
  const whole = await get();
  expect(whole.statusCode).toBe(200);
  const [first, rest] = [await get("bytes=0-99"), await get("bytes=100-", `"${sha256}"`)];
  expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
  expect(rest.headers["content-range"]).toBe(`bytes 100-${size - 1}/${size}`);
  const together = Buffer.concat([first.rawPayload, rest.rawPayload]);
  expect(createHash("sha256").update(together).digest("hex")).toBe(sha256);
  expect(together.equals(whole.rawPayload)).toBe(true);
  const changed = await get("bytes=100-", '"another"');
  expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, size]);
  const beyond = await get(`bytes=${size}-`);
  expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${size}`]);
  await owner.query("update agency_export set offered_until = clock_timestamp() where id = $1", [
    id,
  ]);
  expect(await endExports(t.app)).toBe(1);
  expect(lying()).not.toContain(`${id}.zip`);
  expect((await get()).json()).toEqual({ code: "export_gone" });
  const unmade = await ask();
  const reply = { request: { headers: {} } } as never;
  expect(
    await refusalOf(
      sendExport({ app: t.app, db: t.database.read(admin), actor: admin }, unmade.id, reply),
    ),
  ).toMatch(/^not_made: /);
});

import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { anonymous } from "#kernel/access.ts";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import { parseVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { verifyInclusion } from "#kernel/merkle.ts";
import { audit } from "#server/audit/audit.ts";
import { hasher } from "#server/audit/hash.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { buildApp } from "#server/http/app.ts";
import { explainList } from "#server/http/list-page.ts";
import { deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { auditEndpoints } from "./audit.api.ts";
import type { AuditProof } from "./audit.model.ts";
import { entryList } from "./audit.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let sequencer: Sequencer;
const org = newId();
const admin = memberActor(org, "admin", [], { name: "Ada Admin" });
const user = memberActor(org);
const stranger = memberActor(newId(), "admin");
const people: Record<string, Actor> = { admin, user, stranger };
const invoice = newId();
const ids: string[] = [];

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (const [id, slug] of [
    [org, "delta"],
    [stranger.orgId, "other"],
  ])
    await owner.query("insert into organization (id, name, slug) values ($1, $2, $2)", [id, slug]);
  await owner.end();
  sequencer = await startSequencer({ database: t.database, every: 10 });
  server = await buildApp({
    ...t.app,
    endpoints: auditEndpoints,
    principal: async (request) => people[request.headers["x-who"] as string] ?? anonymous,
  });
  for (let i = 0; i < 30; i++)
    ids.push(
      await t.database.transaction(admin, async (tx) =>
        audit(tx, admin, {
          action: i % 3 ? "invoice.edit" : "invoice.approve",
          objectType: "invoice",
          objectId: i < 5 ? invoice : newId(),
          objectNumber: `INV-2027-000${10 + i}`,
          before: null,
          after: { amount: i },
        }),
      ),
    );
  await sequencer.waitForInclusion(org, ids[29]!);
});
afterAll(async () => {
  await server.close();
  await sequencer.stop();
  await t.drop();
});

const get = (url: string, who = "admin") =>
  server.inject({ url: `/api/v1${url}`, headers: { "x-who": who } });
const post = (url: string, payload: object, who = "admin") =>
  server.inject({ method: "POST", url: `/api/v1${url}`, payload, headers: { "x-who": who } });

test("entries: newest first, filtered by the server, seen by the agency's auditors only", async () => {
  const all = (await get("/audit-entries")).json();
  expect(all.total).toBe(30);
  expect(all.items[0]).toMatchObject({
    id: ids[29],
    index: 29,
    actorName: "Ada Admin",
    action: "invoice.edit",
    objectNumber: "INV-2027-00039",
    erased: false,
  });
  expect((await get("/audit-entries?action=invoice.approve")).json().total).toBe(10);
  expect((await get(`/audit-entries?objectId=${invoice}`)).json().total).toBe(5);
  expect(
    (
      await get(
        `/audit-entries?q=00012&actorId=${admin.personId}&at.min=2020-01-01&at.max=${new Date().toISOString().slice(0, 10)}`,
      )
    )
      .json()
      .items.map((item: { index: number }) => item.index),
  ).toEqual([2]);
  expect((await get("/audit-entries", "stranger")).json().total).toBe(0);
  expect((await get("/audit-entries", "user")).statusCode).toBe(403);
  expect((await get("/audit-entries", "nobody")).statusCode).toBe(401);
  expect(await explainList(t.database.read(admin), admin, entryList, {})).not.toMatch(/\bSort\b/);
});

test("checkpoints and the state of the ledger", async () => {
  const { items } = (await get("/audit-checkpoints")).json();
  expect(items[0].note).toContain(`levee/audit/${org}\n`);
  expect((await get("/audit-ledger")).json()).toMatchObject({
    sealed: expect.any(Number),
    refused: [],
    objectTypes: ["invoice"],
    actions: ["invoice.approve", "invoice.edit"],
    actors: [{ id: admin.personId, name: "Ada Admin" }],
  });
});

test("one entry's proof holds under the public key that anyone may fetch", async () => {
  const proof = (await get(`/audit-entries/${ids[7]}/proof`)).json() as AuditProof;
  const root = proof.checkpoint.split("\n")[2]!;
  expect(hasher.leaf(Buffer.from(proof.entry))).toBe(proof.leaf);
  expect(verifyInclusion(hasher, proof.leaf, 7, proof.size, proof.proof, root)).toBe(true);
  expect((await get(`/audit-entries/${ids[7]}/proof`, "stranger")).statusCode).toBe(404);
  const fresh = await t.database.transaction(stranger, async (tx) =>
    audit(tx, stranger, {
      action: "invoice.edit",
      objectType: "invoice",
      objectId: newId(),
      objectNumber: null,
      before: null,
      after: {},
    }),
  );
  await sequencer.waitForInclusion(stranger.orgId!, fresh);
  const open = new pg.Client({ connectionString: t.ownerUrl });
  await open.connect();
  await open.query("delete from audit_checkpoint where org_id = $1", [stranger.orgId]);
  await open.end();
  expect((await get(`/audit-entries/${fresh}/proof`, "stranger")).json()).toMatchObject({
    status: 409,
    code: "not_sealed",
  });
  expect((await get("/audit-key", "nobody")).json().verifierKey).toMatch(
    /^levee-audit\+[0-9a-f]{8}\+/,
  );
});

const verify = async (text: string) => {
  const verifier = new BundleVerifier(
    parseVerifierKey((await get("/audit-key")).json().verifierKey),
    hasher,
  );
  for (const line of text.trimEnd().split("\n")) verifier.push(Buffer.from(line));
  return verifier.finish();
};

test("bundles of a record and of everything verify, and every export is itself recorded", async () => {
  const one = await post("/audit-bundles", { objectIds: [invoice] });
  expect(one.headers["content-disposition"]).toMatch(/^attachment; filename="audit-evidence-/);
  expect(await verify(one.body)).toMatchObject({
    ok: true,
    entries: 5,
    header: { agency: "delta" },
  });
  const everything = await verify((await post("/audit-bundles", { all: true })).body);
  expect(everything).toMatchObject({ ok: true, entries: 32 });
  expect((await get("/audit-entries?action=audit.export")).json().total).toBe(2);
});

test("requests that cannot be met are refused with the field's path, before any byte of a file", async () => {
  expect((await post("/audit-bundles", {})).json()).toMatchObject({
    status: 422,
    errors: [{ path: "objectIds" }],
  });
  expect((await post("/audit-bundles", { all: true, objectIds: [invoice] })).statusCode).toBe(422);
  expect((await post("/audit-bundles", { objectIds: [newId()] })).statusCode).toBe(404);
  expect((await post("/audit-bundles", { all: true, since: 4 })).json()).toMatchObject({
    status: 422,
    code: "no_such_checkpoint",
  });
  expect((await post("/audit-bundles", { objectIds: [invoice] }, "user")).statusCode).toBe(403);
});

test("content is erased by an administrator with a ground; the bundle still verifies and shows the gap as explained", async () => {
  expect((await post(`/audit-entries/${ids[1]}/actions/erase`, { reason: "" })).statusCode).toBe(
    422,
  );
  expect(
    (await post(`/audit-entries/${ids[1]}/actions/erase`, { reason: "Order 7/2027" }, "user"))
      .statusCode,
  ).toBe(403);
  expect(
    (await post(`/audit-entries/${ids[1]}/actions/erase`, { reason: "Order 7/2027" }, "stranger"))
      .statusCode,
  ).toBe(404);
  expect(
    (await post(`/audit-entries/${ids[1]}/actions/erase`, { reason: "Order 7/2027" })).statusCode,
  ).toBe(200);
  expect((await get(`/audit-entries?q=${"INV-2027-00011"}`)).json().items[0]).toMatchObject({
    erased: true,
    actorName: null,
  });
  expect(await verify((await post("/audit-bundles", { objectIds: [invoice] })).body)).toMatchObject(
    { ok: true, erased: 1, entries: 6 },
  );
});

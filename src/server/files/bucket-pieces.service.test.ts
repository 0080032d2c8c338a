// A file that is sent in pieces to one instance and then to another, both on one bucket.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { noteStorageAnswer } from "../operation/storage.ts";
import { makeAgency } from "../testing/agency.ts";
import { bucketKeys, standInBucket, type StandInBucket } from "../testing/bucket.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { addressOf, useBucketKeys } from "../testing/places.ts";
import { openBucket } from "./bucket.ts";
import { lookedAtFiles } from "./looked-at.ts";
import { sweepUploads } from "./resumable.service.ts";

let t: TestDatabase;
let storage: StandInBucket;
let giveBack: () => void;
let clerk: Actor;
const folders: string[] = [];
const apps: App[] = [];
const servers: FastifyInstance[] = [];
beforeAll(async () => {
  giveBack = useBucketKeys(bucketKeys.writing);
  t = await freshDatabase();
  storage = await standInBucket();
  clerk = memberActor((await makeAgency(t.database)).orgId, "admin");
  for (let n = 0; n < 2; n++) {
    // Each on a machine of its own: they share no folder.
    const folder = mkdtempSync(join(tmpdir(), "levee-instance-"));
    folders.push(folder);
    const place = await openBucket(addressOf(storage, { prefix: "county" }), folder);
    const app = { ...t.app, files: lookedAtFiles(place, t.database, null) };
    apps.push(app);
    const endpoints = areaServers.flatMap((a) => a.endpoints);
    servers.push(await buildApp({ ...app, endpoints, principal: async () => clerk }));
  }
});
beforeEach(() => {
  storage.be("well");
  noteStorageAnswer();
});
afterAll(async () => {
  giveBack();
  noteStorageAnswer();
  for (const server of servers) await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
  await storage.close();
  await t.drop();
});

const megabyte = 1024 * 1024;
const uploads = "/api/v1/uploads";
const begin = async (size: number, mark: string): Promise<string> =>
  (
    await servers[0]!.inject({
      method: "POST",
      url: uploads,
      payload: { name: "plans.pdf", size, mark },
    })
  ).json<{ id: string }>().id;
const send = async (n: number, id: string, bytes: Buffer, offset: number) => {
  const { statusCode, headers, body } = await servers[n]!.inject({
    method: "PATCH",
    url: `${uploads}/${id}`,
    headers: {
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    },
    payload: bytes.subarray(offset),
  });
  return { status: statusCode, offset: Number(headers["upload-offset"]), body };
};
const standing = async (n: number, id: string) =>
  (await servers[n]!.inject({ url: `${uploads}/${id}` })).json<{ offset: number }>().offset;
const take = (n: number, id: string) =>
  servers[n]!.inject({ method: "POST", url: `${uploads}/${id}/file` });
const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size - 9)]);
const gathered = () => [...storage.objects.keys()].filter((key) => key.includes("/uploads/"));

test("pieces go to two instances in turn and make one file, and nothing of them stays", async () => {
  const bytes = pdf(20 * megabyte);
  const id = await begin(bytes.length, "in turn");
  const first = await send(0, id, bytes.subarray(0, 9 * megabyte), 0);
  expect(first).toMatchObject({ status: 204, offset: 9 * megabyte });
  expect(await standing(1, id)).toBe(9 * megabyte);
  const second = await send(1, id, bytes.subarray(0, 12 * megabyte), 9 * megabyte);
  expect(second).toMatchObject({ status: 204, offset: 12 * megabyte });
  expect((await take(0, id)).json()).toMatchObject({ code: "upload_unfinished" });
  expect(await send(0, id, bytes, 12 * megabyte)).toMatchObject({ status: 204 });
  const taken = (await take(1, id)).json<{ id: string; sha256: string }>();
  expect(taken.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  const { stream } = await apps[0]!.files.open(taken.sha256);
  expect((await buffer(stream)).equals(bytes)).toBe(true);
  expect(gathered()).toEqual([]);
}, 60_000);

test("a storage that fails between pieces is said as such, and what had come is still there", async () => {
  const bytes = pdf(9 * megabyte);
  const id = await begin(bytes.length, "failing");
  await send(0, id, bytes.subarray(0, 8 * megabyte), 0);
  storage.be("failing");
  const refused = await send(1, id, bytes, 8 * megabyte);
  expect([refused.status, refused.body]).toEqual([503, expect.stringContaining("files_away")]);
  expect((await take(0, id)).statusCode).toBe(503);
  storage.be("well");
  noteStorageAnswer();
  expect(await standing(1, id)).toBe(8 * megabyte);
  expect(await send(1, id, bytes, 8 * megabyte)).toMatchObject({ status: 204 });
  expect((await take(1, id)).statusCode).toBe(201);
}, 60_000);

test("what is not finished within a day is taken away", async () => {
  const bytes = pdf(6 * megabyte);
  const id = await begin(bytes.length, "old");
  await send(0, id, bytes.subarray(0, megabyte), 0);
  expect(gathered().length).toBeGreaterThan(0);
  await sweepUploads(apps[0]!);
  expect(gathered().length).toBeGreaterThan(0);
  await t.database.transaction(clerk, (tx) =>
    tx.rows(sql`
      update resumable_upload
      set created_at = clock_timestamp() - interval '25 hours'
      where org_id = ${clerk.orgId} and id = ${id}
    `),
  );
  for (const key of gathered())
    storage.objects.get(key)!.at = new Date(Date.now() - 25 * 3_600_000);
  await sweepUploads(apps[0]!);
  expect(gathered()).toEqual([]);
  storage.uploads.forEach((upload) => (upload.at = new Date(0)));
  await apps[0]!.files.place.tidy(1_000);
  expect(storage.uploads.size).toBe(0);
});

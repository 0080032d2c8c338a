// The product on object storage: what people send and read, and what a storage that refuses, hangs, cuts
// and comes back does to it. No record names a file that is not there.
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { openAlarms } from "../operation/alarms.ts";
import { filesRule } from "../operation/checks/files.ts";
import { beat, selfOf } from "../operation/heartbeat.ts";
import { noteStorageAnswer } from "../operation/storage.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { brokenLineTo, type BrokenLine } from "../testing/broken-line.ts";
import { bucketKeys, standInBucket, type StandInBucket } from "../testing/bucket.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { addressOf, useBucketKeys } from "../testing/places.ts";
import { FilesAway } from "./away.ts";
import { openBucket } from "./bucket.ts";
import { lookedAtFiles, type FileStore } from "./looked-at.ts";
import { outlastStorage } from "./outlast.ts";
import { contentKey } from "./place.ts";

let t: TestDatabase;
let storage: StandInBucket;
let line: BrokenLine;
let app: App;
let server: FastifyInstance;
let who: Actor;
let giveBack: () => void;
const address = () => addressOf({ url: line.url }, { prefix: "county", privateKey: "key-of-few" });
const filesAt = async (): Promise<FileStore> =>
  lookedAtFiles(await openBucket(address(), t.app.config.files), t.database, null);
beforeAll(async () => {
  giveBack = useBucketKeys(bucketKeys.writing);
  t = await freshDatabase();
  storage = await standInBucket();
  line = await brokenLineTo(storage.url);
  app = { ...t.app, files: await filesAt() };
  who = (await makeMembers(t.database, await makeAgency(t.database), { clerk: {} })).clerk;
  server = await buildApp({
    ...app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => who,
  });
});
beforeEach(() => {
  noteStorageAnswer();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  storage.be("well");
  await line.mend();
  vi.restoreAllMocks();
});
afterAll(async () => {
  giveBack();
  noteStorageAnswer();
  await server.close();
  await line.close();
  await storage.close();
  await t.drop();
});

const upload = (text: string) =>
  server.inject({
    method: "POST",
    url: "/api/v1/files",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\n\r\n${text}\r\n--b--\r\n`,
  });
const get = (id: string, headers = {}) => server.inject({ url: `/api/v1/files/${id}`, headers });
const recorded = async () =>
  (await t.database.read(who).one<{ n: number }>(sql`select count(*)::int as n from stored_file`))
    .n;
const way = () => readdirSync(app.files.place.spool);
const put = (bytes: Buffer) => app.files.put(Readable.from([bytes]), undefined, "sealed");

test("what is sent lies in the bucket under its hash, is read whole and in pieces, and nothing stays on the way", async () => {
  const text = "Name\nStone\n";
  const { id, sha256 } = (await upload(text)).json<{ id: string; sha256: string }>();
  expect(storage.objects.get(`county/${contentKey(sha256)}`)?.bytes.toString()).toBe(text);
  expect((await get(id)).body).toBe(text);
  const asked = storage.asked.length;
  const piece = await get(id, { range: "bytes=5-9" });
  expect([piece.statusCode, piece.body, piece.headers["content-range"]]).toEqual([
    206,
    "Stone",
    `bytes 5-9/${text.length}`,
  ]);
  expect(storage.asked.slice(asked).filter((one) => one.startsWith("GET"))).toHaveLength(1);
  expect(way()).toEqual([]);
  const puts = () => storage.asked.filter((one) => one.startsWith("PUT")).length;
  const before = puts();
  expect((await upload(text)).json()).toMatchObject({ sha256 });
  expect(puts()).toBe(before);
});

test("private files lie under their own prefix and key, and a previous copy beside the others goes", async () => {
  const bytes = randomBytes(900);
  const { sha256 } = await put(bytes);
  await app.files.derived(sha256, "small.jpg", async () => Buffer.from("made of it"));
  await app.files.setApart(sha256);
  const mine = [...storage.objects].filter(([key]) => key.includes(sha256));
  expect(mine.map(([key, { key: sealed }]) => [key, sealed])).toEqual([
    [`county/private/${contentKey(sha256)}`, "key-of-few"],
  ]);
  expect((await buffer((await app.files.open(sha256)).stream)).equals(bytes)).toBe(true);
  await app.files.remove(sha256);
  await expect(app.files.open(sha256)).rejects.toMatchObject({ code: "file_missing" });
});

test("a storage that takes half of it, or forgets its own hashes, is found out before a record is made", async () => {
  const before = await recorded();
  storage.be("forgetful");
  expect((await upload(`Name\n${"Half\n".repeat(99)}`)).json()).toMatchObject({
    status: 503,
    code: "files_away",
  });
  storage.be("well");
  expect(await recorded()).toBe(before);
  expect(way()).toEqual([]);
  noteStorageAnswer();
  const plain = await standInBucket({ checksums: false });
  const place = await openBucket(addressOf(plain), t.app.config.files);
  const files = lookedAtFiles(place, t.database, null);
  const stored = await files.put(Readable.from(["Name\nRead back\n"]));
  expect(plain.asked.filter((one) => one.startsWith("GET"))).toHaveLength(1);
  expect(await files.sizeOf(stored.sha256)).toBe(15);
  await plain.close();
});

test("while it refuses, reading says 503 and when to try again, an upload is refused and nothing is recorded; it comes back and goes on", async () => {
  const { id } = (await upload("Name\nBefore\n")).json<{ id: string }>();
  const before = await recorded();
  await line.refuse();
  const away = await get(id);
  expect([away.statusCode, away.json().code, away.headers["retry-after"]]).toEqual([
    503,
    "files_away",
    "10",
  ]);
  expect((await upload("Name\nMeanwhile\n")).json()).toMatchObject({ code: "files_away" });
  expect([await recorded(), way()]).toEqual([before, []]);
  await expect(
    filesRule.check({ app, actor: who, db: t.database.read(who), beat: async () => {} }),
  ).rejects.toBeInstanceOf(FilesAway);
  const self = selfOf(3000);
  await beat(app, self);
  const alarms = () => openAlarms(t.database.read(who));
  expect(await alarms()).toMatchObject([
    { kind: "files", text: expect.stringMatching(/gets no answer from the storage of files/) },
  ]);
  await line.mend();
  await expect.poll(async () => (await get(id)).statusCode, { timeout: 20_000 }).toBe(200);
  expect((await upload("Name\nMeanwhile\n")).statusCode).toBe(201);
  await beat(app, self);
  expect(await alarms()).toEqual([]);
}, 60_000);

test("one that hangs is given up in time, and one that fails for everybody is asked less often", async () => {
  const { id } = (await upload("Name\nHangs\n")).json<{ id: string }>();
  await get(id);
  line.freeze();
  const began = performance.now();
  expect((await get(id)).json()).toMatchObject({ code: "files_away" });
  expect(performance.now() - began).toBeLessThan(25_000);
  const at = performance.now();
  expect((await get(id)).json()).toMatchObject({ code: "files_away" });
  expect(performance.now() - at).toBeLessThan(500);
}, 90_000);

test("one that cuts amid a content loses nothing: whoever reads hears of it, a copy for a thread is never half", async () => {
  const bytes = randomBytes(300_000);
  const { sha256 } = await put(bytes);
  storage.be("cutting");
  const { stream } = await app.files.open(sha256);
  await expect(buffer(stream)).rejects.toBeInstanceOf(FilesAway);
  noteStorageAnswer();
  await expect(app.files.pathOf(sha256)).rejects.toMatchObject({ code: "files_away" });
  storage.be("well");
  noteStorageAnswer();
  const { readFile } = await import("node:fs/promises");
  expect((await readFile(await app.files.pathOf(sha256))).equals(bytes)).toBe(true);
});

test("work that needs it waits, is begun again, and stops waiting where it is cancelled", async () => {
  const { sha256 } = await put(randomBytes(50));
  storage.be("failing");
  let [tries, beats] = [0, 0];
  const work = async () => {
    tries++;
    return buffer((await app.files.open(sha256)).stream);
  };
  const beat = async () => {
    if (++beats === 3) storage.be("well");
  };
  expect(await outlastStorage(app.files.place, work, beat, 600)).toHaveLength(50);
  expect(tries).toBeGreaterThan(1);
  storage.be("failing");
  const stop = async () => Promise.reject(new Error("cancelled"));
  await expect(outlastStorage(app.files.place, work, stop, 10)).rejects.toThrow("cancelled");
}, 60_000);

// An installation that moves its files into object storage and works there with two instances that share
// no folder: journeys go through both, a storage that goes away loses nothing, and the files come back.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenLineTo, type BrokenLine } from "#server/testing/broken-line.ts";
import { bucketKeys, standInBucket, type StandInBucket } from "#server/testing/bucket.ts";
import { demoData, removeData } from "./data.ts";
import { startPair, type Pair } from "./pair.ts";
import { command, signInAt, startOn } from "./restoring.ts";

let data: string;
let storage: StandInBucket;
let line: BrokenLine;
let pair: Pair;
let settings: Record<string, string>;
const folders: string[] = [];
const fresh = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "levee-bucket-"));
  folders.push(folder);
  return folder;
};
/** Contents of a folder of files, `part` open or private: each is what its name says. */
const contentsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(private\/)?[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name))
    .map((name) => {
      const found = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      expect(name.endsWith(found)).toBe(true);
      return name;
    })
    .toSorted();
const contentsInBucket = (): string[] =>
  [...storage.objects.keys()]
    .map((key) => key.replace(/^county\//, ""))
    .filter((key) => /^(private\/)?[0-9a-f]{2}\/[0-9a-f]{64}$/.test(key))
    .toSorted();

beforeAll(async () => {
  data = demoData();
  // Where no told story was given, it is told now, into the folder.
  const told = await startOn(data);
  await told.stop();
  storage = await standInBucket();
  line = await brokenLineTo(storage.url);
  settings = {
    LEVEE_FILES_ENDPOINT: new URL(line.url).origin,
    AWS_ACCESS_KEY_ID: bucketKeys.writing.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucketKeys.writing.secretAccessKey,
  };
}, 900_000);
afterAll(async () => {
  await pair?.stop();
  await line?.close();
  await storage?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  removeData(data);
}, 120_000);

const call = async (method: string, path: string, token: string, body?: BodyInit) =>
  fetch(pair.url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body }),
  }).catch(() => null);
const signIn = async (name: string): Promise<string> =>
  (await signInAt(pair.url, `${name}@demo.levee.test`)).access_token;
const upload = async (token: string, text: string) => {
  const form = new FormData();
  form.append("file", new Blob([text], { type: "text/csv" }), "list.csv");
  const answer = await call("POST", "/api/v1/files", token, form);
  const body = (await answer?.json().catch(() => null)) as { id: string; code?: string } | null;
  return { status: answer?.status ?? 0, id: body?.id ?? "", code: body?.code };
};

test("the folder's files go into the bucket by one command, each by its hash, and both instances start on it", async () => {
  const to = ["copy", "--from", join(data, "files"), "--to", "s3://levee/county"];
  const { code, said } = await command("files", to, data, settings);
  expect(code, said).toBe(0);
  expect(said).toMatch(/\d+ brought .*Each was compared by its SHA-256 where it lies now/);
  expect(contentsInBucket()).toEqual(contentsIn(join(data, "files")));
  const shared = { ...settings, LEVEE_FILES: "s3://levee/county" };
  pair = await startPair(data, [
    { ...shared, LEVEE_FILES_DIR: fresh() },
    { ...shared, LEVEE_FILES_DIR: fresh() },
  ]);
}, 900_000);

test.each(["purchase", "sourcing", "forms", "recovery-money"])(
  "the journey %s goes through both in turn",
  async (journey) => {
    const before = pair.turns();
    const { code, said } = await pair.run(journey);
    expect(code, said).toBe(0);
    expect(pair.turns() - before).toBeGreaterThan(50);
    // Nothing of a file stays on the way.
    for (const folder of folders) expect(contentsIn(folder)).toEqual([]);
  },
  900_000,
);

test("the storage refuses, hangs and cuts while six people send: what was acknowledged is there, what was not is no record", async () => {
  const token = await signIn("user");
  const taken: { id: string; text: string }[] = [];
  const codes = new Set<string | number>();
  let sending = true;
  const send = async (who: number) => {
    for (let n = 0; sending; n++) {
      const text = `Name,Note\nSent by ${who},${n}\n`;
      const { status, id, code } = await upload(token, text);
      codes.add(code ?? status);
      if (status === 201) taken.push({ id, text });
      await new Promise((r) => setTimeout(r, 100));
    }
  };
  const senders = Promise.all([0, 1, 2, 3, 4, 5].map(send));
  const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
  await pause(3_000);
  await line.refuse();
  await pause(8_000);
  await line.mend();
  await expect
    .poll(async () => (await upload(token, "Name\nBack\n")).status, { timeout: 60_000 })
    .toBe(201);
  line.freeze();
  await pause(20_000);
  await line.refuse();
  await line.mend();
  await pause(8_000);
  storage.be("cutting");
  await pause(3_000);
  storage.be("well");
  await pause(6_000);
  sending = false;
  await senders;
  expect(taken.length).toBeGreaterThan(50);
  expect(codes).toContain("files_away");
  for (const { id, text } of taken) {
    const answer = await call("GET", `/api/v1/files/${id}`, token);
    expect([answer?.status, await answer?.text()]).toEqual([200, text]);
  }
}, 300_000);

test("the files come back into a folder, by hash, and the installation goes on there", async () => {
  await pair.stop();
  const folder = fresh();
  const back = ["copy", "--from", "s3://levee/county", "--to", folder, "--exact"];
  const { code, said } = await command("files", back, data, settings);
  expect(code, said).toBe(0);
  expect(contentsIn(folder)).toEqual(contentsInBucket());
  const running = await startOn(data, { LEVEE_FILES_DIR: folder });
  await running.stop();
}, 600_000);

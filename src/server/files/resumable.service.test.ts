import { createHash } from "node:crypto";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { refuseOtherRecord, sweepUploads } from "./resumable.service.ts";

let t: TestDatabase;
let app: FastifyInstance;
let port: number;
let clerk: Actor;
let colleague: Actor;
let stranger: Actor;
let actor: Actor;

const start = async () => {
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => actor,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
};
beforeAll(async () => {
  t = await freshDatabase();
  const { orgId } = await makeAgency(t.database);
  [clerk, colleague] = await Promise.all([member(orgId), member(orgId)]);
  stranger = await member((await makeAgency(t.database)).orgId);
  await start();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});
const member = async (orgId: string): Promise<Actor> => memberActor(orgId, "admin");

const as = (who: Actor) => {
  actor = who;
  return { ask, begin };
};
const ask = async (
  method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: Buffer | object,
  headers: Record<string, string> = {},
) => {
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const body = answer.body ? (answer.json() as Record<string, unknown>) : {};
  return { status: answer.statusCode, headers: answer.headers, body };
};
const uploads = "/api/v1/uploads";
const begin = async (size: number, more: object = {}) =>
  ask("POST", uploads, { name: "plans.pdf", size, ...more });
const piece = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
const at = (offset: number) => ({ ...piece, "upload-offset": String(offset) });
const head = (id: string) =>
  ask("HEAD", `${uploads}/${id}`, undefined, { "tus-resumable": "1.0.0" });

const pdf = (size: number, fill = 32) =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size - 9, fill)]);
const folder = () => join(t.app.config.files, "uploads");

/** Sends a piece and cuts the line as soon as the server has some of it. */
const sendAndBreak = (id: string, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    const headers = { ...at(0), "content-length": String(bytes.length) };
    const sent = httpRequest({ port, method: "PATCH", path: `${uploads}/${id}`, headers });
    sent.on("error", () => resolve());
    sent.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => sent.destroy(), 300));
    sent.on("close", () => resolve());
  });

test("a file whose line broke goes on where it stood, behind a restart too, and ends as a stored file", async () => {
  const bytes = pdf(3_000_000);
  const begun = await as(clerk).begin(bytes.length, { mark: "1" });
  expect(begun).toMatchObject({ status: 201, body: { offset: 0, size: 3_000_000, fileId: null } });
  const id = String(begun.body["id"]);
  await sendAndBreak(id, bytes);
  await app.close();
  await start();
  const stood = await head(id);
  expect(stood).toMatchObject({ status: 200, headers: { "upload-length": "3000000" } });
  const offset = Number(stood.headers["upload-offset"]);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThan(bytes.length);
  // Whoever begins the same file anew, behind a reload, is given what has come.
  expect((await begin(bytes.length, { mark: "1" })).body).toMatchObject({ id, offset });
  expect(await ask("POST", `${uploads}/${id}/file`)).toMatchObject({
    status: 409,
    body: { code: "upload_unfinished", offset },
  });
  const rest = await ask("PATCH", `${uploads}/${id}`, bytes.subarray(offset), at(offset));
  expect(rest).toMatchObject({ status: 204, headers: { "upload-offset": "3000000" } });
  const taken = await ask("POST", `${uploads}/${id}/file`);
  expect(taken).toMatchObject({
    status: 201,
    body: {
      name: "plans.pdf",
      mediaType: "application/pdf",
      size: 3_000_000,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    },
  });
  expect((await ask("POST", `${uploads}/${id}/file`)).body).toEqual(taken.body);
  expect((await ask("GET", `${uploads}/${id}`)).body).toMatchObject({
    offset: 3_000_000,
    fileId: taken.body["id"],
  });
  for (const [method, body] of [["DELETE"], ["PATCH", Buffer.from("more")]] as const)
    expect(await ask(method, `${uploads}/${id}`, body, body ? at(3_000_000) : {})).toMatchObject({
      status: 409,
      body: { code: "upload_taken" },
    });
  expect(readdirSync(folder())).toEqual([]);
  const file = await app.inject({
    method: "GET",
    url: `/api/v1/files/${String(taken.body["id"])}`,
  });
  expect(file.rawPayload.equals(bytes)).toBe(true);
});

test("an upload is its sender's alone: nobody else of the agency, and no other agency, learns of it", async () => {
  const id = String((await as(clerk).begin(1000, { mark: "2" })).body["id"]);
  for (const who of [colleague, stranger]) {
    const { ask } = as(who);
    for (const [method, url, body, headers] of [
      ["GET", `${uploads}/${id}`],
      ["HEAD", `${uploads}/${id}`, undefined, { "tus-resumable": "1.0.0" }],
      ["PATCH", `${uploads}/${id}`, pdf(1000), at(0)],
      ["DELETE", `${uploads}/${id}`],
      ["POST", `${uploads}/${id}/file`],
    ] as const)
      expect((await ask(method, url, body, headers ?? {})).status).toBe(404);
  }
  // The same file of somebody else is an upload of their own.
  expect((await as(colleague).begin(1000, { mark: "2" })).body["id"]).not.toBe(id);
  const reader = { ...clerk, permissions: new Set(["file.read"]) } as Actor;
  expect((await as(reader).begin(1000)).status).toBe(403);
  expect((await as(clerk).ask("GET", `${uploads}/${id}`)).body).toMatchObject({ offset: 0 });
  expect((await ask("DELETE", `${uploads}/${id}`)).body).toEqual({ id });
  expect((await head(id)).status).toBe(404);
});

test("no id leads out of the folder, and no other file of it is an upload", async () => {
  for (const id of ["..%2F..%2Fconfig", "%2e%2e", "..%5C..", "a%00b", "x.json"]) {
    const answer = await as(clerk).ask("PATCH", `${uploads}/${id}`, pdf(100), at(0));
    expect([404, 422]).toContain(answer.status);
  }
  const id = String((await begin(1000, { mark: "3", name: "../../etc/passwd" })).body["id"]);
  expect((await ask("PATCH", `${uploads}/${id}`, pdf(1000), at(0))).status).toBe(204);
  expect((await ask("POST", `${uploads}/${id}/file`)).body).toMatchObject({ name: "passwd" });
  expect(await begin(10, { name: "..." })).toMatchObject({ body: { code: "file_name" } });
});

test("a forged offset or length changes nothing", async () => {
  const id = String((await as(clerk).begin(1000, { mark: "4" })).body["id"]);
  const send = (bytes: Buffer, headers: Record<string, string>) =>
    ask("PATCH", `${uploads}/${id}`, bytes, headers);
  for (const forged of ["500", "999999999999", "1"])
    expect(await send(pdf(100), { ...piece, "upload-offset": forged })).toMatchObject({
      status: 409,
      body: { code: "upload_offset" },
    });
  expect(await send(pdf(1001), at(0))).toMatchObject({ status: 413, body: { code: "too_large" } });
  // The length stands since the upload began; who says another is not heard.
  expect((await send(pdf(1001), { ...at(0), "upload-length": "5000" })).status).toBe(413);
  for (const odd of ["-1", "1e3", "0x10", " ", "NaN"])
    expect((await send(pdf(10), { ...piece, "upload-offset": odd })).body).toMatchObject({
      code: "not_resumable",
    });
  const { "tus-resumable": _version, ...unsaid } = at(0);
  expect(await send(pdf(10), unsaid)).toMatchObject({ status: 412 });
  expect((await head(id)).headers["upload-offset"]).toBe("0");
});

test("sizes, numbers of uploads and kinds of files are bounded", async () => {
  as(clerk);
  const megabytes = (n: number) => n * 1024 * 1024;
  expect(await begin(megabytes(25) + 1)).toMatchObject({
    status: 413,
    body: { detail: "The file is larger than 25 MB." },
  });
  const record = { objectType: "requisition", objectId: crypto.randomUUID() };
  expect(await begin(megabytes(300) + 1, record)).toMatchObject({
    body: { detail: "The file is larger than 300 MB." },
  });
  expect((await begin(megabytes(300), record)).status).toBe(404);
  expect((await begin(10, { objectType: "requisition" })).status).toBe(422);
  expect((await begin(0)).status).toBe(422);
  expect((await begin(10, { path: "/etc" })).status).toBe(422);
  actor = colleague;
  const script = Buffer.from("<html><script>alert(1)</script>");
  const id = String((await begin(script.length)).body["id"]);
  await ask("PATCH", `${uploads}/${id}`, script, at(0));
  expect(await ask("POST", `${uploads}/${id}/file`)).toMatchObject({ body: { code: "file_type" } });
  expect(existsSync(join(folder(), id))).toBe(false);
  expect((await head(id)).status).toBe(404);
  for (let n = 0; n < 12; n++) {
    const answer = await begin(100, { mark: `many ${n}` });
    if (answer.status !== 201) {
      expect(answer).toMatchObject({ status: 429, body: { code: "too_many_uploads" } });
      return;
    }
  }
  throw new Error("nobody was told to finish an upload first");
});

test("what is not finished within a day is taken away", async () => {
  const id = String((await as(clerk).begin(1000, { mark: "old" })).body["id"]);
  await ask("PATCH", `${uploads}/${id}`, pdf(500), at(0));
  expect(await sweepUploads(t.app)).toBe(0);
  await t.database.transaction(clerk, (tx) =>
    tx.rows(sql`
      update resumable_upload
      set created_at = clock_timestamp() - interval '25 hours'
      where org_id = ${clerk.orgId} and id = ${id}
    `),
  );
  expect((await head(id)).status).toBe(404);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(folder(), id), yesterday, yesterday);
  expect(await sweepUploads(t.app)).toBe(1);
  expect(readdirSync(folder()).filter((name) => name.startsWith(id))).toEqual([]);
});

test("a file that came for one record is taken by no other", async () => {
  const id = String((await as(clerk).begin(1000, { mark: "bound" })).body["id"]);
  await ask("PATCH", `${uploads}/${id}`, pdf(1000), at(0));
  const fileId = String((await ask("POST", `${uploads}/${id}/file`)).body["id"]);
  const [its, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const db = t.database.read(clerk);
  await refuseOtherRecord(db, fileId, { type: "project", id: other });
  await t.database.transaction(clerk, (tx) =>
    tx.rows(sql`
      update resumable_upload
      set object_type = 'project', object_id = ${its}
      where org_id = ${clerk.orgId} and id = ${id}
    `),
  );
  await refuseOtherRecord(db, fileId, { type: "project", id: its });
  await expect(refuseOtherRecord(db, fileId, { type: "project", id: other })).rejects.toMatchObject(
    {
      code: "upload_of_another",
    },
  );
});

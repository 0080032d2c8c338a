import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { sql } from "../db/sql.ts";
import { makeAgency } from "../testing/agency.ts";
import { actingFor, makeCompany } from "../testing/company.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { buildApp } from "./app.ts";

let t: TestDatabase;
let app: FastifyInstance;
let clerk: Actor;
let vendor: Actor;
let actor: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  clerk = {
    ...memberActor((await makeAgency(t.database)).orgId, "admin"),
    permissions: new Set(Object.keys(permissions)),
  };
  const company = await makeCompany(t, "Prairie Paving");
  vendor = actingFor(company, company.vendorIds[0]!);
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => actor,
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const boundary = "----levee";
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const form = (content: Buffer | string, fields: Record<string, string> = {}, name = "scan.pdf") =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    Buffer.from(
      [
        `--${boundary}`,
        `content-disposition: form-data; name="file"; filename="${name}"`,
        "content-type: application/pdf",
        "\r\n",
      ].join("\r\n"),
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const post = (url: string, payload: Buffer | string, headers: Record<string, string> = multipart) =>
  app.inject({ method: "POST", url, headers, payload });
const filesOnDisk = () =>
  readdirSync(join(t.app.config.LEVEE_DATA_DIR, "files"), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile()).length;
const megabytes = (n: number, more = 0) =>
  Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(n * 1024 * 1024 + more - 5, 32)]);

test("a file above 25 MB is refused with its limit and nothing is stored; one of exactly 25 MB is taken whole", async () => {
  actor = clerk;
  expect((await post("/api/v1/files", form(megabytes(25)))).json()).toMatchObject({
    size: 25 * 1024 * 1024,
  });
  const before = filesOnDisk();
  const answer = await post("/api/v1/files", form(megabytes(25, 1)));
  expect(answer.json()).toMatchObject({
    status: 413,
    code: "too_large",
    detail: "The file is larger than 25 MB.",
  });
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  actor = vendor;
  expect(
    (await post("/api/v1/vendor-company/documents", form(megabytes(28), { kind: "w9" }))).json(),
  ).toMatchObject({ status: 413 });
  expect(filesOnDisk()).toBe(before);
  expect(await t.database.read(clerk).one(sql`select count(*)::int as n from stored_file`)).toEqual(
    { n: 1 },
  );
});

test("a limit of its own address is named: awards of other agencies above 100 MB", async () => {
  actor = clerk;
  expect((await post("/api/v1/ocds-imports", form(megabytes(100, 1)))).json()).toMatchObject({
    status: 413,
    detail: "The file is larger than 100 MB.",
  });
});

test("a broken body is told as broken, JSON in place of a form as the wrong type", async () => {
  actor = clerk;
  const whole = form("%PDF-1.7");
  for (const broken of [
    whole.subarray(0, whole.length - 20),
    whole.subarray(0, 40),
    Buffer.alloc(0),
  ])
    expect((await post("/api/v1/files", broken)).json(), `${broken.length} bytes`).toMatchObject({
      status: expect.toSatisfy((n: number) => n >= 400 && n < 500) as number,
    });
  expect((await post("/api/v1/files", whole.subarray(0, whole.length - 20))).json()).toMatchObject({
    status: 400,
    code: "broken_upload",
    detail: "The upload arrived broken: its parts or its end are missing. Send the file again.",
  });
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const empty = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="kind"\r\n\r\nw9\r\n--${boundary}--\r\n`,
  );
  expect((await post("/api/v1/files", empty)).json()).toMatchObject({
    status: 422,
    code: "no_file",
    errors: [{ path: "file", message: "A file is needed." }],
  });
  const two = Buffer.concat([
    whole.subarray(0, whole.length - end.length),
    Buffer.from("\r\n"),
    whole,
  ]);
  expect((await post("/api/v1/files", two)).json()).toMatchObject({
    status: 413,
    code: "one_file",
    detail: "Send one file at a time.",
  });
  expect(
    (await post("/api/v1/files", whole, { "content-type": "multipart/form-data" })).statusCode,
  ).toBeLessThan(500);
  expect(
    (await post("/api/v1/files", "{}", { "content-type": "application/json" })).json(),
  ).toMatchObject({
    status: 415,
    title: "Wrong content type",
    code: "wrong_content_type",
    detail: expect.stringContaining("multipart/form-data") as string,
  });
});

test("text in UTF-16 is taken by its mark; without one, hidden pages and other wide codes are no text", async () => {
  actor = clerk;
  const status = async (content: Buffer) =>
    (await post("/api/v1/files", form(content, {}, "list.txt"))).statusCode;
  const wide = (text: string) => Buffer.from(text, "utf16le");
  expect([
    await status(wide("\uFEFFName\tCity\r\n")),
    await status(wide("\uFEFFName\tCity\r\n").swap16()),
    await status(wide(`\uFEFF${"🚜".repeat(5_000)}`)),
  ]).toEqual([201, 201, 201]);
  for (const refused of [
    wide("Name\tCity\r\n"),
    wide("\uFEFF"),
    wide("\uFEFF<!doctype html><script>"),
    Buffer.concat([wide("\uFEFF\u0000"), Buffer.from("A\0\0\0")]),
    Buffer.concat([wide("\uFEFFa"), Buffer.alloc(8)]),
  ])
    expect(await status(refused)).toBe(422);
});

test("NUL is refused with its path in a body and in a query, also without a session", async () => {
  actor = clerk;
  const event = await post(
    "/api/v1/rpc/log_security_event",
    JSON.stringify({ p_event_type: "x", p_details: { a: ["\u0000"] } }),
    { "content-type": "application/json" },
  );
  expect(event.json()).toMatchObject({ status: 422, errors: [{ path: "p_details.a.0" }] });
  expect((await app.inject({ url: "/api/v1/saved-views?list=a%00b" })).json()).toMatchObject({
    status: 422,
    errors: [{ path: "list" }],
  });
});

test("a file's name is kept as it can be shown: without path, marks and control characters, cut in the middle; one without a name is refused and nothing is stored", async () => {
  actor = clerk;
  const kept = async (name: string) =>
    ((await post("/api/v1/files", form("%PDF-1.7", {}, name))).json() as { name: string }).name;
  expect([
    await kept("../../secret/Angebot\u202Efdp.exe"),
    await kept("scan\u0007\u200B 2.pdf"),
    await kept("a.pdf "),
  ]).toEqual(["Angebotfdp.exe", "scan 2.pdf", "a.pdf"]);
  const long = await kept(`${"q".repeat(300)}.pdf`);
  expect(long).toMatch(/^q+…q+\.pdf$/);
  expect(long).toHaveLength(200);
  const before = filesOnDisk();
  for (const name of ["..", " ", "\u202E", "..."])
    expect((await post("/api/v1/files", form("%PDF-1.7", {}, name))).json(), name).toMatchObject({
      status: 422,
      errors: [{ path: "file", message: expect.stringMatching(/name|file is needed/) as string }],
    });
  actor = vendor;
  expect(
    (
      await post("/api/v1/vendor-company/documents", form("%PDF-1.7", { kind: "w9" }, "..."))
    ).json(),
  ).toMatchObject({ status: 422, code: "file_name" });
  expect(filesOnDisk()).toBe(before);
});

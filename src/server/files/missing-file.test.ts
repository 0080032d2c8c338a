// A restore without files, a lost disk: what is recorded is not there, and the server goes on.
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { anonymous } from "#kernel/access.ts";
import { faultCounts } from "../faults.ts";
import { buildApp } from "../http/app.ts";
import { makeAgency, makeBudget } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, "0")}`;
let t: TestDatabase;
let app: FastifyInstance;
let sha256: string;
const place = () => join(t.app.config.LEVEE_DATA_DIR, "files", sha256.slice(0, 2), sha256);

/** A published solicitation with one document. */
const publish = async () => {
  const agency = await makeAgency(t.database);
  await makeBudget(t.database, agency, 100);
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const put = (text: string, ...values: unknown[]) => owner.query(text, [agency.orgId, ...values]);
  await put(`update organization set settings = settings || '{"publish": {}}' where id = $1`);
  await put(
    `
      insert into solicitation (
        org_id, id, number, kind, title, department_id, fiscal_year_id, protection, status,
        published_at, due_at
      )
      select
        $1, $2, 'ITB-1', 'itb', 'Stone', $3, id, 'sealed', 'published', now(),
        now() + interval '9 days'
      from fiscal_year
      where org_id = $1
    `,
    id(1),
    agency.departmentId,
  );
  await put(
    `
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values ($1, $2, 'plan.pdf', 'application/pdf', 12, $3)
    `,
    id(2),
    sha256,
  );
  await put(
    `
      insert into solicitation_document (org_id, id, solicitation_id, position, file_id, title)
      values ($1, $2, $3, 1, $4, 'Plan')
    `,
    id(3),
    id(1),
    id(2),
  );
  await owner.end();
};

beforeAll(async () => {
  t = await freshDatabase();
  sha256 = (await t.app.files.put(Readable.from(["%PDF-1.7 plan"]))).sha256;
  await publish();
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => anonymous,
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await t.drop();
});

const document = () =>
  app.inject({ url: `/api/v1/public/solicitations/${id(1)}/documents/${id(3)}` });
const told = (kind: string) => faultCounts().find(([name]) => name === kind)?.[1] ?? 0;

test("a published document is served; with its file gone anybody gets a plain 404, the operator is told, and the server answers", async () => {
  const whole = await document();
  expect([whole.statusCode, whole.body]).toEqual([200, "%PDF-1.7 plan"]);
  const before = told("file_missing");
  rmSync(place());
  const answer = await document();
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(answer.json()).toMatchObject({ status: 404, code: "file_missing" });
  expect(told("file_missing")).toBe(before + 1);
  expect((await app.inject({ url: "/healthz" })).json()).toEqual({ status: "ok" });
  expect((await app.inject({ url: "/metrics", headers: { host: "localhost" } })).body).toContain(
    `levee_faults_total{kind="file_missing"} ${before + 1}`,
  );
});

test("a file that cannot be read is a plain 500, also where it breaks off only when it is read", async () => {
  const before = told("file_unreadable");
  // A folder in its place opens and cannot be read: what a broken disk answers.
  mkdirSync(place());
  const answer = await document();
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(answer.json()).toMatchObject({ status: 500 });
  expect(answer.body).not.toMatch(/EISDIR|files\//);
  expect(told("file_unreadable")).toBe(before + 1);
  // Opened by somebody who does not read it at once.
  const { stream } = await t.app.files.open(sha256);
  await new Promise((done) => setTimeout(done, 20));
  await expect(stream.toArray()).rejects.toThrow();
  rmSync(place(), { recursive: true });
  if (process.getuid?.() !== 0) {
    await t.app.files.put(Readable.from(["%PDF-1.7 plan"]));
    chmodSync(place(), 0);
    expect((await document()).json()).toMatchObject({ status: 500, code: "file_unreadable" });
  }
});

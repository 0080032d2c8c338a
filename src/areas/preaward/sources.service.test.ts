import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import {
  addConnector,
  stepConnector,
  readConnector,
} from "#areas/connectors/connector/connector.service.ts";
import { connectorInput } from "#areas/connectors/connector/connector.model.ts";
import { beginRun, listRuns, workRun } from "#areas/connectors/run/run.service.ts";
import { stepOpportunity } from "./opportunity/opportunity.service.ts";
import "./preaward.server.ts";

let t: TestDatabase;
let app: App;
let source: StandIn;
let says: (path: string) => StandInAnswer = () => ({});
let agency: Agency;
let ann: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  source = await openStandIn((path) => says(path));
  const allow = [{ host: "localhost", port: source.port, clear: true }];
  app = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  agency = await makeAgency(t.database);
  ({ ann } = await makeMembers(t.database, agency, { ann: { role: "admin" } }));
});
afterAll(async () => {
  await app.outgoing.close();
  await source.close();
  await t.drop();
});
beforeEach(() => {
  source.asked.length = 0;
});

const json = (body: unknown): StandInAnswer => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const hit = (n: number, over: object = {}) => ({
  id: String(300_000 + n),
  number: `ACL-2027-${n}`,
  title: `Opportunity ${n} &amp; more`,
  agencyCode: "HHS-ACL",
  agencyName: "Administration for Community Living",
  openDate: "10/11/2026",
  closeDate: "02/15/2027",
  oppStatus: "posted",
  docType: "synopsis",
  alnist: ["93.045"],
  ...over,
});
const detail = (id: number) => ({
  errorcode: 0,
  msg: "Webservice Succeeds",
  data: {
    id,
    synopsis: {
      synopsisDesc: "<p>Meals for older adults.</p>",
      awardCeiling: "250000",
      awardFloor: "50000",
      costSharing: true,
      applicantTypes: [{ id: "01", description: "County governments" }],
    },
  },
});
// What a page holds follows from how many were asked for before.
const grantsGov = (pages: readonly object[][], hitCount: number) => (path: string) => {
  if (path.endsWith("/fetchOpportunity")) return json(detail(1));
  const asked = source.asked.filter((one) => one.path.endsWith("/search2")).length;
  return json({
    errorcode: 0,
    msg: "Webservice Succeeds",
    data: { hitCount, oppHits: pages[Math.max(0, asked - 1)] ?? [] },
  });
};
let serial = 0;
const add = (kind: "grants-gov" | "common-grants", path: string) =>
  t.database.transaction(ann, (tx) =>
    addConnector(
      app,
      tx,
      ann,
      connectorInput.parse({
        name: `Source ${++serial}`,
        kind,
        importer: "grant-opportunities",
        address: `http://localhost:${source.port}${path}`,
        runAt: "02:30",
      }),
    ),
  );
const run = async (id: string, dry = false) => {
  const begun = await t.database.transaction(ann, (tx) => beginRun(tx, id, { dry, accept: false }));
  await workRun(app, agency.orgId, begun.id);
  return (await listRuns(t.database.read(ann), id))[0]!;
};
const active = async (kind: "grants-gov" | "common-grants", path: string) => {
  const { id } = await add(kind, path);
  expect((await run(id, true)).message).toBeNull();
  const { version } = await readConnector(t.database.read(ann), ann, id);
  await t.database.transaction(ann, (tx) =>
    stepConnector(tx, ann, "activate", { id, reason: "Tried", version }),
  );
  source.asked.length = 0;
  return id;
};
type Row = { id: string; number: string; status: string; eligibility: string[]; closesOn: string };
const known = (...numbers: string[]) =>
  t.database.read(ann).rows<Row & { ceilingCents: number; sources: number }>(sql`
    select
      o.*,
      (
        select count(*)::int
        from grant_opportunity_source s
        where s.org_id = o.org_id and s.opportunity_id = o.id
      ) as sources
    from grant_opportunity o
    where o.org_id = ${agency.orgId} and o.number = any(${numbers}::text[])
    order by o.number
  `);

test("Grants.gov is read page by page, each with its details, and the report says so", async () => {
  const first = Array.from({ length: 100 }, (_, n) => hit(n));
  says = grantsGov([first, [hit(100)]], 101);
  const id = await active("grants-gov", "/v1/api/search2?eligibilities=01");
  const done = await run(id);
  expect(done).toMatchObject({ outcome: "done", read: 101, created: 101, rejected: 0 });
  const asked = source.asked.filter((one) => one.path.endsWith("/search2"));
  expect(asked.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { startRecordNum: 0, rows: 100, eligibilities: "01" },
    { startRecordNum: 100 },
  ]);
  expect((await known("ACL-2027-7"))[0]).toMatchObject({
    eligibility: ["01"],
    closesOn: "2027-02-15",
    ceilingCents: 25_000_000,
  });
});

test("one opportunity from two sources is one, and not relevant stays out", async () => {
  says = grantsGov([[hit(900), hit(901)]], 2);
  await run(await active("grants-gov", "/v1/api/search2"));
  const [gone] = await known("ACL-2027-901");
  await t.database.transaction(ann, (tx) =>
    stepOpportunity(tx, ann, "dismiss", { id: gone!.id, version: null, reason: "Not ours" }),
  );
  const common = (n: number) => ({
    id: `049b4b15-f219-4037-901e-cd95ac32fb${n % 100}`,
    title: `Opportunity ${n}`,
    status: { value: "open" },
    description: "As another source says it.",
    funding: { maxAwardAmount: { amount: "300000.00", currency: "USD" } },
    keyDates: { closeDate: { name: "Close", eventType: "singleDate", date: "2027-03-01" } },
    acceptedApplicantTypes: [{ value: "government_county" }, { value: "custom" }],
    customFields: {
      federalOpportunityNumber: { name: "n", fieldType: "string", value: `acl-2027-${n}` },
    },
  });
  says = (path) =>
    json({
      status: 200,
      message: "Success",
      items: path.includes("page=2") ? [common(955)] : [common(900), common(901)],
      paginationInfo: {
        page: path.includes("page=2") ? 2 : 1,
        pageSize: 2,
        totalItems: 3,
        totalPages: 2,
      },
    });
  const done = await run(await active("common-grants", "/common-grants/opportunities"));
  expect(done).toMatchObject({ outcome: "done", read: 3, created: 1, updated: 1, skipped: 1 });
  expect(await known("ACL-2027-900", "ACL-2027-901")).toMatchObject([
    { number: "ACL-2027-900", sources: 2, ceilingCents: 30_000_000, eligibility: ["01", "25"] },
    { number: "ACL-2027-901", status: "not_relevant", sources: 1 },
  ]);
});

test("a pause, a fault and a changed shape leave what was there, each with its words", async () => {
  says = grantsGov([[hit(800)]], 1);
  const id = await active("grants-gov", "/v1/api/search2");
  await run(id);
  const again = async (answer: (path: string) => StandInAnswer) => {
    // A host that failed is left alone for a while; each try here is a fresh one.
    await app.outgoing.close();
    app = {
      ...app,
      outgoing: outgoingDoor(openOutgoing({ allow: app.config.LEVEE_OUTGOING_ALLOW }), t.database),
    };
    source.asked.length = 0;
    says = answer;
    return run(id);
  };
  expect(await again(() => ({ status: 429, headers: { "retry-after": "90" } }))).toMatchObject({
    outcome: "failed",
    message: "The source asks for a pause.",
  });
  expect((await again(() => ({ status: 503 }))).message).toContain("503");
  const changed = await again(() =>
    json({ errorcode: 0, data: { hitCount: 1, oppHits: [{ id: 1, name: "No number" }] } }),
  );
  expect(changed.message).toContain("data.oppHits.0.number");
  const refuses = await again(() =>
    json({ errorcode: 7, msg: "Too many requests", data: { hitCount: 0, oppHits: [] } }),
  );
  expect(refuses.message).toBe("Grants.gov answers: Too many requests.");
  expect(await known("ACL-2027-800")).toHaveLength(1);
  const { lastOkAt } = await readConnector(t.database.read(ann), ann, id);
  expect(lastOkAt).not.toBeNull();
});

const common = (n: number, over: object = {}) => ({
  id: `049b4b15-f219-4037-901e-cd95ac32f${String(n).padStart(3, "0")}`,
  title: `Common opportunity ${n}`,
  status: { value: "open" },
  description: "Meals.",
  funding: { maxAwardAmount: { amount: "1000.00", currency: "USD" } },
  keyDates: { closeDate: { name: "Close", eventType: "singleDate", date: "2027-03-01" } },
  acceptedApplicantTypes: [{ value: "government_county" }],
  customFields: {
    federalOpportunityNumber: { name: "n", fieldType: "string", value: `CG-${n}` },
  },
  ...over,
});
const pageOf = (items: object[], page: number, totalPages: number): StandInAnswer =>
  json({
    status: 200,
    message: "Success",
    items,
    paginationInfo: { page, pageSize: 2, totalItems: items.length * totalPages, totalPages },
  });
const fresh = async () => {
  // A host that failed is left alone for a while; each try here is a fresh one.
  await app.outgoing.close();
  app = {
    ...app,
    outgoing: outgoingDoor(openOutgoing({ allow: app.config.LEVEE_OUTGOING_ALLOW }), t.database),
  };
  source.asked.length = 0;
};

test("CommonGrants: a pause, a fault in the midst of its pages and a changed shape take nothing in", async () => {
  says = () => pageOf([common(1)], 1, 1);
  const id = await active("common-grants", "/common-grants/opportunities");
  await run(id);
  const before = await known("CG-1", "CG-2", "CG-3");
  const twoPages = (second: StandInAnswer) => (path: string) =>
    path.includes("page=2") ? second : pageOf([common(1), common(2)], 1, 2);
  for (const [second, words] of [
    [{ status: 429, headers: { "retry-after": "60" } }, "asks for a pause"],
    [{ status: 503 }, "503"],
    [json({ items: [{ id: "x", name: "No title" }], paginationInfo: { page: 2 } }), "items.0"],
    [
      json({ opportunities: [], paging: {} }),
      "The answer is no longer what CommonGrants publishes, at items. Nothing was taken.",
    ],
    [{ headers: { "content-type": "text/html" }, body: "<p>Maintenance</p>" }, ""],
  ] as const) {
    await fresh();
    says = twoPages(second as StandInAnswer);
    const failed = await run(id);
    expect(failed.outcome, words).toBe("failed");
    expect(failed.message).toContain(words);
    // The first page was whole, and is not taken in without the second.
    expect(await known("CG-1", "CG-2", "CG-3")).toEqual(before);
  }
  await fresh();
  says = twoPages(pageOf([common(3)], 2, 2));
  expect(await run(id)).toMatchObject({ outcome: "done", read: 3, created: 2, skipped: 1 });
});

test("a row that cannot be is left out with its reason in the report, and the others come in", async () => {
  says = () => pageOf([common(11)], 1, 1);
  const id = await active("common-grants", "/common-grants/opportunities");
  await run(id);
  await fresh();
  says = () =>
    pageOf(
      [
        common(11),
        common(12),
        common(13, {
          keyDates: { closeDate: { name: "Close", eventType: "singleDate", date: "soon" } },
        }),
        common(14),
      ],
      1,
      1,
    );
  const report = await run(id);
  expect(report).toMatchObject({ outcome: "done", read: 4, created: 2, skipped: 1, rejected: 1 });
  expect(await known("CG-12", "CG-13", "CG-14")).toHaveLength(2);
  const rejects = await t.database.read(ann).rows(sql`
    select r.*
    from import_reject r
    where r.org_id = ${agency.orgId} and r.import_id = ${report.importId}
  `);
  expect(rejects).toHaveLength(1);
  expect(JSON.stringify(rejects)).toContain("soon");
});

test("a source of opportunities brings in nothing else", async () => {
  const wrong = t.database.transaction(ann, (tx) =>
    addConnector(
      app,
      tx,
      ann,
      connectorInput.parse({
        name: "Wrong",
        kind: "grants-gov",
        importer: "vendors",
        address: `http://localhost:${source.port}/v1/api/search2`,
        runAt: "02:30",
      }),
    ),
  );
  await expect(wrong).rejects.toMatchObject({ errors: [{ path: "importer" }] });
});

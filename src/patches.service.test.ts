// A PATCH that names one field: what it does not name stays as it was. Asked at the endpoints that
// once took the whole record.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { declaredDisaster } from "#server/testing/recovery.ts";

let t: TestDatabase;
let a: PayingAgency;
let people: Record<"keeper" | "grants" | "relief", Actor>;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 100_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    keeper: { role: "manager" },
    grants: { duties: ["grant_manager"] },
    relief: { duties: ["recovery"] },
  });
});
afterAll(() => t.drop());

const begun = () =>
  ask(people.keeper, "POST /api/v1/grant-applications", {
    title: "Levee pump station",
    opportunityNumber: "EMW-2026-GR-05",
    grantor: "Federal Emergency Management Agency",
    aln: "97.047",
    startsOn: agencyDay(30),
    endsOn: agencyDay(400),
    dueOn: agencyDay(10),
  });
type Head = { version: number; dueOn: string; aln: string; title: string; sections: Section[] };
type Section = { id: string; version: number; title: string; asks: string; mostWords: number };

test("the head of a grant application, a section and a form of it", async () => {
  const { id } = await begun();
  const path = `/api/v1/grant-applications/${id}`;
  const read = () => ask<Head>(people.keeper, `GET ${path}`);
  const before = await read();
  await ask(people.keeper, `PATCH ${path}`, { title: "Pump station 3" }, before.version);
  expect(await read()).toMatchObject({
    title: "Pump station 3",
    aln: "97.047",
    dueOn: before.dueOn,
  });

  const section = before.sections[0]!;
  const at = `PATCH /api/v1/grant-application-sections/${section.id}`;
  await ask(people.keeper, at, { title: "Abstract" }, section.version);
  expect((await read()).sections.find((s) => s.id === section.id)).toMatchObject({
    title: "Abstract",
    asks: section.asks,
    mostWords: section.mostWords,
  });

  type Sheet = { version: number; answers: Record<string, unknown> };
  const form = `${path}/forms/SF-424`;
  const sheet = () => ask<Sheet>(people.keeper, `GET ${form}`);
  const stood = await sheet();
  const fields = Object.keys(stood.answers);
  expect(fields.length).toBeGreaterThan(5);
  await ask(
    people.keeper,
    `PATCH ${form}`,
    { answers: { stateReviewAnswer: null, projectTitle: "Pump station 3" } },
    stood.version,
  );
  const stands = await sheet();
  expect(Object.keys(stands.answers)).toEqual(expect.arrayContaining(fields));
  expect(stands.answers["projectTitle"]).toBe("Pump station 3");
});

test("a project of public assistance", async () => {
  const { id: declarationId } = await declaredDisaster(t.database, people.relief);
  const made = await ask(people.relief, "POST /api/v1/pa-projects", {
    declarationId,
    title: "Culverts",
    category: "C",
    scope: "Four culverts at Mill Road",
    insuranceCents: 1_000_00,
    insuranceActual: true,
    lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
  });
  const path = `/api/v1/pa-projects/${made.id}`;
  await ask(people.relief, `PATCH ${path}`, { title: "Culverts at Mill Road" }, made.version);
  expect(await ask<object>(people.relief, `GET ${path}`)).toMatchObject({
    title: "Culverts at Mill Road",
    scope: "Four culverts at Mill Road",
    insuranceCents: 1_000_00,
    insuranceActual: true,
    estimateCents: 165_000_00,
    lines: [{ description: "Culvert", cents: 165_000_00 }],
  });
});

const openAward = async () => {
  const { code } = await t.database.read(people.grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  const path = "POST /api/v1/grant-awards";
  const { id } = await ask(people.grants, path, {
    title: "Preparedness",
    grantor: "CDC",
    amount: 100_000_00,
    periodFrom: agencyDay(-300),
    periodTo: agencyDay(300),
    budget: [{ objectClass: "contractual", cents: 100_000_00 }],
  });
  await ask(people.grants, `${path}/${id}/actions/accept`, { segmentCode: code });
  await ask(people.grants, `${path}/${id}/actions/activate`);
  return id;
};

test("a draft of a subaward, and an applicant's own draft", async () => {
  const awardId = await openAward();
  const budget = [{ objectClass: "personnel", cents: 22_000_00 }];
  const made = await ask(people.grants, "POST /api/v1/subawards", {
    awardId,
    vendorId: a.vendor.id,
    accountStringId: a.accountStringId,
    title: "Block captains",
    amount: 20_000_00,
    match: 2_000_00,
    budget,
    startsOn: agencyDay(-90),
    endsOn: agencyDay(100),
  });
  const path = `/api/v1/subawards/${made.id}`;
  await ask(people.grants, `PATCH ${path}`, { title: "Captains of blocks" }, made.version);
  expect(await ask<object>(people.grants, `GET ${path}`)).toMatchObject({
    title: "Captains of blocks",
    match: 2_000_00,
    budget,
  });

  const programs = "POST /api/v1/grant-programs";
  const { id: programId } = await ask(people.grants, programs, {
    title: "Readiness",
    awardId,
    total: 50_000_00,
    opensOn: agencyDay(-1),
    startsOn: agencyDay(-100),
    endsOn: agencyDay(200),
    criteria: [{ name: "Need", weight: 100 }],
  });
  await ask(people.grants, `${programs}/${programId}/actions/publish`);
  const company = await makeCompany(t, "Own Kitchen");
  const vendor = await makeVendor(t.database, a, { name: "Own Kitchen" });
  await t.database.transaction(a.people.admin, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${company.vendorIds[0]}
      where org_id = ${a.orgId} and id = ${vendor.id}
    `),
  );
  const own = `/api/v1/vendor-programs/${a.orgId}/${programId}/applications`;
  const draft = await ask(company, `POST ${own}`, {
    title: "Two hundred meals",
    narrative: "Our kitchen cooks on each day of a storm and drives the meals out.",
    budget,
    match: 2_000_00,
    startsOn: agencyDay(-90),
    endsOn: agencyDay(100),
    contactName: "Nora Lind",
  });
  const address = `/api/v1/vendor-program-applications/${a.orgId}/${draft.id}`;
  await ask(company, `PATCH ${address}`, { title: "Three hundred meals" }, draft.version);
  const { applications } = await ask<{ applications: object[] }>(
    company,
    "GET /api/v1/vendor-grants",
  );
  expect(applications).toEqual([
    expect.objectContaining({
      title: "Three hundred meals",
      narrative: "Our kitchen cooks on each day of a storm and drives the meals out.",
      budget,
      match: 2_000_00,
      contactName: "Nora Lind",
    }),
  ]);
});

test("a shared view, and a receiver of events", async () => {
  type View = { id: string; version: number; shared: boolean; query: string };
  const view = await ask<View>(people.keeper, "POST /api/v1/saved-views", {
    list: "grant-awards",
    name: "Late",
    query: "lateReport=true",
    shared: true,
  });
  const renamed = await ask<View>(
    people.keeper,
    `PATCH /api/v1/saved-views/${view.id}`,
    { name: "Late reports" },
    view.version,
  );
  expect(renamed).toMatchObject({ name: "Late reports", query: "lateReport=true", shared: true });

  const { admin } = a.people;
  const path = "/api/v1/webhook-endpoints";
  const [topic] = (
    await ask<{ items: { topic: string }[] }>(admin, "GET /api/v1/webhook-topics")
  ).items.map((each) => each.topic);
  const receiver = await ask(admin, `POST ${path}`, {
    address: "https://hooks.example.gov/levee",
    description: "Ledger of the county",
    topics: [topic],
  });
  const moved = { address: "https://hooks.example.gov/levee/2" };
  await ask(admin, `PATCH ${path}/${receiver.id}`, moved, receiver.version);
  expect(await ask<{ items: object[] }>(admin, `GET ${path}`)).toMatchObject({
    items: [{ ...moved, description: "Ledger of the county", topics: [topic] }],
  });
});

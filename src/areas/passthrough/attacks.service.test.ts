// Whoever reaches for what is not theirs: another agency, a lower role, another applicant, another
// subrecipient, a reviewer before the seal is broken. Asked as the browser asks.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { actingFor, makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { acceptAward, awardInput, createAward, stepAward } from "#areas/grants/grants.server.ts";
import { factFields } from "./subaward/facts.model.ts";
import { riskQuestions } from "./subaward/risk.model.ts";

type Name = "grants" | "certifier" | "first" | "second" | "staff";
let t: TestDatabase;
let app: FastifyInstance;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<Name, Actor>;
let stranger: Actor;
let companies: Record<"own" | "rival", Actor>;
let awardId: string;
const vendorOf: Record<string, string> = {};
let who: Actor;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
type Answer = { code: number; body: Record<string, never> & { id: string; version: number } };
const call = async (
  actor: Actor,
  method: "GET" | "POST",
  url: string,
  payload?: object,
  version = 1,
): Promise<Answer> => {
  who = actor;
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { "if-match": `"${version}"` },
    ...(payload && { payload }),
  });
  return { code: answer.statusCode, body: answer.json() };
};
const fresh = async (actor: Actor, path: string) =>
  (await call(actor, "GET", path)).body.version as number;

const openAward = async (): Promise<string> => {
  const { grants } = people;
  const { code } = await t.database.read(grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  const { id } = await as(grants, (tx) =>
    createAward(
      tx,
      grants,
      awardInput.parse({
        title: "Preparedness",
        grantor: "CDC",
        amount: 100_000_00,
        periodFrom: agencyDay(-300),
        periodTo: agencyDay(300),
        budget: [{ objectClass: "contractual", cents: 100_000_00 }],
      }),
    ),
  );
  await as(grants, (tx) => acceptAward(tx, grants, { id, version: null }, { segmentCode: code }));
  await as(grants, (tx) => stepAward(tx, grants, "activate", { id, version: null, reason: null }));
  return id;
};

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 100_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    first: { duties: ["program_reviewer"] },
    second: { duties: ["program_reviewer"] },
    staff: { role: "user" },
  });
  const other = await payingAgency(t.database);
  ({ stranger } = await makeMembers(t.database, other, {
    stranger: { role: "admin", duties: ["grant_manager", "certifier", "program_reviewer"] },
  }));
  companies = {
    own: await makeCompany(t, "Own Kitchen"),
    rival: await makeCompany(t, "Rival Kitchen"),
  };
  for (const [name, company] of Object.entries(companies)) {
    const vendor = await makeVendor(t.database, a, { name, email: `${name}@kitchen.test` });
    await as(a.people.admin, (tx) =>
      tx.rows(sql`
        update vendor
        set identity_id = ${company.vendorIds[0]}
        where org_id = ${a.orgId} and id = ${vendor.id}
      `),
    );
    vendorOf[name] = vendor.id;
  }
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => who,
  });
  awardId = await openAward();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const openProgram = async (): Promise<string> => {
  const { grants, first, second } = people;
  const made = await call(grants, "POST", "grant-programs", {
    title: "Meals in storms",
    awardId,
    total: 50_000_00,
    most: 30_000_00,
    opensOn: agencyDay(-1),
    startsOn: agencyDay(-100),
    endsOn: agencyDay(200),
    criteria: [{ name: "Need", weight: 100 }],
  });
  const { id } = made.body;
  for (const { personId } of [first, second])
    await call(grants, "POST", `grant-programs/${id}/reviewers`, { personId });
  const version = await fresh(grants, `grant-programs/${id}`);
  const out = await call(grants, "POST", `grant-programs/${id}/actions/publish`, {}, version);
  expect(out.code).toBe(200);
  return id;
};
const applied = async (company: Actor, programId: string): Promise<string> => {
  const made = await call(company, "POST", `vendor-programs/${a.orgId}/${programId}/applications`, {
    title: "Two hundred meals",
    narrative: "Our kitchen cooks on each day of a storm and drives the meals out.",
    budget: [{ objectClass: "supplies", cents: 20_000_00 }],
    startsOn: agencyDay(-90),
    endsOn: agencyDay(100),
  });
  expect(made.code).toBe(201);
  const { id, version } = made.body;
  const at = `vendor-program-applications/${a.orgId}/${id}/actions/submit`;
  expect((await call(company, "POST", at, {}, version)).code).toBe(200);
  return id;
};

test("scores are nobody else's to see: not an applicant's, another agency's, or another reviewer's", async () => {
  const programId = await openProgram();
  const mine = await applied(companies.own, programId);
  const theirs = await applied(companies.rival, programId);
  const { grants, first, second, staff } = people;
  const path = `grant-programs/${programId}`;
  const version = await fresh(grants, path);
  await call(grants, "POST", `${path}/actions/score`, {}, version);
  const none = [mine, theirs].map((applicationId) => ({
    applicationId,
    conflict: false,
    note: "",
  }));
  expect((await call(staff, "POST", `${path}/declaration`, { applications: none })).code).toBe(403);
  for (const reviewer of [first, second])
    expect(
      (await call(reviewer, "POST", `${path}/declaration`, { applications: none })).code,
    ).toBeLessThan(300);
  const { body: review } = await call(first, "GET", `${path}/review`);
  const criterionId = (review as unknown as { criteria: { id: string }[] }).criteria[0]!.id;
  const scores = (handIn: boolean, n: string) => ({
    handIn,
    scores: [mine, theirs].map((applicationId) => ({
      applicationId,
      criterionId,
      score: n,
      note: "Seven kitchens are near.",
    })),
  });
  expect((await call(first, "POST", `${path}/scores`, scores(true, "7"))).code).toBeLessThan(300);
  for (const nosy of [second, grants, staff, a.people.admin]) {
    const { body } = await call(nosy, "GET", `${path}/review`);
    expect(JSON.stringify(body)).not.toContain("Seven kitchens");
  }
  expect((await call(stranger, "GET", `${path}/review`)).code).toBe(404);
  expect((await call(stranger, "POST", `${path}/scores`, scores(true, "1"))).code).toBe(404);
  expect((await call(companies.rival, "GET", `${path}/review`)).code).toBe(403);
  // In the portal each sees the own application, before and after.
  const { body: overview } = await call(companies.rival, "GET", "vendor-grants");
  expect(JSON.stringify(overview)).toContain(theirs);
  expect(JSON.stringify(overview)).not.toContain(mine);
  expect(JSON.stringify(overview)).not.toContain("score");
  const take = `vendor-program-applications/${a.orgId}/${mine}/actions/withdraw`;
  expect((await call(companies.rival, "POST", take, { reason: "Not mine" })).code).toBe(404);
  expect((await call(stranger, "GET", `program-applications/${mine}`)).code).toBe(404);
});

test("an applicant learns what was selected, and why, from the notice and not before", async () => {
  const programId = await openProgram();
  const { grants, first, second } = people;
  const [mine, theirs] = [
    await applied(companies.own, programId),
    await applied(companies.rival, programId),
  ];
  const path = `grant-programs/${programId}`;
  const step = async (name: string, at = path) => {
    const { code, body } = await call(
      grants,
      "POST",
      `${at}/actions/${name}`,
      {
        reason: "The kitchen of Own is nearer to the shelters.",
      },
      await fresh(grants, at),
    );
    return [code, (body as { detail?: string }).detail ?? ""] as const;
  };
  await step("score");
  const { body } = await call(first, "GET", `${path}/review`);
  const { criteria } = body as unknown as { criteria: { id: string }[] };
  for (const reviewer of [first, second]) {
    await call(reviewer, "POST", `${path}/declaration`, {
      applications: [mine, theirs].map((applicationId) => ({ applicationId, conflict: false })),
    });
    await call(reviewer, "POST", `${path}/scores`, {
      handIn: true,
      scores: [mine, theirs].map((applicationId) => ({
        applicationId,
        criterionId: criteria[0]!.id,
        score: "8",
      })),
    });
  }
  await step("reveal");
  await step("freeze");
  expect(await step("tell")).toEqual([
    409,
    expect.stringMatching(/^2 applications wait for Select or Not selected: GAP-/),
  ]);
  expect((await step("select", `program-applications/${mine}`))[0]).toBe(200);
  expect((await step("pass", `program-applications/${theirs}`))[0]).toBe(200);

  const seen = async (who: Actor, id: string) => {
    const { applications } = (await call(who, "GET", "vendor-grants")).body as unknown as {
      applications: { id: string; status: string; statusReason: string | null; version: number }[];
    };
    return applications.find((each) => each.id === id)!;
  };
  for (const [who, id] of [
    [companies.own, mine],
    [companies.rival, theirs],
  ] as const) {
    const { status, statusReason, version } = await seen(who, id);
    expect({ status, statusReason }).toEqual({ status: "submitted", statusReason: null });
    // Nor by what is refused: the same words whether it was selected or not.
    const out = await call(
      who,
      "POST",
      `vendor-program-applications/${a.orgId}/${id}/actions/withdraw`,
      { reason: "We try to find out." },
      version,
    );
    expect(out.code).toBe(409);
    expect(out.body).toMatchObject({ code: "being_selected" });
  }
  const early = await call(grants, "POST", "subawards", {
    awardId,
    applicationId: mine,
    vendorId: vendorOf["own"],
    accountStringId: a.accountStringId,
    title: "Two hundred meals",
    amount: 20_000_00,
    startsOn: agencyDay(-90),
    endsOn: agencyDay(100),
  });
  expect(JSON.stringify(early.body)).toContain("the applicants do not know yet");

  expect((await step("tell"))[0]).toBe(200);
  expect(await seen(companies.own, mine)).toMatchObject({ status: "selected" });
  expect(await seen(companies.rival, theirs)).toMatchObject({
    status: "not_selected",
    statusReason: "The kitchen of Own is nearer to the shelters.",
  });

  // As a program that was decided before notices went out together: its step is taken, nobody is told twice.
  const letters = () =>
    t.database.transaction(grants, async (tx) => {
      const { n } = await tx.one<{ n: number }>(sql`
        select count(*)::int as n
        from mail
        where org_id = ${a.orgId}
      `);
      return n;
    });
  const before = await letters();
  expect(before).toBeGreaterThan(0);
  await t.database.transaction(grants, (tx) =>
    tx.rows(sql`
      update grant_program
      set status = 'decided'
      where org_id = ${a.orgId} and status = 'told'
    `),
  );
  expect((await step("tell"))[0]).toBe(200);
  expect(await letters()).toBe(before);
});

const activeSubaward = async (): Promise<string> => {
  const { grants, certifier } = people;
  const made = await call(grants, "POST", "subawards", {
    awardId,
    vendorId: vendorOf["own"],
    accountStringId: a.accountStringId,
    title: "Two hundred meals",
    amount: 20_000_00,
    startsOn: agencyDay(-90),
    endsOn: agencyDay(100),
  });
  expect(made.code).toBe(201);
  const { id } = made.body;
  const path = `subawards/${id}`;
  const facts = Object.fromEntries(
    factFields.map(({ key }) => [
      key,
      key === "research" ? { value: "", known: false } : { value: "As said", known: true },
    ]),
  );
  const send = async (actor: Actor, to: string, body: object) => {
    const version = await fresh(actor, path);
    const out = await call(actor, "POST", `${path}/${to}`, body, version);
    expect(out.code, to).toBeLessThan(300);
  };
  await send(grants, "facts", { facts });
  await send(grants, "actions/assess", {
    answers: riskQuestions.map((q) => ({ question: q.key, points: 0, note: "Known since 2022." })),
  });
  await send(certifier, "actions/approve", {});
  await send(grants, "actions/execute", {});
  await send(grants, "actions/activate", {});
  return id;
};

test("a subaward is told to its subrecipient by letter, and asked for by nobody else", async () => {
  const id = await activeSubaward();
  const letters = await identityDb(t.database).rows<{ to: string; text: string; subject: string }>(
    sql`
      select to_address as to, subject, body_text as text
      from mail
      where org_id = ${a.orgId} and kind = 'subawardExecuted'
    `,
  );
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ to: "own@kitchen.test" });
  expect(letters[0]!.text).toContain("$20,000.00");
  expect(letters[0]!.text).toContain("(iii) Federal award identification number: As said");
  expect(letters[0]!.text).toContain("research and development: not known yet");
  const ask = {
    periodFrom: agencyDay(-60),
    periodTo: agencyDay(-30),
    lines: [
      { incurredOn: agencyDay(-50), payee: "Wholesale", objectClass: "supplies", cents: 500_00 },
    ],
  };
  const { rival, own } = companies;
  expect((await call(rival, "GET", `vendor-subawards/${a.orgId}/${id}`)).code).toBe(404);
  const requests = `vendor-subawards/${a.orgId}/${id}/requests`;
  expect((await call(rival, "POST", requests, ask)).code).toBe(404);
  const nobodys = actingFor({ ...rival, vendorIds: [] }, crypto.randomUUID());
  expect((await call(nobodys, "POST", requests, ask)).code).toBe(404);
  const made = await call(own, "POST", requests, ask);
  expect(made.code).toBe(201);
  const decide = `subaward-requests/${made.body.id}/actions/accept`;
  expect((await call(stranger, "POST", decide, {})).code).toBe(404);
  expect((await call(people.staff, "POST", decide, {})).code).toBe(403);
  expect((await call(own, "POST", decide, {})).code).toBe(403);
  for (const [path, body] of [
    [`subawards/${id}`, undefined],
    [`subaward-requests/${made.body.id}`, undefined],
    [`subawards/${id}/actions/end`, { reason: "Over." }],
  ] as const)
    expect((await call(stranger, body ? "POST" : "GET", path, body)).code, path).toBe(404);
  const end = await call(people.staff, "POST", `subawards/${id}/actions/end`, { reason: "Over." });
  expect(end.code).toBe(403);
});

test("costs outside of the budget's classes are said from the request on; past the limit they wait for a revised budget", async () => {
  const id = await activeSubaward();
  const { grants, certifier } = people;
  const budget = (...shares: [string, number][]) =>
    shares.map(([objectClass, cents]) => ({ objectClass, cents }));
  await as(grants, (tx) =>
    tx.rows(sql`
      update subaward
      set
        amount = ${900_000_00}, budget = ${JSON.stringify(budget(["personnel", 900_000_00]))}::jsonb
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
  const ask = async (objectClass: string, cents: number) =>
    (
      await call(companies.own, "POST", `vendor-subawards/${a.orgId}/${id}/requests`, {
        periodFrom: agencyDay(-60),
        periodTo: agencyDay(-30),
        lines: [{ incurredOn: agencyDay(-50), payee: "Inn", objectClass, cents }],
      })
    ).body.id;
  const found = async (request: string) =>
    (await call(certifier, "GET", `subaward-requests/${request}`)).body as unknown as {
      classFindings: object[];
      version: number;
    };
  const accept = (request: string) =>
    call(certifier, "POST", `subaward-requests/${request}/actions/accept`, {});
  const small = await ask("supplies", 600_00);
  expect((await found(small)).classFindings).toMatchObject([
    { objectClass: "supplies", text: expect.stringContaining("is no class"), asksRevision: false },
  ]);
  expect((await accept(small)).code).toBe(200);
  const drawn = await call(certifier, "POST", `subawards/${id}/desk-reviews`, { size: 1 });
  expect(drawn.code).toBe(201);
  expect((await call(certifier, "GET", `subawards/${id}/desk-reviews`)).body).toMatchObject({
    items: [{ lines: [{ classFinding: expect.stringContaining("Supplies is no class") }] }],
  });
  const large = await ask("travel", 90_000_00);
  expect((await found(large)).classFindings).toMatchObject([
    { objectClass: "travel", asksRevision: false },
    { objectClass: null, asksRevision: true, citation: expect.stringContaining("200.308") },
  ]);
  expect(await accept(large)).toMatchObject({ code: 409, body: { code: "revision_needed" } });
  const revise = async (actor: Actor, ...shares: [string, number][]) => {
    const version = await fresh(certifier, `subawards/${id}`);
    const reason = "Travel to the sites was planned as pay.";
    const body = { budget: budget(...shares), reason };
    return call(actor, "POST", `subawards/${id}/actions/revise`, body, version);
  };
  const whole = [
    ["personnel", 800_000_00],
    ["travel", 99_400_00],
    ["supplies", 600_00],
  ] as [string, number][];
  expect((await revise(grants, ...whole)).code).toBe(403);
  const other = await revise(certifier, ["travel", 1]);
  expect(other).toMatchObject({ code: 422, body: { errors: [{ path: "budget" }] } });
  expect(await revise(certifier, ["personnel", 900_000_00])).toMatchObject({
    code: 422,
    body: {
      errors: [{ path: "budget.supplies", message: expect.stringContaining("accepted already") }],
    },
  });
  expect((await revise(certifier, ...whole)).code).toBe(200);
  expect((await found(large)).classFindings).toEqual([]);
  expect((await accept(large)).code).toBe(200);
  await as(grants, (tx) =>
    tx.rows(sql`update subaward set status = 'closed' where org_id = ${a.orgId} and id = ${id}`),
  );
  expect(await revise(certifier, ...whole)).toMatchObject({
    code: 409,
    body: { detail: expect.stringContaining("is revised while it runs") },
  });
});

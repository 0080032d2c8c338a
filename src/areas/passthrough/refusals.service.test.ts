// What programs, applications, their review, subawards and payment requests refuse, as a person
// meets it at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { getRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { closeoutOf } from "#areas/grants/closeout/closeout.service.ts";
import { holdsOf } from "#areas/grants/drawdown/costs.service.ts";
import { applicationInput } from "./application/application.model.ts";
import type { ProgramApplicationRecord } from "./application/application.noun.ts";
import { changeApplication } from "./application/application.service.ts";
import { programApplication } from "./passthrough.tables.ts";
import { factFields } from "./subaward/facts.model.ts";
import { riskQuestions } from "./subaward/risk.model.ts";

type Name = "grants" | "certifier" | "other" | "first" | "second" | "third";
let t: TestDatabase;
let a: PayingAgency;
let people: Record<Name, Actor>;
let awardId: string;
const ask = askingOf(() => t);
const refused = (who: Name, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 100_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    other: { duties: ["certifier"] },
    first: { duties: ["program_reviewer"] },
    second: { duties: ["program_reviewer"] },
    third: { duties: ["program_reviewer"] },
  });
  const { code } = await t.database.read(people.grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  const path = "POST /api/v1/grant-awards";
  const made = await ask(people.grants, path, {
    title: "Preparedness",
    grantor: "CDC",
    grantorNumber: "NU90-1",
    assistanceListing: "93.069",
    amount: 100_000_00,
    periodFrom: agencyDay(-300),
    periodTo: agencyDay(300),
    budget: [{ objectClass: "contractual", cents: 100_000_00 }],
  });
  awardId = made.id;
  await ask(people.grants, `${path}/${awardId}/actions/accept`, { segmentCode: code });
  await ask(people.grants, `${path}/${awardId}/actions/activate`);
});
afterAll(() => t.drop());

const programs = "POST /api/v1/grant-programs";
const program = {
  title: "Readiness",
  total: 50_000_00,
  most: 30_000_00,
  least: 1_000_00,
  matchPercent: 10,
  opensOn: agencyDay(-1),
  startsOn: agencyDay(-100),
  endsOn: agencyDay(200),
  criteria: [
    { name: "Need", weight: 60 },
    { name: "Plan", weight: 40 },
  ],
};
const drafted = async (over: object = {}) =>
  (await ask(people.grants, programs, { ...program, awardId, ...over })).id;
const opened = async (over: object = {}) => {
  const id = await drafted(over);
  await ask(people.grants, `${programs}/${id}/actions/publish`);
  return id;
};
const application = () => ({
  vendorId: a.vendor.id,
  title: "Block captains",
  narrative: "Forty captains are trained and exercise twice a year.",
  budget: [{ objectClass: "personnel", cents: 22_000_00 }],
  match: 2_000_00,
  startsOn: agencyDay(-90),
  endsOn: agencyDay(100),
});
const applied = (id: string, over: object = {}) =>
  ask(people.grants, `${programs}/${id}/applications`, { ...application(), ...over });
const budgetOf = (cents: number) => ({ budget: [{ objectClass: "personnel", cents }] });

test.each([
  [{ closesOn: agencyDay(-2) }, "It closes before it opens."],
  [{ endsOn: agencyDay(-101) }, "The last day comes before the first."],
  [{ most: 50_000_01 }, "One award cannot be more than there is in all."],
  [{ least: 30_000_01 }, "The least is more than the most."],
])("a program is not drafted with %o", async (over, text) => {
  expect(await refused("grants", programs, { ...program, awardId, ...over })).toBe(
    `invalid_field: ${text}`,
  );
});

test("nothing is passed on from an award that was declined, and an application that was sent stays as it is", async () => {
  const path = "POST /api/v1/grant-awards";
  const declined = await ask(people.grants, path, {
    title: "Shelters",
    grantor: "CDC",
    grantorNumber: "NU90-2",
    assistanceListing: "93.069",
    amount: 1_000_00,
    periodFrom: agencyDay(-300),
    periodTo: agencyDay(300),
    budget: [{ objectClass: "contractual", cents: 1_000_00 }],
  });
  await ask(people.grants, `${path}/${declined.id}/actions/decline`, { reason: "Too little" });
  expect(await refused("grants", programs, { ...program, awardId: declined.id })).toMatch(
    /^rule: AWD-\S+ is declined: nothing is passed on from it\.$/,
  );
  const { id } = await applied(await opened());
  const sent = await t.database.transaction(people.grants, (tx) =>
    getRow(tx, programApplication, id, "application"),
  );
  expect(
    await refusalOf(
      t.database.transaction(people.grants, (tx) =>
        changeApplication(
          tx,
          people.grants,
          sent as ProgramApplicationRecord,
          applicationInput.parse({ ...application(), vendorId: undefined }),
          sent.version,
        ),
      ),
    ),
  ).toBe("rule: It was sent and stays as it is.");
});

test("a program at its limits is drafted; it is published with whole weights and days of its money", async () => {
  const edge = { most: 50_000_00, least: 50_000_00, closesOn: agencyDay(-1) };
  expect(await refused("grants", programs, { ...program, awardId, ...edge })).toBe(
    "nothing was refused",
  );
  const publish = (id: string) => refused("grants", `${programs}/${id}/actions/publish`);
  expect(await publish(await drafted({ criteria: [{ name: "Need", weight: 99 }] }))).toBe(
    "rule: The weights of the criteria come to 99; they come to 100.",
  );
  expect(await publish(await drafted({ startsOn: agencyDay(-301) }))).toMatch(
    /The money of AWD-\S+ is not there on all days of this program/,
  );
  expect(await publish(await drafted({ endsOn: agencyDay(301) }))).toMatch(/is not there on all/);
  expect(await publish(await drafted({ startsOn: agencyDay(-300), endsOn: agencyDay(300) }))).toBe(
    "nothing was refused",
  );
});

test("an application has what its program asks, to the cent and the day", async () => {
  const id = await opened();
  const apply = (over: object) =>
    refused("grants", `${programs}/${id}/applications`, { ...application(), ...over });
  const cases: [object, string][] = [
    [{ narrative: "Nineteen letters it" }, "Describe the project in at least 20 letters."],
    [{ ...budgetOf(2_000_00) }, "The budget must be more than the match that you bring."],
    [{ ...budgetOf(1_999_99) }, "The match is more than the budget."],
    [{ ...budgetOf(33_000_01), match: 3_000_00 }, "One applicant gets $30,000.00 at the most."],
    [{ ...budgetOf(2_999_99) }, "Nothing below $1,000.00 is given."],
    [{ match: 1_999_99 }, "A match of 10 percent of what you ask for is due."],
    [{ startsOn: agencyDay(-101) }, "The money of this program is not there on all these days."],
    [{ endsOn: agencyDay(201) }, "The money of this program is not there on all these days."],
    [{ endsOn: agencyDay(-91) }, "The last day comes before the first."],
  ];
  for (const [over, text] of cases) expect(await apply(over)).toBe(`invalid_field: ${text}`);
  const edge = { ...budgetOf(33_000_00), match: 3_000_00 };
  expect(await apply({ ...edge, startsOn: agencyDay(-100), endsOn: agencyDay(200) })).toBe(
    "nothing was refused",
  );
  expect(await apply({})).toMatch(/^once: GAP-\S+ is this applicant's application already\.$/);
});

test("a paper that was received in time is taken after the closing day, with its day and who took it; one that came later is not", async () => {
  const id = await opened({ opensOn: agencyDay(-9), closesOn: agencyDay(9) });
  await t.database.transaction(people.grants, (tx) =>
    tx.rows(sql`
      update grant_program
      set closes_on = ${agencyDay(-3)}
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
  const enter = (receivedOn?: string) =>
    refused("grants", `${programs}/${id}/applications`, { ...application(), receivedOn });
  const late = /GPR-\S+ closed on .+; what was received on .+ came too late\./;
  expect(await enter()).toMatch(late);
  expect(await enter(agencyDay(-2))).toMatch(late);
  expect(await enter(agencyDay(1))).toContain("This day has not come yet.");
  expect(await enter(agencyDay(-10))).toContain("does not take applications yet");
  const made = await applied(id, { receivedOn: agencyDay(-3), receivedBy: "Front desk, M. Ruiz" });
  expect(await ask(people.grants, `GET /api/v1/program-applications/${made.id}`)).toMatchObject({
    receivedOn: agencyDay(-3),
    receivedBy: "Front desk, M. Ruiz",
    source: "staff",
  });
});

test("reviewers are others than the keeper, declare once applicants are known, and score inside the scale", async () => {
  const id = await opened();
  const add = (who: Name) =>
    refused("grants", `${programs}/${id}/reviewers`, { personId: people[who].personId });
  expect(await add("grants")).toContain("Whoever keeps the program does not score");
  expect(await add("certifier")).toContain("Give this person the duty Program reviewer first.");
  for (const who of ["first", "second"] as const)
    expect(await add(who)).toBe("nothing was refused");
  expect(await add("first")).toContain("This person reviews the program already.");
  const one = await applied(id);
  const declare = (who: Name, over: object = {}) =>
    refused(who, `${programs}/${id}/declaration`, {
      applications: [{ applicationId: one.id, conflict: false, ...over }],
    });
  const { criteria } = await ask<{ criteria: { id: string }[] }>(
    people.grants,
    `GET /api/v1/grant-programs/${id}/review`,
  );
  const cell = { applicationId: one.id, criterionId: criteria[0]!.id, score: "8" };
  const score = (who: Name, over: object = {}, handIn = false, scores = [{ ...cell, ...over }]) =>
    refused(who, `${programs}/${id}/scores`, { scores, handIn });
  const agreed = { ...cell, comment: "We agreed on it." };
  expect(await declare("first")).toBe(
    "rule: Interests are declared once the applicants are known.",
  );
  expect(await score("first")).toBe("rule: Scores are given while the program is scored.");
  await ask(people.grants, `${programs}/${id}/actions/score`);
  expect(await declare("first", { conflict: true, note: "Kin" })).toContain(
    "Describe the conflict in a sentence.",
  );
  for (const who of ["first", "second"] as const)
    expect(await declare(who)).toBe("nothing was refused");
  expect(await score("first", { criterionId: newId() })).toContain(
    "There is no such criterion or application here.",
  );
  expect(await score("first", { score: "10.01" })).toContain("Need has at most 10 points.");
  expect(await score("first", { score: "10" }, true)).toBe(
    "incomplete: 1 of 2 scores are missing.",
  );
  expect(await refused("first", `${programs}/${id}/consensus`, agreed)).toBe(
    "rule: The consensus follows when the scores are open.",
  );
  const whole = criteria.map((c) => ({ ...cell, criterionId: c.id }));
  for (const who of ["first", "second"] as const)
    expect(await score(who, {}, true, whole)).toBe("nothing was refused");
  await ask(people.grants, `${programs}/${id}/actions/reveal`);
  expect(await add("third")).toContain(
    "The scores of this program are open: nobody joins any more.",
  );
  expect(await refused("first", `${programs}/${id}/recusal`, { reason: "I know them." })).toBe(
    "rule: The scores are open already.",
  );
  expect(
    await refused("grants", `POST /api/v1/program-applications/${one.id}/actions/refuse`, {
      reason: "Not eligible",
    }),
  ).toBe("rule: Eligibility is decided before the scores open.");
});

test("scores open with two reviewers and something to rank, after the closing day", async () => {
  const id = await opened({ closesOn: agencyDay() });
  const step = (name: string) => refused("grants", `${programs}/${id}/actions/${name}`);
  expect(await step("score")).toBe(
    "rule: Applications are taken until the end of the closing day.",
  );
  const other = await opened();
  const reveal = () => refused("grants", `${programs}/${other}/actions/reveal`);
  await ask(people.grants, `${programs}/${other}/reviewers`, { personId: people.first.personId });
  await ask(people.grants, `${programs}/${other}/actions/score`);
  expect(await reveal()).toBe("rule: At least two reviewers who are not recused score a program.");
  await ask(people.grants, `${programs}/${other}/reviewers`, { personId: people.second.personId });
  for (const who of ["first", "second"] as const) {
    await ask(people[who], `${programs}/${other}/declaration`, { applications: [] });
    await ask(people[who], `${programs}/${other}/scores`, { scores: [], handIn: true });
  }
  expect(await reveal()).toBe("rule: There is no application to rank.");
});

const subawards = "POST /api/v1/subawards";
const subaward = () => ({
  awardId,
  vendorId: a.vendor.id,
  accountStringId: a.accountStringId,
  title: "Block captains",
  amount: 20_000_00,
  startsOn: agencyDay(-90),
  endsOn: agencyDay(-10),
});
const step = (id: string, name: string) => `${subawards}/${id}/actions/${name}`;
const approved = async (vendorId = a.vendor.id) => {
  const { id } = await ask(people.grants, subawards, { ...subaward(), vendorId });
  await ask(people.grants, step(id, "assess"), {
    answers: riskQuestions.map((q) => ({ question: q.key, points: 1, note: "Known since 2022." })),
  });
  await ask(people.certifier, step(id, "approve"));
  return id;
};
const filled = async (id: string) => {
  const { version } = await ask(people.grants, `GET /api/v1/subawards/${id}`);
  const facts = Object.fromEntries(
    factFields.map(({ key }) => [key, { value: "As said", known: true }]),
  );
  await ask(people.grants, `POST /api/v1/subawards/${id}/facts`, { facts }, version);
};

test("a subaward adds up, goes to a known subrecipient for a selected application, and stays once assessed", async () => {
  const draft = (over: object) => refused("grants", subawards, { ...subaward(), ...over });
  expect(await draft({ ...budgetOf(20_000_01) })).toContain(
    "The budget comes to $20,000.01; amount and match to $20,000.00.",
  );
  expect(await draft({ vendorId: newId() })).toContain("There is no such subrecipient.");
  expect(await draft({ applicationId: newId() })).toContain(
    "This is no application of this subrecipient.",
  );
  const own = await applied(await opened());
  expect(await draft({ applicationId: own.id })).toMatch(/GAP-\S+ is not selected\./);
  const id = await approved();
  const { version } = await ask(people.grants, `GET /api/v1/subawards/${id}`);
  expect(await refused("grants", `PATCH /api/v1/subawards/${id}`, subaward(), version)).toBe(
    "rule: Only a draft is changed.",
  );
  expect(await refused("grants", step(id, "execute"))).toContain(
    "Fill these, or mark them as not known yet (",
  );
});

test("a subaward is executed with an active vendor", async () => {
  const asleep = await makeVendor(t.database, a, { name: "Asleep Aid", status: "inactive" });
  expect(await refusalOf(approved(asleep.id))).toBe(
    "vendor: The subrecipient is not active in the vendor directory.",
  );
});

const line = (over: object = {}) => ({
  incurredOn: agencyDay(-50),
  payee: "Payroll",
  objectClass: "personnel",
  cents: 1_000_00,
  ...over,
});
const request = (over: object = {}) => ({
  periodFrom: agencyDay(-60),
  periodTo: agencyDay(-30),
  lines: [line()],
  ...over,
});

test("a subrecipient's cost lies in the period of its request, and that in the subaward's", async () => {
  const id = await approved();
  await filled(id);
  await ask(people.grants, step(id, "execute"));
  const send = (over: object) => refused("grants", `${subawards}/${id}/requests`, request(over));
  expect(await send({})).toMatch(/^rule: SUB-\S+ takes no payment requests now\.$/);
  await ask(people.grants, step(id, "activate"));
  const outside = "invalid_field: This cost lies outside of the period.";
  const on = (day: number) => send({ lines: [line(), line({ incurredOn: agencyDay(day) })] });
  expect(await on(-29)).toBe(outside);
  expect(await on(-61)).toBe(outside);
  expect(await on(-30)).toBe("nothing was refused");
  expect(await on(-60)).toBe("nothing was refused");
  expect(await send({ periodTo: agencyDay(-61) })).toContain(
    "The last day comes before the first.",
  );
  expect(await send({ periodTo: agencyDay(1) })).toContain("This day has not come yet.");
  expect(await send({ periodTo: agencyDay(-9) })).toMatch(/SUB-\S+ runs from .+ to .+\./);
  expect(await send({ periodFrom: agencyDay(-91) })).toMatch(/runs from/);
  expect(await send({ match: 1_000_00 })).toContain("The costs must be more than the match.");
  const asked = await ask(people.grants, `${subawards}/${id}/requests`, request());
  await t.database.transaction(people.grants, (tx) =>
    tx.rows(
      sql`update subaward set status = 'terminated' where org_id = ${a.orgId} and id = ${id}`,
    ),
  );
  const accept = `POST /api/v1/subaward-requests/${asked.id}/actions/accept`;
  expect(await refused("certifier", accept)).toMatch(/^rule: SUB-\S+ pays nothing now\.$/);
  await t.database.transaction(people.grants, (tx) =>
    tx.rows(sql`update subaward set status = 'active' where org_id = ${a.orgId} and id = ${id}`),
  );
  await ask(people.certifier, accept);
  await reviewed(id);
});

// A desk review of what was accepted questions drawn costs alone, and no more of one than it is.
const reviewed = async (subawardId: string) => {
  const drawn = await ask(people.certifier, `${subawards}/${subawardId}/desk-reviews`, { size: 1 });
  const { costId } = await t.database.read(people.grants).one<{ costId: string }>(sql`
    select cost_id
    from desk_review_line
    where org_id = ${a.orgId} and review_id = ${drawn.id}
  `);
  const found = { costId, result: "not_supported", questioned: 1_000_00, note: "No receipt." };
  const finish = (over: object, more: object[] = []) =>
    refused("certifier", `POST /api/v1/desk-reviews/${drawn.id}/actions/finish`, {
      conclusion: "One cost is questioned.",
      lines: [{ ...found, ...over }, ...more],
    });
  expect(await finish({ questioned: 1_000_01 })).toContain("More is questioned than the cost is.");
  expect(await finish({}, [{ ...found, costId: newId() }])).toContain("This cost was not drawn.");
  expect(await finish({})).toBe("nothing was refused");
  expect(await finish({})).toBe("rule: This review is done and stays as it is.");
  await decided(subawardId);
};

// What is questioned is held back: of the subaward, of what the award draws, of both closings, until
// somebody else decided it and what is not allowed came back.
const decided = async (subawardId: string) => {
  const read = () => ask(people.grants, `GET /api/v1/subawards/${subawardId}/desk-reviews`);
  const standing = async () =>
    (await read()) as unknown as { items: { lines: { standing: { id: string } }[] }[] };
  const [{ id }] = (await standing()).items[0]!.lines.map((l) => l.standing) as [{ id: string }];
  const db = t.database.read(people.grants);
  const closeout = async () =>
    (await closeoutOf(db, awardId)).find((i) => i.key === "questioned")!.text;
  const held = async () => (await holdsOf(db, awardId)).reduce((n, h) => n + h.cents, 0);
  expect(await closeout()).toMatch(/^SUB-\S+: \$1,000\.00 wait for a management decision/);
  expect(await held()).toBe(1_000_00);
  // 18,000.00 are the subaward's; 3,000.00 are claimed or asked for, 1,000.00 held back.
  const send = (cents: number) =>
    refused("grants", `${subawards}/${subawardId}/requests`, request({ lines: [line({ cents })] }));
  expect(await send(14_000_01)).toContain("$14,000.00 of SUB-");
  const earlier = await t.database.read(people.grants).one<{ id: string }>(sql`
    select id
    from subaward_request
    where org_id = ${a.orgId} and subaward_id = ${subawardId} and status = 'submitted'
    limit 1
  `);
  const setAmount = (cents: number) =>
    t.database.transaction(people.grants, (tx) =>
      tx.rows(sql`
        update subaward
        set amount = ${cents}
        where org_id = ${a.orgId} and id = ${subawardId}
      `),
    );
  // An amount that leaves what is asked for already, but for what is held back.
  await setAmount(2_500_00);
  expect(
    await refused("certifier", `POST /api/v1/subaward-requests/${earlier.id}/actions/accept`),
  ).toMatch(/^held_back: \$500\.00 of SUB-\S+ are left: \$1,000\.00 are questioned and held back/);
  await setAmount(18_000_00);
  const act = (who: Name, action: string, body: object) =>
    refused(who, `POST /api/v1/questioned-costs/${id}/actions/${action}`, body);
  const decision = "The receipt was not kept, and nobody saw the training.";
  const back = { recoveredOn: agencyDay(), recovery: "Check 1204" };
  expect(await act("certifier", "decide", { disallowed: 0, decision })).toContain(
    "You did the review, so another person decides what becomes of it.",
  );
  expect(await act("other", "decide", { disallowed: 1_000_01, decision })).toContain(
    "are questioned, and no more.",
  );
  expect(await act("grants", "recover", back)).toBe(
    "rule: Only what was not allowed is given back.",
  );
  expect(await act("other", "decide", { disallowed: 400_00, decision })).toBe(
    "nothing was refused",
  );
  expect(await act("other", "decide", { disallowed: 0, decision })).toBe(
    "rule: This questioned cost is decided.",
  );
  expect(await held()).toBe(400_00);
  expect(await act("grants", "recover", { ...back, recoveredOn: agencyDay(1) })).toContain(
    "This day has not come yet.",
  );
  expect(await act("grants", "recover", { ...back, recoveredOn: agencyDay(-1) })).toMatch(
    /It was decided on .+: what is not allowed comes back on that day or later\./,
  );
  expect(await act("grants", "recover", back)).toBe("nothing was refused");
  expect([await held(), await closeout()]).toEqual([0, "No cost of a subrecipient is questioned."]);
  // The subrecipient hears of both by letters: it is nobody of the agency (2 CFR 200.332).
  const letters = await identityDb(t.database).rows<{ subject: string }>(sql`
    select subject
    from mail
    where org_id = ${a.orgId} and kind = 'subawardNews'
    order by created_at, id
  `);
  expect(letters.map(({ subject }) => subject.replace(/^SUB-\S+ /, ""))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^DSK-\S+ questions \$1,000\.00 of your costs$/),
      "$400.00 of your costs are not allowed",
    ]),
  );
};

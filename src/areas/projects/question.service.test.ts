// Questions of either side: numbered within their project, answered by another, held by a side.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { businessDays, usualCalendar } from "#kernel/business-days.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { openQuestions } from "./question/matters.service.ts";
import type { ContractorProjects } from "./question/contractor.model.ts";
import type { ProjectQuestions } from "./question/rfi.model.ts";
import { daysLater, questionAgency } from "./question.setup.ts";

let t: TestDatabase;
const setUp = async () => questionAgency(t, await contractAgency(t));
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  q = await setUp();
});
afterAll(() => t.drop());

const letters = () =>
  identityDb(t.database).rows<{ subject: string; toAddress: string }>(sql`
    select subject, to_address
    from mail
    where org_id = ${q.agency.orgId} and kind = 'rfi'
    order by created_at
  `);
const told = async (personId: string | null) =>
  (
    await t.database.read({ orgId: q.agency.orgId, personId }).rows<{ title: string }>(sql`
      select title
      from notification
      where org_id = ${q.agency.orgId} and person_id = ${personId}
      order by created_at
    `)
  ).map(({ title }) => title);

test("a draft has no number; asked it counts within its project and is due in business days", async () => {
  const { inspector, engineer } = q.people;
  const site = await q.building("Q1");
  const one = await q.draft(site);
  expect(await q.read(one.id)).toMatchObject({ number: "Draft", status: "draft", court: null });
  await q.asking(inspector, `PATCH /api/v1/rfis/${one.id}`, { place: "14+50" }, one.version);
  await q.step(one.id, "open", {}, inspector);
  expect(await q.read(one.id)).toMatchObject({
    number: "RFI-Q1-001",
    status: "open",
    court: "agency",
    place: "14+50",
    askedOn: agencyDay(),
    dueOn: businessDays(usualCalendar, agencyDay(), 7),
    overdue: false,
    daysAgency: 0,
    canEdit: false,
  });
  const two = await q.draft(site, { contractId: q.contractId, askedOf: "contractor" });
  await q.step(two.id, "open", {}, inspector);
  expect(await q.read(two.id)).toMatchObject({ number: "RFI-Q1-002", court: "contractor" });
  expect((await letters()).at(-1)).toEqual({
    subject: "RFI-Q1-002: the agency asks you",
    toAddress: "northline@example.org",
  });
  // Another project counts for itself.
  const other = await q.draft(await q.building("Q2"), {}, engineer);
  await q.step(other.id, "open", {}, engineer);
  expect((await q.read(other.id)).number).toBe("RFI-Q2-001");
  expect(
    await refusalOf(
      q.asking(
        inspector,
        `PATCH /api/v1/rfis/${one.id}`,
        { place: "x" },
        (await q.read(one.id)).version,
      ),
    ),
  ).toMatch(/^not_in_this_status: It was asked: what it says stays/);
});

test("what a question says is judged at its field, and a project that is not under way takes none", async () => {
  const site = await q.building("Q3");
  for (const [over, said] of [
    [{ contractId: newId() }, /^contract_unknown: Choose a contract of this project/],
    [{ askedOf: "contractor" }, /^contract_missing: Choose the contract whose contractor/],
    [{ fileIds: [newId()] }, /^file_missing: This file is not there/],
    [{ costCents: 100 }, /An amount is guessed: say yes, or take it out/],
    [{ timeDays: 3 }, /Days are guessed: say yes, or take them out/],
  ] as const)
    expect(await refusalOf(q.draft(site, over))).toMatch(said);
  const done = await q.building("Q4", "closed");
  expect(await refusalOf(q.draft(done))).toMatch(
    /^project_not_open: PRJ-\S+ is not under way: questions are asked from its approval/,
  );
  expect(await refusalOf(q.draft(site, {}, q.people.bystander))).toMatch(/^not_allowed/);
  expect(await refusalOf(q.draft(site, {}, q.elsewhere))).toMatch(/^not_found/);
});

test("whoever asked does not answer; another does, and whoever asked closes or opens it again", async () => {
  const { engineer, second, inspector } = q.people;
  const site = await q.building("Q5");
  const { id } = await q.draft(site, {}, engineer);
  await q.step(id, "open", {}, engineer);
  const answer = { answer: "Lower it by two feet." };
  expect(await refusalOf(q.step(id, "answer", answer, engineer))).toMatch(/another person/);
  expect(await refusalOf(q.step(id, "answer", answer, inspector))).toMatch(/^not_allowed/);
  expect(await refusalOf(q.step(id, "askBack", { reason: "Which?" }, second))).toMatch(
    /^rule: It names no contract: there is no contractor to ask/,
  );
  await q.step(id, "answer", answer, second);
  expect(await q.read(id)).toMatchObject({
    status: "answered",
    court: "agency",
    answer: "Lower it by two feet.",
    answeredByName: second.name,
  });
  expect(await refusalOf(q.step(id, "reopen", {}, engineer))).toMatch(/^reason_required/);
  await q.step(id, "reopen", { reason: "And the wing wall?" }, engineer);
  expect(await q.read(id)).toMatchObject({ status: "open", answer: "", court: "agency" });
  await q.step(id, "answer", { answer: "The wing wall too." }, second);
  await q.step(id, "close", {}, engineer);
  const closed = await q.read(id);
  expect(closed).toMatchObject({ status: "closed", court: null, answer: "The wing wall too." });
  expect(closed.turns.map(({ kind, says }) => [kind, says])).toEqual([
    ["asked", "Rock is two feet lower than sheet S-201 shows. How deep?"],
    ["answered", "Lower it by two feet."],
    ["reopened", "And the wing wall?"],
    ["answered", "The wing wall too."],
    ["closed", ""],
  ]);
});

test("a draft of somebody else's is not answered by who wrote on it", async () => {
  const { engineer, second, inspector } = q.people;
  const { id, version } = await q.draft(await q.building("Q6"), {}, inspector);
  await q.asking(second, `PATCH /api/v1/rfis/${id}`, { reference: "S-201" }, version);
  await q.step(id, "open", {}, inspector);
  expect(await refusalOf(q.step(id, "answer", { answer: "Yes" }, second))).toMatch(
    /another person/,
  );
  await q.step(id, "answer", { answer: "Yes" }, engineer);
});

test("the contractor asks, is asked back, replies, and takes the answer; both sides are told", async () => {
  const { engineer, second } = q.people;
  const site = await q.building("Q7");
  expect(await q.side(site)).toMatchObject({ closed: null, questions: [] });
  const { id } = await q.askOutside(site, { costImpact: "yes", costCents: 12_500_00 });
  expect((await letters()).at(-1)!.subject).toBe("RFI-Q7-001: your question is with the agency");
  const by = `Person of Northline, ${q.vendor.name}`;
  expect((await told(engineer.personId)).at(-1)).toBe(`${by} asks RFI-Q7-001`);
  expect(await q.read(id)).toMatchObject({ side: "contractor", court: "agency", askedByName: by });
  expect(await refusalOf(q.stepOutside(id, "close", ""))).toMatch(
    /^not_your_turn: RFI-Q7-001 does not wait for this from you/,
  );
  expect(await refusalOf(q.step(id, "withdraw", { reason: "No" }, engineer))).toMatch(
    /^rule: The contractor asked it: answer it, or let the contractor withdraw it/,
  );
  await q.step(id, "askBack", { reason: "At which pile?" }, engineer);
  expect(await refusalOf(q.step(id, "askBack", { reason: "Well?" }, engineer))).toMatch(
    /^rule: The contractor has it already/,
  );
  const asked = (await q.side(site)).questions[0]!;
  expect(asked).toMatchObject({ court: "contractor", may: ["reply", "withdraw"] });
  await q.stepOutside(id, "reply", "At pile 4.");
  expect(await q.read(id)).toMatchObject({ court: "agency", status: "open" });
  expect((await told(engineer.personId)).at(-1)).toBe(`${by} replied to RFI-Q7-001`);
  await q.step(id, "answer", { answer: "Two feet." }, second);
  expect((await letters()).at(-1)!.subject).toBe("RFI-Q7-001: your question is answered");
  const answered = (await q.side(site)).questions[0]!;
  expect(answered).toMatchObject({
    status: "answered",
    answer: "Two feet.",
    may: ["close", "reopen"],
  });
  await q.stepOutside(id, "reopen", "Both abutments?");
  await q.step(id, "answer", { answer: "Both." }, second);
  await q.stepOutside(id, "close", "");
  expect(await q.read(id)).toMatchObject({ status: "closed", court: null });
  await q.step(id, "reopen", { reason: "Sheet changed" }, engineer);
  expect((await letters()).at(-1)!.subject).toBe("RFI-Q7-001: the question is open again");
});

test("the contractor answers what it was asked, and withdraws what it asked", async () => {
  const { inspector } = q.people;
  const site = await q.building("Q8");
  const ours = await q.draft(site, { contractId: q.contractId, askedOf: "contractor" });
  expect((await q.side(site)).questions).toEqual([]);
  await q.step(ours.id, "open", {}, inspector);
  const waits = await q.asking<ContractorProjects>(q.contractor, "GET /api/v1/vendor-projects");
  expect(waits.waits.map(({ title }) => title)).toContain("Answer RFI-Q8-001");
  expect(waits.items.find((p) => p.id === site)).toMatchObject({ waits: 1, open: 1 });
  await q.stepOutside(ours.id, "answer", "Rebar comes Monday.");
  expect(await q.read(ours.id)).toMatchObject({ status: "answered", court: "agency" });
  const theirs = await q.askOutside(site);
  await q.stepOutside(theirs.id, "withdraw", "Found it on S-202.");
  expect(await q.read(theirs.id)).toMatchObject({
    status: "withdrawn",
    court: null,
    statusReason: "Found it on S-202.",
  });
});

test("another company, agency or role finds nothing of a contractor's project", async () => {
  const site = await q.building("Q9");
  const { id } = await q.askOutside(site);
  expect(await refusalOf(q.side(site, q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(q.askOutside(site, {}, q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(q.stepOutside(id, "withdraw", "x", q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(q.read(id, q.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(q.read(id, q.contractor))).toMatch(/^not_allowed/);
  expect(await refusalOf(q.askOutside(site, { contractId: newId() }))).toMatch(
    /^contract_unknown: Choose your contract of this project/,
  );
  // What the agency drafts is its own, whichever contract it names.
  const draft = await q.draft(site, { contractId: q.contractId });
  expect(await refusalOf(q.stepOutside(draft.id, "answer", "x"))).toMatch(/^not_found/);
  await q.as(q.deputy, (tx) =>
    tx.rows(sql`
      update project
      set status = 'closed'
      where org_id = ${q.agency.orgId} and id = ${site}
    `),
  );
  expect((await q.side(site)).closed).toBe("The project takes no questions any more.");
  expect(await refusalOf(q.askOutside(site))).toMatch(/^project_not_open/);
});

test("days are counted by whose court it was in, and an answer late is told of both sides", async () => {
  const { engineer, second } = q.people;
  const site = await q.building("Q10");
  const asked = daysLater(q.contractor, -30);
  const { id } = await q.askOutside(site, {}, asked);
  await q.step(id, "askBack", { reason: "Where?" }, daysLater(engineer, -26));
  await q.stepOutside(id, "reply", "There.", daysLater(q.contractor, -21));
  expect(await q.read(id)).toMatchObject({ daysAgency: 4 + 21, daysContractor: 5, overdue: true });
  const late = await q.draft(
    site,
    { contractId: q.contractId, askedOf: "contractor" },
    daysLater(engineer, -20),
  );
  await q.step(late.id, "open", {}, daysLater(engineer, -20));
  const of = await q.asking<ProjectQuestions>(engineer, `GET /api/v1/projects/${site}/questions`);
  expect(of).toMatchObject({ overdueOurs: 1, overdueContractors: 1, questionDays: 7 });
  expect(of.open.map(({ daysAgency, daysContractor }) => [daysAgency, daysContractor])).toEqual([
    [25, 5],
    [0, 20],
  ]);
  await q.step(id, "answer", { answer: "Here." }, daysLater(second, -1));
  await q.stepOutside(id, "close", "");
  // A closed question is in nobody's court: its days stay.
  expect(await q.read(id)).toMatchObject({ daysAgency: 24, daysContractor: 6, overdue: false });
  const open = await openQuestions(t.database.read(engineer), { id: site });
  expect(open).toEqual([
    {
      what: "RFI-Q10-002",
      says: "an RFI that is open",
      href: `/projects/rfis/${late.id}`,
    },
  ]);
});

test("two asked at once get two numbers, none left out", async () => {
  const { engineer } = q.people;
  const site = await q.building("Q11");
  const drafts = await Promise.all([0, 1, 2].map(() => q.draft(site, {}, engineer)));
  await Promise.all(drafts.map(({ id }) => q.step(id, "open", {}, engineer)));
  const numbers = await Promise.all(drafts.map(async ({ id }) => (await q.read(id)).number));
  expect(numbers.toSorted()).toEqual(["RFI-Q11-001", "RFI-Q11-002", "RFI-Q11-003"]);
});

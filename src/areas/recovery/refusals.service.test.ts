// What declarations, projects, their costs and requests for reimbursement refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import * as recoveries from "#server/testing/recovery.ts";

let t: TestDatabase;
let a: PayingAgency;
let recovery: Actor;
let certifier: Actor;
let declaration: { id: string; number: string; version: number };
let other: { id: string; number: string; version: number };
const ask = askingOf(() => t);
const refused = (asked: string, body?: unknown, version?: number, who = recovery) =>
  refusalOf(ask(who, asked, body, version));
const change = (statement: ReturnType<typeof sql>) =>
  t.database.transaction(recovery, (tx) => tx.rows(statement));

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ recovery, certifier } = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
  }));
  declaration = await recoveries.declaredDisaster(t.database, recovery);
  other = await recoveries.declaredDisaster(t.database, recovery, { number: "DR-4872-MN" });
});
afterAll(() => t.drop());

const projects = "POST /api/v1/pa-projects";
const culverts = () => ({
  declarationId: declaration.id,
  title: "Culverts",
  category: "C",
  lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
});
const begun = async (over: object = {}) =>
  (await ask(recovery, projects, { ...culverts(), ...over })).id;
const project = (id: string, step: string) => `${projects}/${id}/actions/${step}`;
const obligated = (cents = 500_000_00) =>
  recoveries.obligatedProject(t.database, recovery, declaration.id, { cents });

const requests = "POST /api/v1/pa-requests";
const request = (id: string, step: string) => `${requests}/${id}/actions/${step}`;
const drafted = async (cents: readonly number[] = [1_000_00], of?: string) => {
  const projectId = of ?? (await obligated());
  const costLineIds = await recoveries.provedCosts(t.database, a, cents);
  await ask(recovery, `${projects}/${projectId}/costs`, { costLineIds });
  return (await ask(recovery, `${projects}/${projectId}/requests`)).id;
};
const certified = async () => {
  const id = await drafted();
  await ask(recovery, request(id, "check"));
  await ask(certifier, request(id, "certify"));
  return id;
};

test("a request for federal money is not sent when a certified line changed, and is paid to what it asks for", async () => {
  const id = await certified();
  const move = (cents: number) =>
    change(sql`
      update pa_item
      set match = match + ${cents}
      where org_id = ${a.orgId} and request_id = ${id}
    `);
  const send = () => refused(request(id, "submit"), { reference: "EMMIE 1" });
  await move(1);
  expect(await send()).toBe("changed: Its lines changed after the certificate. Check it again.");
  await move(-1);
  expect(await send()).toBe("nothing was refused");
  const pay = (paidCents: number, paidOn = agencyDay()) =>
    refused(request(id, "pay"), { paidOn, paidCents });
  expect(await pay(750_01)).toContain("More than was asked for, or nothing, is not recorded.");
  expect(await pay(750_00, agencyDay(1))).toContain("This day has not come yet.");
  expect(await pay(750_00, agencyDay(-1))).toMatch(/It was sent on .*: its money came on that day/);
  expect(await pay(750_00)).toBe("nothing was refused");
});

test("a request takes lines of an obligated project, proved, and no more than was obligated", async () => {
  const early = await begun();
  expect(await refused(`${projects}/${early}/requests`)).toMatch(
    /^rule: Nothing is obligated for \S+ yet\.$/,
  );
  const id = await drafted();
  const { version } = await ask(recovery, `GET /api/v1/pa-requests/${id}`);
  expect(await refused(`${requests}/${id}/leave-out`, { itemIds: [newId()] }, version)).toContain(
    "One of these lines is not in this request.",
  );
  await change(sql`
    update cost_line
    set receipt_id = null, purchase_order_id = null
    where org_id = ${a.orgId}
      and id in (select cost_line_id from pa_item where org_id = ${a.orgId} and request_id = ${id})
  `);
  expect(await refused(request(id, "check"))).toMatch(/^blocked: .+ Add it, or leave them out\.$/);
  const large = await drafted([1_000_00], await obligated(749_99));
  expect(await refused(request(large, "check"))).toContain("beyond_obligation");
  const exact = await drafted([1_000_00], await obligated(750_00));
  expect(await refused(request(exact, "check"))).toBe("nothing was refused");
});

test("costs are assigned to a project that is not over, as they stand", async () => {
  const id = await obligated();
  const assign = (costLineIds: string[]) => refused(`${projects}/${id}/costs`, { costLineIds });
  expect(await assign([newId()])).toContain("One of these costs does not stand any more.");
  const [cost, pay] = await recoveries.provedCosts(t.database, a, [100_00, 200_00]);
  await change(sql`update cost_line set source = 'payroll' where id = ${pay}`);
  expect(await assign([pay!])).toMatch(/ is pay: assign the hours instead\./);
  expect(await assign([cost!])).toBe("nothing was refused");
  const hours = { from: agencyDay(-1), to: agencyDay(-2) };
  expect(await refused(`${projects}/${id}/hours`, hours)).toContain(
    "The last day is before the first.",
  );
  expect(await refused(`${projects}/${id}/items/take-out`, { itemIds: [newId()] })).toBe(
    "rule: One of these lines is in a request, or gone. Load them again.",
  );
  await ask(recovery, project(id, "complete"));
  const close = () => refused(project(id, "close"), { reason: "Done" });
  expect(await close()).toBe(
    "rule: Eligible costs of it are not paid yet: request them, or exclude them.",
  );
  await ask(recovery, `${projects}/${id}/requests`);
  expect(await close()).toBe("rule: A request of it is not paid yet.");
  const gone = await begun();
  await ask(recovery, project(gone, "withdraw"), { reason: "Twice" });
  expect(await refused(`${projects}/${gone}/costs`, { costLineIds: [cost] })).toMatch(
    /^rule: \S+ is over: nothing is assigned to it\.$/,
  );
});

test("a project's size is frozen from its scope, and its obligations never fall below nothing", async () => {
  expect(await refused(project(await begun({ lines: [] }), "freeze"))).toBe(
    "rule: Enter scope lines first: the size follows from them.",
  );
  const small = { lines: [{ description: "Sign", quantity: "1", unit: "each", unitPrice: "1" }] };
  const sign = await begun(small);
  await recoveries.readyProject(t.database, recovery, sign);
  expect(await refused(project(sign, "freeze"))).toMatch(
    /^rule: It comes to \$1\.00, below the least amount of fiscal year \d{4}, \$[\d,]+\.00\.$/,
  );
  const id = await begun();
  await recoveries.readyProject(t.database, recovery, id);
  const { version } = await ask(recovery, `GET /api/v1/pa-projects/${id}`);
  const edit = (over: object, at = version) =>
    refused(`PATCH /api/v1/pa-projects/${id}`, { ...culverts(), ...over }, at);
  expect(await edit({ declarationId: other.id })).toContain(
    "A project stays with its declaration.",
  );
  for (const step of ["freeze", "passOn", "approve"]) await ask(recovery, project(id, step));
  const frozen = await ask(recovery, `GET /api/v1/pa-projects/${id}`);
  expect(await edit({}, frozen.version)).toBe(
    "rule: Its size is frozen. Record a version of the obligation instead.",
  );
  const oblige = (cents: number, obligatedOn = agencyDay()) =>
    refused(project(id, "obligate"), { cents, obligatedOn, document: "Version 0" });
  expect(await oblige(0)).toContain("Enter an amount.");
  expect(await oblige(1_00, agencyDay(1))).toContain("This day has not come yet.");
  expect(await oblige(-1)).toContain("More is taken back than was obligated.");
  expect(await oblige(1_00)).toBe("nothing was refused");
  expect(await oblige(-1_01)).toContain("More is taken back than was obligated.");
  expect(await oblige(-1_00)).toBe("nothing was refused");
});

test("more time ends after what is allowed, and its decision names day and letter", async () => {
  const id = await obligated();
  const more = (until: string) => ({
    until,
    reason: "The river stayed high until June.",
    progress: "Half of it is done.",
    timeline: "The rest by spring.",
  });
  const path = `${projects}/${id}/extensions`;
  const { workUntil } = await ask<{ workUntil: string }>(recovery, `GET /api/v1/pa-projects/${id}`);
  expect(await refused(path, more(workUntil))).toMatch(/The work may last until .+ already\./);
  const made = await ask(recovery, path, more("2029-12-31"));
  await change(sql`update pa_extension set status = 'approved' where id = ${made.id}`);
  const step = (name: string, body: object) =>
    refused(`POST /api/v1/pa-extensions/${made.id}/actions/${name}`, body);
  expect(await step("send", {})).toContain("Enter the day.");
  expect(await step("send", { day: agencyDay(1) })).toContain("This day has not come yet.");
  expect(await step("send", { day: agencyDay(-1) })).toBe("nothing was refused");
  expect(await step("grant", { day: agencyDay() })).toContain("Name the letter that says so.");
  const letter = { document: "Letter of the state" };
  expect(await step("grant", { ...letter, day: agencyDay(-2) })).toContain(
    "It is before the day it was sent.",
  );
  expect(await step("grant", { ...letter, day: agencyDay(-1) })).toBe("nothing was refused");
});

test("insurance is recorded once, for projects of its declaration that are not over", async () => {
  const id = await obligated();
  const cents = { lossCents: 1_000_00, deductibleCents: 0, limitCents: 1_000_00 };
  const record = (of: string, projectIds: string[]) =>
    refused(`POST /api/v1/pa-declarations/${of}/insurance`, {
      ...cents,
      policy: "P-1",
      insurer: "League of Cities",
      projectIds,
    });
  expect(await record(other.id, [id])).toMatch(/ is of another declaration\./);
  const gone = await begun();
  await ask(recovery, project(gone, "withdraw"), { reason: "Twice" });
  expect(await record(declaration.id, [gone])).toMatch(/ is over: no insurance is shared to it\./);
  expect(await record(declaration.id, [id])).toBe("nothing was refused");
  expect(await record(declaration.id, [id])).toContain(
    "This policy is recorded for the declaration already.",
  );
});

test("a declaration is amended by what changes something, and closed behind its projects", async () => {
  const path = `POST /api/v1/pa-declarations/${other.id}`;
  const amend = (over: object) =>
    refused(
      `${path}/amendments`,
      { amendedOn: agencyDay(), source: "Amendment 1", ...over },
      other.version,
    );
  expect(await amend({})).toContain("It changes nothing: all of this holds already.");
  expect(await amend({ periodTo: "2026-04-07" })).toContain("The incident ends before it begins.");
  await begun({ declarationId: other.id });
  await ask(recovery, `${path}/actions/approve`);
  expect(await refused(`${path}/actions/close`, { reason: "Over" })).toMatch(
    /^rule: \S+ is not closed yet\.$/,
  );
  const threshold = { fiscalYear: 2031, minimumCents: 4_000_00, source: "91 FR 1" };
  const load = (largeCents: number) =>
    refused("POST /api/v1/pa-thresholds", { ...threshold, largeCents });
  expect(await load(4_000_00)).toContain("A large project is above the least amount.");
  expect(await load(4_000_01)).toBe("nothing was refused");
  expect(await load(4_000_01)).toContain("The notice of this year is loaded already.");
});

test("a question and a determination have their days in order", async () => {
  const id = await obligated();
  const question = {
    declarationId: declaration.id,
    askedBy: "The state",
    askedOn: agencyDay(-5),
    dueOn: agencyDay(5),
    question: "Where is the receipt?",
  };
  const put = (over: object) => refused("POST /api/v1/pa-questions", { ...question, ...over });
  expect(await put({ dueOn: agencyDay(-6) })).toContain("It is due before it was asked.");
  expect(await put({ declarationId: other.id, projectId: id })).toContain(
    "This project is of another declaration.",
  );
  const made = await ask(recovery, "POST /api/v1/pa-questions", question);
  expect(
    await refused(
      `POST /api/v1/pa-questions/${made.id}/actions/answer`,
      { answer: "It is attached.", answeredOn: agencyDay(-6), delivery: "Certified mail" },
      made.version,
    ),
  ).toContain("It was answered before it was asked.");
  const appeals = "POST /api/v1/pa-appeals";
  const determination = {
    projectId: id,
    level: "first",
    subject: "Culverts",
    disputedCents: 500_000_00,
    determinedOn: agencyDay(-9),
    sentOn: agencyDay(-8),
  };
  const appeal = (over: object) => refused(appeals, { ...determination, ...over });
  expect(await appeal({ sentOn: agencyDay(-10) })).toContain(
    "It was sent before it was determined.",
  );
  expect(await appeal({ level: "arbitration" })).toContain(
    "Arbitration takes disputes above $500,000.00 (42 USC 5189a(d)).",
  );
  expect(await appeal({ level: "arbitration", disputedCents: 500_000_01 })).toBe(
    "nothing was refused",
  );
  expect(await appeal({ sentOn: null })).toContain("The clock runs from this day: enter it.");
  const entered = await ask(recovery, appeals, determination);
  expect(await refused(`${appeals}/${entered.id}/actions/file`, { day: agencyDay() })).toBe(
    "rule: Write the argument first: it is what is filed.",
  );
});

const damage = (over: object = {}) => ({
  declarationId: declaration.id,
  title: "Culvert under Road P2",
  location: "Road P2",
  category: "C",
  cause: "Flood water",
  occurredOn: "2026-04-10",
  ...over,
});
const damaged = async (over: object = {}) =>
  (await ask(recovery, "POST /api/v1/pa-damage", damage(over))).id;

test("damage belongs to a project of its category while the size is open, and to one", async () => {
  const [projectId, id] = [await begun(), await damaged()];
  const put = (of: string, into: string | null) =>
    refused(`POST /api/v1/pa-damage/${of}/project`, { projectId: into });
  const edit = async (over: object) => {
    const { version } = await ask(recovery, `GET /api/v1/pa-damage/${id}`);
    return refused(`PATCH /api/v1/pa-damage/${id}`, damage(over), version);
  };
  expect(await put(id, null)).toMatch(/^rule: \S+ is in no project\.$/);
  expect(await put(await damaged({ category: "D" }), projectId)).toMatch(
    /^rule: \S+ holds damage of category C of its declaration only\.$/,
  );
  expect(await put(id, projectId)).toBe("nothing was refused");
  expect(await put(id, projectId)).toMatch(/^rule: \S+ is in a project already\.$/);
  expect(await edit({ category: "D" })).toContain(
    "It belongs to a project of this category. Take it out first.",
  );
  const { version } = await ask(recovery, `GET /api/v1/pa-projects/${projectId}`);
  const elsewhere = { ...culverts(), category: "D" };
  expect(await refused(`PATCH /api/v1/pa-projects/${projectId}`, elsewhere, version)).toContain(
    "Its damage is of another category. Take it out first.",
  );
  await recoveries.readyProject(t.database, recovery, projectId);
  await ask(recovery, project(projectId, "freeze"));
  expect(await put(id, null)).toMatch(
    /^rule: The size of \S+ is frozen: its damage stays as it is\.$/,
  );
  const again = await damaged();
  const same = { reason: "Entered twice" };
  expect(await refused(`POST /api/v1/pa-damage/${again}/actions/markDuplicate`, same)).toContain(
    "Choose of which damage it is a duplicate.",
  );
  await ask(recovery, `POST /api/v1/pa-damage/${again}/actions/withdraw`, same);
  expect(await put(again, await begun())).toMatch(/^rule: \S+ is out of the list\.$/);
  const gone = await ask(recovery, `GET /api/v1/pa-damage/${again}`);
  expect(await refused(`PATCH /api/v1/pa-damage/${again}`, damage(), gone.version)).toBe(
    "rule: It is out of the list. Enter it anew.",
  );
});

test("what is given to a project has its paper, its bill and a project that is not over", async () => {
  const id = await obligated();
  const donation = {
    donor: "Lions Club",
    workedOn: agencyDay(-1),
    site: "Road P2",
    skill: "Sandbags",
    minutes: 60,
    rateCents: 25_00,
    rateBasis: "Union scale",
    signInFileId: newId(),
  };
  expect(await refused(`${projects}/${id}/donations`, donation)).toContain(
    "Upload the paper first.",
  );
  const gone = await begun();
  await ask(recovery, project(gone, "withdraw"), { reason: "Twice" });
  expect(await refused(`${projects}/${gone}/donations`, donation)).toMatch(
    /^rule: \S+ is over: nothing is recorded for it\.$/,
  );
  const [cost] = await recoveries.provedCosts(t.database, a, [100_00]);
  const file = newId();
  await change(sql`
    insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
    values (
      ${a.orgId}, ${file}, 'agreement.pdf', 'application/pdf', 1, ${"a".repeat(64)},
      ${recovery.personId}
    )
  `);
  const aid = (costLineId: string) =>
    refused(`${projects}/${id}/mutual-aid`, {
      costLineId,
      provider: "Sibley County",
      agreement: "Compact of 2024",
      agreedOn: "2024-01-01",
      agreementFileId: file,
    });
  expect(await aid(newId())).toContain("Choose a bill of the books.");
  expect(await aid(cost!)).toContain("Assign this bill to the project first.");
  await ask(recovery, `${projects}/${id}/costs`, { costLineIds: [cost] });
  expect(await aid(cost!)).toBe("nothing was refused");
  expect(await aid(cost!)).toContain("This bill has its agreement already.");
});

test("costs of management stay within their share of the award", async () => {
  const of = await recoveries.declaredDisaster(t.database, recovery, { number: "DR-4873-MN" });
  const { id } = await ask(recovery, projects, {
    ...culverts(),
    declarationId: of.id,
    category: "Z",
    title: "Management",
  });
  for (const step of ["freeze", "passOn", "approve"]) await ask(recovery, project(id, step));
  await ask(recovery, project(id, "obligate"), {
    cents: 500_000_00,
    obligatedOn: agencyDay(),
    document: "Version 0",
  });
  expect(await refused(request(await drafted([1_000_00], id), "check"))).toMatch(
    /^beyond_management: .*5%/,
  );
});

test("an award is opened once for a listing, with a federal share on file", async () => {
  const award = { listing: "97.036", amount: 1_000_000_00, periodTo: "2030-09-30" };
  const open = (of: string) => refused(`POST /api/v1/pa-declarations/${of}/award`, award);
  const bare = await recoveries.declaredDisaster(t.database, recovery, {
    number: "DR-4874-MN",
    shares: [{ categories: ["C"], fromDay: "2026-04-08", rate: 7_500, source: "Its text" }],
  });
  expect(await open(bare.id)).toMatch(
    /^not_loaded: No federal share of DR-4874-MN is on file\. Amend it first\.$/,
  );
  expect(await open(declaration.id)).toBe("nothing was refused");
  expect(await open(declaration.id)).toMatch(
    /^known: \S+ is the award 97\.036 of DR-4871-MN already\.$/,
  );
});

test("a class of work has one policy of pay, and a worksheet is of a class that is here", async () => {
  const policy = {
    title: "Overtime",
    adoptedOn: "2024-01-01",
    contingent: false,
    laborClassId: (
      await ask(a.people.admin, "POST /api/v1/labor-classes", { code: "OP", name: "Operator" })
    ).id,
  };
  const path = `POST /api/v1/pa-declarations/${declaration.id}/pay-policies`;
  expect(await refused(path, policy)).toBe("nothing was refused");
  expect(await refused(path, policy)).toContain("Operator has a policy of pay already.");
  expect(
    await refused("POST /api/v1/pa-benefit-sheets", {
      laborClassId: newId(),
      fromDay: agencyDay(),
      regularWage: 30_00,
      overtimeWage: 45_00,
      benefits: [{ label: "Social security", regular: 620, overtime: 620 }],
      source: "Payroll of 2026",
    }),
  ).toContain("Choose a class of work.");
});

test("mitigation names its opportunity or declaration, and pays for itself before it is sent", async () => {
  const path = "POST /api/v1/pa-mitigation";
  const work = {
    program: "FMA",
    title: "Raise Road P2",
    problem: "The road floods every other spring.",
    costCents: 1_000_000_00,
    usefulYears: 30,
    ratePercent: 3.1,
    recurrences: [
      { years: 10, before: 1_00, after: 0 },
      { years: 100, before: 2_00, after: 0 },
    ],
  };
  expect(await refused(path, { ...work, program: "BRIC" })).toContain(
    "How BRIC stands is in litigation: apply against an opportunity number only.",
  );
  expect(await refused(path, { ...work, program: "HMGP" })).toContain(
    "HMGP follows from a declaration: choose it.",
  );
  const { id, version } = await ask(recovery, path, work);
  expect(await refused(`${path}/${id}/actions/submit`, {}, version)).toBe(
    "rule: Its benefits are below its costs: the ratio must be 1 or more.",
  );
});

test("files of OpenFEMA are read as they are published, and a schedule is loaded once", async () => {
  const load = (what: string, text: string, over: object) =>
    refused(`POST /api/v1/fema-imports/${what}`, {
      name: "file.csv",
      text,
      dataAsOf: agencyDay(-1),
      ...over,
    });
  const number = { number: "DR-4999-MN" };
  expect(await load("declarations", "{ this is no JSON", number)).toContain(
    "It is neither CSV with names above nor JSON of OpenFEMA.",
  );
  expect(await load("declarations", "disasterNumber,state\n4871,MN\n", number)).toContain(
    "No row of the file is of DR-4999-MN. Check the number.",
  );
  const from = { fromDay: "2025-01-01" };
  expect(await load("equipment", "Name,Price\nTruck,5\n", from)).toContain(
    "No row has a code, a unit and a rate. Check the names above.",
  );
  const rates = (rate: string) =>
    `Cost Code,Equipment,Unit,Rate\n8072,"Truck, dump",hour,${rate}\n`;
  expect(await load("equipment", rates("41.00"), from)).toBe("nothing was refused");
  expect(await load("equipment", rates("42.00"), from)).toContain(
    "A schedule from this day is loaded already.",
  );
  const code = { assetClassId: newId(), code: "9999" };
  expect(await refused("POST /api/v1/fema-unit-codes", code)).toContain(
    "No loaded schedule has this code.",
  );
});

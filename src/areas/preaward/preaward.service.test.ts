import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { filesOfRecords } from "#server/http/attachments.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { paperOn } from "#server/testing/recovery.ts";
import { addAuthority } from "#areas/workflow/workflow.server.ts";
import { keepApplicant } from "./application/applicant.service.ts";
import { applicantInput, applicationInput } from "./application/application.model.ts";
import { readApplication } from "./application/application.read.service.ts";
import { wholeOf } from "./application/checks.service.ts";
import {
  awardApplication,
  packageToSend,
  signApplication,
  stepApplication,
  submitApplication,
  trackApplication,
} from "./application/course.service.ts";
import {
  createApplication,
  keepBudget,
  keepForm,
  refillForm,
} from "./application/draft.service.ts";
import { writeSection } from "./application/section.service.ts";
import { budgetInput } from "./budget/budget.model.ts";
import { budgetRuleOn } from "./budget/budget-rules.service.ts";
import { demoApplicant } from "./demo/preaward.data.ts";
import { opportunityInput, proposalInput } from "./opportunity/opportunity.model.ts";
import {
  addOpportunity,
  decideOpportunity,
  proposeOpportunity,
  stepOpportunity,
} from "./opportunity/opportunity.service.ts";
import { keepPursuit, newestPortfolio, solvePortfolio } from "./portfolio/portfolio.service.ts";
import { grantApplication, grantOpportunity } from "./preaward.tables.ts";
import { sendDigests } from "./search/digest.service.ts";
import { searchInput } from "./search/search.model.ts";
import { addSearch } from "./search/search.service.ts";

let t: TestDatabase;
let app: App;
let agency: Agency;
let people: Record<"ann" | "ben" | "cy" | "staff", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  app = { ...t.app, outgoing: outgoingDoor(openOutgoing({}), t.database) };
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ann: { role: "manager" },
    ben: { role: "manager" },
    cy: { role: "admin" },
    staff: { role: "user" },
  });
  await as("ben", (tx, actor) =>
    keepApplicant(
      tx,
      actor,
      applicantInput.parse({ ...demoApplicant, samUntil: "2099-01-01" }),
      null,
    ),
  );
});
afterAll(async () => {
  await app.outgoing.close();
  await t.drop();
});

type Work<T> = (tx: Tx, actor: Actor) => Promise<T>;
const as = <T>(name: keyof typeof people, work: Work<T>): Promise<T> =>
  t.database.transaction(people[name], (tx) => work(tx, people[name]));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  );
let serial = 0;
const opportunity = (over: object = {}) =>
  as("staff", (tx, actor) =>
    addOpportunity(
      tx,
      actor,
      opportunityInput.parse({
        number: `HHS-${++serial}`,
        title: "Nutrition services",
        agency: "Administration for Community Living",
        alns: ["93.045"],
        eligibility: ["01"],
        closesOn: "2099-01-31",
        ...over,
      }),
    ),
  );
const at = (id: string) => ({ id, version: null });
const apply = proposalInput.parse({
  verdict: "will_apply",
  reason: "It pays for meals.",
  matchSource: "General fund",
});
const decided = async () => {
  const { id, number } = await opportunity();
  await as("staff", (tx, actor) => stepOpportunity(tx, actor, "review", at(id)));
  await as("staff", (tx, actor) => proposeOpportunity(tx, actor, at(id), apply));
  await as("ann", (tx, actor) => decideOpportunity(tx, actor, at(id), apply));
  return { id, number };
};

test("staff proposes, somebody else decides, with a coded reason and a source of match", async () => {
  const { id } = await opportunity();
  expect(await refusal(as("staff", (tx, a) => decideOpportunity(tx, a, at(id), apply)))).toBe(
    "not_in_this_status",
  );
  await as("ann", (tx, a) => stepOpportunity(tx, a, "review", at(id)));
  const bare = { ...apply, matchSource: "" };
  expect(
    await as("ann", (tx, a) => proposeOpportunity(tx, a, at(id), bare)).catch(
      (error: { errors: { path: string }[] }) => error.errors[0]!.path,
    ),
  ).toBe("matchSource");
  await as("ann", (tx, a) => proposeOpportunity(tx, a, at(id), apply));
  expect(
    await refusal(as("ann", (tx, a) => decideOpportunity(tx, a, at(id), apply))),
  ).not.toBeNull();
  expect(
    await refusal(as("staff", (tx, a) => decideOpportunity(tx, a, at(id), apply))),
  ).not.toBeNull();
  const no = proposalInput.parse({ verdict: "rejected", code: "capacity", reason: "No staff." });
  const row = await as("ben", (tx, a) => decideOpportunity(tx, a, at(id), no));
  expect(row).toMatchObject({ status: "rejected", rejectCode: "capacity" });
  expect(proposalInput.safeParse({ verdict: "rejected", reason: "No staff." }).success).toBe(false);
});

test("nobody applies for what excludes the agency", async () => {
  const { id } = await opportunity({ eligibility: ["06"] });
  await as("ann", (tx, a) => stepOpportunity(tx, a, "review", at(id)));
  await expect(as("ann", (tx, a) => proposeOpportunity(tx, a, at(id), apply))).rejects.toThrow(
    "The announcement does not let an applicant of your type apply.",
  );
  const row = await getRow(t.database.read(people.ann), grantOpportunity, id, "opportunity");
  expect(row.eligible).toBe(false);
});

test("a digest tells each new opportunity once, and never what is not relevant", async () => {
  await as("staff", (tx, a) =>
    addSearch(tx, a, searchInput.parse({ name: "Bridges", words: "bridge flood" })),
  );
  const send = () => sendDigests(t.app, agency.orgId, "2027-01-12");
  expect(await send()).toBe(0);
  const gone = await opportunity({ title: "Flood bridges, not ours" });
  await as("ann", (tx, a) =>
    stepOpportunity(tx, a, "dismiss", { ...at(gone.id), reason: "Coast alone" }),
  );
  expect(await send()).toBe(0);
  await opportunity({ title: "Flood mitigation of a bridge" });
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  const { subject } = await t.database.read(people.cy).one<{ subject: string }>(sql`
    select subject
    from mail
    where org_id = ${agency.orgId}
    order by created_at desc
    limit 1
  `);
  expect(subject).toBe("1 new for Bridges");
});

const budget = budgetInput.parse({
  years: 2,
  activities: [{ title: "Meals", aln: "93.045" }],
  lines: [0, 1].map((year) => ({
    kind: "personnel",
    description: "Coordinator",
    year,
    cents: 8_000_000,
    fringe: 25,
  })),
  match: [0, 1].map((year) => ({ source: "General fund", year, cents: 2_000_000 })),
});
const begin = async () => {
  const of = await decided();
  return as("ann", (tx, actor) =>
    createApplication(
      tx,
      actor,
      applicationInput.parse({
        title: "Meals in the county",
        opportunityNumber: of.number,
        opportunityId: of.id,
        grantor: "Administration for Community Living",
        aln: "93.045",
        startsOn: "2027-07-01",
        endsOn: "2029-06-30",
      }),
    ),
  );
};
const fill = async (id: string) => {
  await as("ann", (tx, a) => keepBudget(tx, a, at(id), budget));
  for (const code of ["SF-424", "SF-424A", "SF-424B"])
    await as("ann", (tx, a) => refillForm(tx, a, { ...at(id), code }));
  await as("ann", async (tx, actor) => {
    const whole = await wholeOf(tx, await getRow(tx, grantApplication, id, "application"));
    const said = (code: string) => whole.forms.find(({ form }) => form === code)!.answers;
    const more = { contactFirst: "Ann", contactLast: "Oak", agree: true };
    await keepForm(
      tx,
      actor,
      { ...at(id), code: "SF-424" },
      { answers: { ...said("SF-424"), ...more }, whole: true },
    );
    await keepForm(
      tx,
      actor,
      { ...at(id), code: "SF-424B" },
      { answers: { ...said("SF-424B"), assured: true }, whole: true },
    );
    for (const section of whole.sections)
      await writeSection(tx, actor, at(section.id), "Meals for people above sixty.");
  });
};
const step = (name: keyof typeof people, id: string, action: "review" | "pass" | "return") =>
  as(name, (tx, a) => stepApplication(tx, a, action, { ...at(id), reason: "Read" }));
const sign = (name: keyof typeof people, id: string) =>
  as(name, (tx, a) =>
    signApplication(tx, a, at(id), {
      first: "Cy",
      last: "Bly",
      title: "Chair",
      phone: "952-555-0100",
      agreed: true,
    }),
  );

test("the budget fills the forms, and a planted difference holds the application back", async () => {
  const { id } = await begin();
  await fill(id);
  const read = () => readApplication(t.database.read(people.ann), people.ann, id);
  const whole = await read();
  expect(whole).toMatchObject({ federalCents: 16_000_000, matchCents: 4_000_000, findings: [] });
  const answers = await t.database.read(people.ann).one<{ a: Record<string, unknown> }>(sql`
    select answers as a
    from grant_application_form
    where org_id = ${agency.orgId} and application_id = ${id} and form = 'SF-424A'
  `);
  expect(answers.a).toMatchObject({
    a1E: 8_000_000,
    a1F: 2_000_000,
    b1Fringe: 2_000_000,
    e1Y1: 8_000_000,
    d3Federal: 2_000_000,
  });
  await as("ann", (tx, a) =>
    keepForm(
      tx,
      a,
      { ...at(id), code: "SF-424A" },
      { answers: { ...answers.a, b1Travel: 5 }, whole: false },
    ),
  );
  expect((await read()).findings.map(({ part, path }) => [part, path])).toEqual([
    ["SF-424A", "b1Total"],
    ["SF-424A", "b5Travel"],
  ]);
  expect(await refusal(step("ann", id, "review"))).toBe("findings");
});

test("writers neither review nor sign; authority is asked; what was signed stays", async () => {
  const { id } = await begin();
  expect(await refusal(step("ann", id, "review"))).toBe("findings");
  await fill(id);
  await step("ann", id, "review");
  expect(await refusal(as("ann", (tx, a) => keepBudget(tx, a, at(id), budget)))).toBe(
    "not_a_draft",
  );
  expect(
    await refusal(
      t.database.transaction(people.ann, (tx) =>
        tx.rows(sql`
          update grant_application_form
          set answers = '{}'
          where org_id = ${agency.orgId} and application_id = ${id}
        `),
      ),
    ),
  ).not.toBeNull();
  expect(await refusal(step("ann", id, "pass"))).not.toBeNull();
  await step("ben", id, "pass");
  expect(await refusal(sign("ann", id))).not.toBeNull();
  expect(await refusal(sign("cy", id))).toBe("no_authority");
  const give = (personId: string, amountLimit: number) =>
    as("ben", (tx, actor) =>
      addAuthority(tx, actor, {
        personId,
        kinds: ["grantApplication"],
        amountLimit,
        fromOn: "2020-01-01",
        toOn: null,
        basis: "Resolution 2026-30",
      }),
    );
  await give(people.cy.personId!, 15_999_999);
  expect(await refusal(sign("cy", id))).toBe("no_authority");
  await give(people.cy.personId!, 16_000_000);
  expect(await sign("cy", id)).toMatchObject({
    status: "ready",
    signedName: "Cy Bly",
    signedBasis: "Resolution 2026-30",
  });
  await step("ben", id, "return");
  expect(
    (await getRow(t.database.read(people.ann), grantApplication, id, "x")).signedBy,
  ).toBeNull();
  await step("ann", id, "review");
  await step("ben", id, "pass");
  await as("ann", (tx) => paperOn(tx, "grantApplication", id, "estimate of the roof.pdf"));
  await t.database.transaction(people.ann, async (tx) => {
    const [attached] = await filesOfRecords(tx, [id]);
    const stored = await app.files.put(Readable.from([Buffer.from("An estimate")]), 1024);
    await tx.rows(sql`
      update stored_file
      set sha256 = ${stored.sha256}
      where org_id = ${agency.orgId} and sha256 = ${attached!.sha256}
    `);
  });
  await sign("cy", id);
  // What is attached is signed too: a paper that came afterwards does not go out under the signature.
  await as("ann", (tx) => paperOn(tx, "grantApplication", id, "later.pdf"));
  const toPortal = () => packageToSend(app, t.database.read(people.ann), id);
  await expect(toPortal()).rejects.toMatchObject({ code: "changed_since" });
  await as("ann", (tx) =>
    tx.rows(sql`
      delete from attachment a
      using stored_file f
      where a.org_id = ${agency.orgId}
        and f.org_id = a.org_id
        and f.id = a.file_id
        and f.name = 'later.pdf'
    `),
  );
  if (!pdfBrowser()) return;
  // It is sent before the portal gives its number: the package is there once it is signed.
  const toSend = await buffer((await toPortal())!);
  expect(toSend.includes("attachments/01-estimate-of-the-roof.pdf")).toBe(true);
  const out = await submitApplication(app, people.ann, at(id), "");
  expect(out).toMatchObject({ status: "submitted", trackingNumber: "" });
  expect(await toPortal()).toBeNull();
  expect(await as("ann", (tx, a) => trackApplication(tx, a, at(id), "GRANT1"))).toMatchObject({
    trackingNumber: "GRANT1",
  });
  expect(out.packageSha256).toMatch(/^[0-9a-f]{64}$/);
  const won = { awardNumber: "90OA-1", awardedOn: "2026-10-01", awardCents: 15_000_000 };
  expect(await as("ben", (tx, a) => awardApplication(tx, a, at(id), won))).toMatchObject({
    status: "awarded",
    awardCents: 15_000_000,
  });
});

test("the choice among opportunities is worked out in its thread and kept", async () => {
  const [one, two] = [await decided(), await decided()];
  const takes = (id: string, askCents: number, excludes: string[]) =>
    as("ann", (tx, a) =>
      keepPursuit(tx, a, id, {
        askCents,
        chance: 50,
        hours: { "2027-03": 40 },
        match: {},
        excludes,
        needs: [],
      }),
    );
  await takes(one.id, 1_000_000, [two.id]);
  await takes(two.id, 3_000_000, []);
  await solvePortfolio(app, people.ann, { hours: { "2027-03": 80 }, match: {} });
  const newest = await newestPortfolio(t.database.read(people.ann));
  expect(newest!.answer).toMatchObject({
    status: "optimal",
    chosen: [two.id],
    expectedCents: 1_500_000,
    boundCents: 1_500_000,
  });
  expect(newest!.answer.costs).toContainEqual({ limit: "Staff hours in 2027-03", gainCents: 0 });
  expect(newest!.answer.costs).toContainEqual({
    limit: `${one.number} or ${two.number}, not both`,
    gainCents: 500_000,
  });
});

test("an agency of before the rule of budgets is judged by the shipped one", async () => {
  await as("cy", (tx) =>
    tx.rows(sql`delete from legal_rule where org_id = ${agency.orgId} and key = 'grantBudget'`),
  );
  expect(await budgetRuleOn(t.database.read(people.ann), "2026-11-25")).toMatchObject({
    equipmentCents: 10_000_00,
    deMinimisBp: 1500,
    entered: false,
  });
});

// A construction application from its head to the package: its kind brings its five forms, budget and
// forms stay tied, amounts of the narrative follow the budget, and days are the agency's.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { budgetInput } from "../budget/budget.model.ts";
import { demoApplicant } from "../demo/preaward.data.ts";
import { grantApplication } from "../preaward.tables.ts";
import { keepApplicant } from "./applicant.service.ts";
import { applicantInput, applicationInput } from "./application.model.ts";
import { readApplication, readForm } from "./application.read.service.ts";
import { wholeOf } from "./checks.service.ts";
import { stepApplication } from "./course.service.ts";
import {
  changeApplication,
  createApplication,
  keepBudget,
  keepForm,
  refillForm,
} from "./draft.service.ts";
import { chooseForm } from "./forms.service.ts";
import { checkedXml } from "./package.service.ts";
import { writeSection } from "./section.service.ts";

let t: TestDatabase;
let agency: Agency;
let ann: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ ann } = await makeMembers(t.database, agency, { ann: { role: "manager" } }));
  const applicant = applicantInput.parse({ ...demoApplicant, samUntil: "2099-01-01" });
  await act((tx) => keepApplicant(tx, ann, applicant, null));
});
afterAll(() => t.drop());

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => t.database.transaction(ann, work);
const at = (id: string) => ({ id, version: null });
const head = {
  title: "A bridge that stays open",
  opportunityNumber: "FEMA-1",
  grantor: "Federal Emergency Management Agency",
  aln: "97.029",
  startsOn: "2027-07-01",
  endsOn: "2029-06-30",
};
const begin = (over: object = {}) =>
  act((tx) => createApplication(tx, ann, applicationInput.parse({ ...head, ...over })));
const budget = budgetInput.parse({
  activities: [{ title: "Bridge", aln: "97.029" }],
  lines: [
    { kind: "contractual", description: "Design", cents: 84_000_00 },
    { kind: "construction", description: "Deck", cents: 400_000_00 },
  ],
  match: [{ source: "Road fund", cents: 96_800_00 }],
});
const read = (id: string) => readApplication(t.database.read(ann), ann, id);
const codes = async (id: string) => (await read(id)).forms.map(({ code }) => code);
const five = ["SF-424", "SF-424C", "SF-424D", "SF-LLL", "Sites"];
const answer = (id: string, code: string, more: object) =>
  act(async (tx) => {
    const whole = await wholeOf(tx, await getRow(tx, grantApplication, id, "application"));
    const { answers } = whole.forms.find(({ form }) => form === code)!;
    return keepForm(
      tx,
      ann,
      { ...at(id), code },
      { answers: { ...answers, ...more }, whole: true },
    );
  });
const fill = async (id: string) => {
  await act((tx) => keepBudget(tx, ann, at(id), budget));
  for (const code of await codes(id)) await act((tx) => refillForm(tx, ann, { ...at(id), code }));
  await answer(id, "SF-424", { contactFirst: "Ann", contactLast: "Oak", agree: true });
  await answer(id, "SF-424D", { assured: true });
  await answer(id, "SF-LLL", { disclose: false });
  for (const { id: section } of (await read(id)).sections)
    await act((tx) =>
      writeSection(tx, ann, at(section), "We ask for {budget.federal} of {budget.total}."),
    );
};
const review = (id: string) =>
  act((tx) => stepApplication(tx, ann, "review", { ...at(id), reason: null }));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; status?: number }) => error.code ?? error.status,
  );

test("its kind brings its forms, another kind brings others, and no answer is lost", async () => {
  const { id } = await begin({ kind: "construction" });
  expect(await codes(id)).toEqual(five);
  await fill(id);
  const to = (kind: string) =>
    act((tx) => changeApplication(tx, ann, at(id), applicationInput.parse({ ...head, kind })));
  await to("short");
  expect(await codes(id)).toEqual(["SF-424-Short"]);
  expect((await read(id)).further.map(({ code }) => code)).toEqual([
    "SF-424A",
    "SF-424B",
    "SF-LLL",
    "Sites",
  ]);
  const choose = (code: string, taken: boolean) =>
    act((tx) => chooseForm(tx, ann, { ...at(id), code }, taken));
  await choose("Sites", true);
  expect(await codes(id)).toEqual(["SF-424-Short", "Sites"]);
  await choose("Sites", false);
  expect(await codes(id)).toEqual(["SF-424-Short"]);
  await expect(choose("SF-424-Short", false)).rejects.toMatchObject({
    code: "form_needed",
    message: "This kind of application needs the SF-424-Short.",
  });
  await expect(choose("SF-424C", true)).rejects.toMatchObject({ status: 404 });
  await to("construction");
  const d = await readForm(t.database.read(ann), ann, id, "SF-424D");
  expect(d.answers).toMatchObject({ assured: true });
});

test("five whole forms pass to review, each valid by its official schema", async () => {
  const { id } = await begin({ kind: "construction" });
  await fill(id);
  const whole = await read(id);
  expect(whole).toMatchObject({ federalCents: 387_200_00, matchCents: 96_800_00, findings: [] });
  expect(whole.unchecked.map(({ what }) => what)).not.toContain("Lobbying");
  expect(whole.sections[0]!.text).toBe("We ask for $387,200.00 of $484,000.00.");
  const form = await readForm(t.database.read(ann), ann, id, "SF-424C");
  expect(form.answers).toMatchObject({ l4a: 84_000_00, l9a: 400_000_00, share: 387_200_00 });
  expect(await refusal(review(id))).toBeNull();
  const row = await getRow(t.database.read(ann), grantApplication, id, "application");
  const xml = await checkedXml(await wholeOf(t.database.read(ann), row), { today: "2027-01-01" });
  expect(xml.map(({ code, check }) => [code, check.checked && check.valid])).toEqual(
    five.map((code) => [code, true]),
  );
});

test("a form that departs from the budget, a typed amount and an unknown field are found", async () => {
  const { id } = await begin({ kind: "construction" });
  await fill(id);
  const [abstract, need] = (await read(id)).sections;
  await act((tx) => writeSection(tx, ann, at(abstract!.id), "Decks for $241,000 and a rail."));
  await act((tx) => writeSection(tx, ann, at(need!.id), "Travel is {budget.travel}."));
  const found = (await read(id)).findings;
  expect(found.map(({ message, stops }) => [message, stops])).toEqual([
    [
      "Project abstract names $241,000, which is none of the budget's amounts. Insert the figure from the budget, or say what it is of.",
      false,
    ],
    ["Statement of need names {budget.travel}, of which the budget has no amount.", true],
  ]);
  const dearer = {
    ...budget,
    lines: [{ ...budget.lines[0]!, cents: 94_000_00 }, budget.lines[1]!],
  };
  await act((tx) => keepBudget(tx, ann, at(id), dearer));
  const after = (await read(id)).findings.filter(({ source }) => source.startsWith("The budget"));
  expect(after.map(({ part, path, stops }) => [part, path, stops])).toContainEqual([
    "SF-424",
    "federal",
    true,
  ]);
  expect(after.map(({ message }) => message).join()).toContain(
    "4a. Architectural and engineering fees: total cost is $84,000.00, by the budget $94,000.00",
  );
});

test("a needed form that is not there is said, and XML that does not fit keeps it from review", async () => {
  const { id } = await begin({ kind: "construction" });
  await fill(id);
  await answer(id, "Sites", {
    others: [{ street: "x".repeat(56), city: "Waconia", state: "MN: Minnesota", zip: "55387" }],
  });
  await expect(review(id)).rejects.toMatchObject({
    code: "schema",
    message: "Sites does not fit its official schema.",
  });
  await answer(id, "Sites", { others: [] });
  await act((tx) =>
    tx.rows(sql`
      delete from grant_application_form
      where org_id = ${agency.orgId} and application_id = ${id} and form = 'SF-LLL'
    `),
  );
  expect((await read(id)).findings.map(({ message }) => message)).toEqual([
    "The SF-LLL is lacking. Save the application's head again: it is added then.",
  ]);
});

test("the day of a signature and of the sending are the agency's, also late in the evening", async () => {
  const { id } = await begin({ kind: "construction" });
  await fill(id);
  const row = await getRow(t.database.read(ann), grantApplication, id, "application");
  const whole = await wholeOf(t.database.read(ann), {
    ...row,
    signedName: "Ada Bly",
    signedTitle: "Chair",
    signedPhone: "952-555-0100",
    signedAt: "2027-01-16T03:30:00Z" as never,
    submittedAt: "2027-01-17T02:00:00Z" as never,
  });
  const xml = await checkedXml({ ...whole, timeZone: "America/Chicago" }, { today: "2027-02-01" });
  const text = xml.map((one) => one.xml).join();
  expect(text).toContain("<DateSigned>2027-01-15</DateSigned>");
  expect(text).toContain("<DateReceived>2027-01-16</DateReceived>");
  expect(text).toContain("<SignedDate>2027-01-15</SignedDate>");
});

// Two journeys at the endpoints. An asset of federal money is retired, valued, offered to the grantor and
// sold, with the share owed. An injury is reported by whoever saw it, its days are dates, form 300A is
// certified and made for paper, and OSHA's files are read back.
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { makePdf, pdfBrowser } from "#server/pdf/pdf.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { asked } from "./safety/classify.model.ts";
import { readYear } from "./safety/establishment.service.ts";
import { summaryDocument } from "./safety/osha-forms.service.ts";

let t: TestDatabase;
let people: Record<"keeper" | "manager" | "admin" | "officer" | "worker", Actor>;
let departmentId: string;
const ask = askingOf(() => t);
const refused = (...given: Parameters<typeof ask>) => refusalOf(ask(...given));
type Shown = { version: number; status: string; disposalShown: Record<string, number> | null };

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ departmentId } = agency);
  people = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    officer: { duties: ["safety_officer"] },
    worker: {},
  });
  await makePolicy(t.database, people.admin, { documentType: "assetDisposal" });
});
afterAll(() => t.drop());

test("a pump of federal money is sold: by policy, after the grantor's word, with its share owed", async () => {
  const { keeper, manager } = people;
  const { id: classId } = await ask(keeper, "POST /api/v1/asset-classes", {
    code: "PUMP",
    name: "Pump",
    conditionScale: "one_to_five",
    lifeMonths: 120,
  });
  const { id } = await ask(keeper, "POST /api/v1/assets", {
    name: "Pump of the flood",
    classId,
    departmentId,
    tag: "T-900",
    location: "Yard",
    costCents: 40_000_00,
    federalAward: "EMW-2025-1",
    federalPercent: "75",
    federalAwardedOn: "2024-10-01",
    federalInstructions: true,
  });
  const shown = () => ask<Shown>(manager, `GET /api/v1/assets/${id}`);
  const step = async (who: Actor, action: string, body: object = {}) =>
    ask<{ approvalId: string }>(
      who,
      `POST /api/v1/assets/${id}/actions/${action}`,
      body,
      (await shown()).version,
    );
  await step(keeper, "putInService");
  await step(keeper, "retire", { reason: "Worn" });
  const { approvalId } = await step(keeper, "proposeDisposal", {
    way: "sale",
    valueCents: 20_000_00,
    valueOn: agencyDay(-3),
    basis: "appraisal",
    basisWords: "Roe Appraisals, report 12",
    reason: "Replaced by a larger one",
  });
  await ask(manager, `POST /api/v1/approvals/${approvalId}/actions/approve`, { comment: "Seen" });
  const sold = { disposedOn: agencyDay(), disposalCents: 16_000_00, reason: "Sold at auction" };
  expect(await refusalOf(step(manager, "dispose", sold))).toContain("grantor_holds");
  await step(keeper, "grantor", {
    askedOn: agencyDay(-2),
    answeredOn: agencyDay(-1),
    words: "Sell it; keep your costs",
    keepsExpenses: true,
  });
  await step(manager, "dispose", sold);
  // 75% of $16,000, less $1,000 or a tenth of the proceeds for the costs of selling.
  expect(await shown()).toMatchObject({
    status: "disposed",
    disposalShown: { shareCents: 12_000_00, keptCents: 1_000_00, owedCents: 11_000_00 },
  });
});

test("an injury, its days by dates, form 300A on paper, and the files of OSHA's application", async () => {
  const { officer, worker } = people;
  const year = Number(agencyDay().slice(0, 4)) - 1;
  const happened = `${year}-06-03`;
  const { id: establishmentId } = await ask(officer, "POST /api/v1/safety-establishments", {
    name: "Public Works",
    street: "400 Mill Street",
    city: "Chaska",
    state: "MN",
    zip: "55318",
    ein: "41-0000000",
    naics: "921190",
  });
  const cases = "POST /api/v1/safety-cases";
  const { id } = await ask(worker, cases, {
    kind: "injury",
    happenedAt: `${happened}T15:00:00.000Z`,
    location: "Yard",
    words: "Ada Quill fell from the ladder",
    name: "Ada Quill",
  });
  const step = (action: string, body: object = {}) =>
    ask(officer, `${cases}/${id}/actions/${action}`, body);
  await step("triage", { kind: "injury", establishmentId, severe: null, severeKnownAt: null });
  await step("investigate");
  const facts = {
    name: "Ada Quill",
    jobTitle: "Laborer",
    dateOfBirth: "1980-02-03",
    dateOfHire: "2015-05-04",
    sex: "F",
    timeStarted: "07:00",
    before: "Climbing",
    happened: "Slipped",
    injury: "Sprained ankle",
    object: "Ladder",
  };
  await ask(officer, `PUT /api/v1/safety-cases/${id}/private`, facts, 1);
  for (const { key } of asked("injury", {}))
    await ask(officer, `${cases}/${id}/answers`, {
      question: key,
      answer: ["covered", "workRelated", "newCase"].includes(key),
      reason: "As she said",
    });
  const days = async (kind: string, from: number, to: number) => {
    const { version } = await ask(officer, `GET /api/v1/safety-cases/${id}`);
    const span = { fromDay: addDays(happened, from), toDay: addDays(happened, to) };
    const said = { basis: "clinician", clinician: "Dr. Roe", words: "Rest" };
    return ask(officer, `${cases}/${id}/days`, { kind, ...span, ...said }, version);
  };
  // Ten days away, then a hundred and ninety restricted: together they stop at 180 (29 CFR 1904.7(b)(3)(vii)).
  await days("away", 1, 10);
  await days("restricted", 11, 200);
  const classified = (await step("classify", { injuryType: 1, privacyKind: null })) as unknown as {
    outcome: string;
    daysAway: number;
    daysRestricted: number;
  };
  expect(classified).toMatchObject({ outcome: "days_away", daysAway: 10, daysRestricted: 170 });

  const ofYear = `/api/v1/safety-establishments/${establishmentId}/years/${year}`;
  expect(await refused(officer, `GET ${ofYear}/summary-file`)).toContain("file_faults");
  await ask(officer, `PUT ${ofYear}`, {
    averageEmployees: 50,
    hoursWorked: 100_000,
    executiveName: "Adele Moreau",
    executiveTitle: "Administrator",
    executivePhone: "952-555-0100",
  });
  await ask(officer, `POST ${ofYear}/actions/move`, { step: "certify", on: agencyDay() });
  const paper = summaryDocument(await readYear(t.database.read(officer), establishmentId, year));
  expect(paper).toContain("Adele Moreau");
  expect(paper).not.toContain("Ada Quill");
  if (pdfBrowser())
    expect((await makePdf(paper, undefined, "own")).subarray(0, 4).toString()).toBe("%PDF");
  const file = await ask<{ text: string }>(officer, `GET ${ofYear}/summary-file`);
  const [row] = parse(file.text, { columns: true }) as [Record<string, string>];
  expect(row).toMatchObject({
    total_dafw_cases: "1",
    total_dafw_days: "10",
    total_djtr_days: "170",
  });
  const exported = await ask<{ text: string }>(officer, `POST ${ofYear}/actions/export-cases`);
  expect(parse(exported.text, { columns: true })).toHaveLength(1);
  expect(exported.text).not.toContain("Ada Quill");
});

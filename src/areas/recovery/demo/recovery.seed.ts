import { dateIn } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { incidentsNamed } from "#areas/disaster/disaster.server.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import { carverCountyId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { sql } from "#server/db/sql.ts";
import { damageInput } from "../damage/damage.model.ts";
import { documentDamage, inspectDamage, reportDamage } from "../damage/damage.service.ts";
import { declarationInput } from "../declaration/declaration.model.ts";
import { declare, finishPaper, moveDeclaration } from "../declaration/declaration.service.ts";
import { choicesOf } from "../item/item.read.service.ts";
import { assignMaterials, materialRows } from "../item/material.service.ts";
import { assignCosts, assignHours } from "../item/item.service.ts";
import { recordBuilding } from "../flood/flood.service.ts";
import { recordLetter } from "../mitigation/letter.service.ts";
import { mitigationInput } from "../mitigation/mitigation.model.ts";
import { beginMitigation } from "../mitigation/mitigation.service.ts";
import { getRow } from "#server/db/rows.ts";
import { answerConsiderations } from "../considerations/considerations.service.ts";
import { paProject } from "../recovery.tables.ts";
import { projectInput } from "../project/project.model.ts";
import { beginProject, moveProject, obligate, putDamage } from "../project/project.service.ts";
import { appealInput, questionInput } from "../question/question.model.ts";
import { recordDetermination } from "../question/appeal.service.ts";
import { answerQuestion, askQuestion } from "../question/question.service.ts";
import {
  certifyRequest,
  checkRequest,
  draftRequest,
  payRequest,
  submitRequest,
} from "../request/request.service.ts";
import { attachPaper, drawnBill, drawnPhoto } from "./papers.seed.ts";
import { seedCrew, type As } from "./crew.seed.ts";
import { floodDamage, springConsiderations, springDamage } from "./recovery.data.ts";

// The county's day: in its evening the date in UTC is tomorrow's.
const day = (days: number): string =>
  dateIn(new Date(databaseMs() + days * 86_400_000).toISOString(), carverTimeZone);
const counties = ["Carver (County)"];
const every = ["A", "B", "C", "D", "E", "F", "G"];

const declared = (
  as: As,
  of: { number: string; title: string; from: number; on: number; incidentId: string | null },
) =>
  as("recovery", (tx, actor) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        number: of.number,
        title: of.title,
        incidentId: of.incidentId,
        declaredOn: day(of.on),
        periodFrom: day(of.from),
        periodTo: of.on < -100 ? day(of.on + 6) : null,
        guideVersion: "PAPPG version 5 (not verified)",
        payPolicy: "Personnel rules, chapter 6: overtime",
        payPolicyOn: "2019-03-01",
        areas: counties.map((county) => ({
          county,
          categories: every,
          designatedOn: day(of.on),
        })),
        shares: [
          {
            categories: [...every, "Z"],
            fromDay: day(of.from),
            rate: 7_500,
            source: `Text of ${of.number}`,
          },
        ],
      }),
    ),
  );

const doPaper = (as: As, declarationId: string, key: string, on: number, note: string) =>
  as("recovery", async (tx, actor) => {
    const { id } = await tx.one<{ id: string }>(sql`
      select id
      from pa_paper
      where org_id = ${carverCountyId} and declaration_id = ${declarationId} and key = ${key}
    `);
    return finishPaper(tx, actor, id, { doneOn: day(on), note });
  });

// What the county yard issued to the flood, with the price that its stores have.
const fromStock = async (as: As, projectId: string): Promise<void> =>
  as("recovery", async (tx, actor) => {
    const issued = await materialRows(tx, projectId);
    const stockLineIds = issued.filter((m) => m.why === null && !m.unpriced).map((m) => m.id);
    if (stockLineIds.length === 0) return;
    const site = "Lift station 7 and County Road 14";
    await assignMaterials(tx, actor, projectId, { stockLineIds, site });
  });

// The flood twelve days ago: damage, protective work with bought pumps and a week of hours.
const flood = async (as: As): Promise<void> => {
  const [incident] = await as("recovery", (tx) =>
    incidentsNamed(tx, { federalNumber: "DR-4897-MN" }),
  );
  const d = await declared(as, {
    number: "DR-4897-MN",
    title: "Flood of the Minnesota River",
    from: -12,
    on: -10,
    incidentId: incident?.id ?? null,
  });
  await doPaper(as, d.id, "identity", -8, "UEI and FIPS code are on file.");
  for (const { days, by, ...said } of floodDamage)
    await as(by, (tx, actor) =>
      reportDamage(
        tx,
        actor,
        damageInput.parse({ ...said, declarationId: d.id, occurredOn: day(days) }),
      ),
    );
  const project = await as("recovery", (tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId: d.id,
        title: "Pumping, barricades and the shelter",
        category: "B",
        scope:
          "Pumps at lift station 7, barricades on County Roads 14 and 40, shelter at the arena.",
        lines: [
          { description: "Rented pumps", quantity: "14", unit: "day", unitPrice: "1850" },
          { description: "Sand and barricades", quantity: "1", unit: "lot", unitPrice: "22400" },
        ],
      }),
    ),
  );
  await as("recovery", async (tx, actor) => {
    const choices = await choicesOf(tx, project.id);
    const ids = choices.filter((c) => c.emergency && c.why === null).map((c) => c.id);
    if (ids.length) await assignCosts(tx, actor, project.id, ids);
  });
  await fromStock(as, project.id);
  if (incident) await seedCrew(as, { declarationId: d.id, incidentId: incident.id, day });
  try {
    await as("recovery", (tx, actor) =>
      assignHours(tx, actor, project.id, { from: day(-13), to: day(0) }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "nothing") throw error;
  }
};

// Paid in full, and nothing is missing but the bill, which accounts payable attaches.
const bills = async (app: App, as: As, projectId: string): Promise<string[]> => {
  const found = await as("recovery", async (tx) => {
    const choices = (await choicesOf(tx, projectId))
      .filter((c) => !c.emergency && c.why === null && c.open === c.cents)
      .filter((c) => c.lacks.every((lack) => lack.startsWith("No file of the invoice")))
      .slice(0, 4);
    return Promise.all(
      choices.map(async (choice) => ({
        ...choice,
        invoiceId: (await costsOf(tx, { ids: [choice.id] }))[0]!.invoiceId!,
      })),
    );
  });
  const invoices = new Map(found.map((c) => [c.invoiceId, c]));
  for (const [objectId, { documentNumber, vendor, cents }] of invoices)
    await attachPaper(
      app,
      (work) => as("ap", work),
      { objectType: "invoice", objectId, number: documentNumber },
      {
        name: `${documentNumber}-bill.pdf`,
        bytes: await drawnBill(documentNumber, vendor ?? "", formatCents(cents)),
      },
    );
  return found.map((c) => c.id);
};

const draw = async (app: App, as: As, projectId: string): Promise<void> => {
  const ids = await bills(app, as, projectId);
  if (ids.length === 0) return;
  await as("recovery", (tx, actor) => assignCosts(tx, actor, projectId, ids));
  const { id } = await as("recovery", (tx, actor) => draftRequest(tx, actor, projectId));
  const step = { id, version: null };
  await as("recovery", (tx, actor) => checkRequest(tx, actor, step));
  await as("certifier", (tx, actor) => certifyRequest(tx, actor, step));
  const sent = await as("recovery", (tx, actor) =>
    submitRequest(tx, actor, step, { reference: "MN-RFR-2211" }),
  );
  await as("recovery", (tx, actor) =>
    payRequest(tx, actor, step, { paidOn: day(0), paidCents: sent.federal }),
  );
};

const springProject = async (app: App, as: As, declarationId: string): Promise<string> => {
  const project = await as("recovery", (tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId,
        title: "Repair of park roads and culverts",
        category: "C",
        pwNumber: "00231",
        scope: "Replace four culverts in kind and restore gravel on park roads.",
        ehp: "No work beyond the footprint; reviewed by the state.",
        lines: [
          { description: "Culverts, 36 in", quantity: "4", unit: "each", unitPrice: "41250" },
          { description: "Gravel and grading", quantity: "9200", unit: "ton", unitPrice: "38.5" },
        ],
      }),
    ),
  );
  const damage = await as("works", (tx, actor) =>
    reportDamage(tx, actor, damageInput.parse({ ...springDamage(day), declarationId })),
  );
  await as("recovery", (tx, actor) => putDamage(tx, actor, damage.id, project.id));
  await attachPaper(
    app,
    (work) => as("works", work),
    { objectType: "paDamage", objectId: damage.id, number: damage.number },
    { name: "culvert-road-p2.png", bytes: drawnPhoto() },
  );
  const seen = { id: damage.id, version: null, reason: null };
  await as("recovery", (tx, actor) => inspectDamage(tx, actor, seen));
  await as("recovery", (tx, actor) => documentDamage(tx, actor, seen));
  await as("recovery", async (tx, actor) => {
    const { version } = await getRow(tx, paProject, project.id, "project");
    await answerConsiderations(tx, actor, project.id, springConsiderations, version);
  });
  for (const action of ["freeze", "passOn", "approve"] as const)
    await as("recovery", (tx, actor) =>
      moveProject(tx, actor, action, { id: project.id, version: null }),
    );
  await as("recovery", (tx, actor) =>
    obligate(
      tx,
      actor,
      { id: project.id, version: null },
      { cents: 389_400_00, obligatedOn: day(-60), document: "Obligation report, version 0" },
    ),
  );
  return project.id;
};

// Last spring's flood: obligated, half drawn, with a question and a denied item.
const spring = async (app: App, as: As): Promise<string> => {
  const d = await declared(as, {
    number: "DR-4871-MN",
    title: "Spring flood",
    from: -232,
    on: -220,
    incidentId: null,
  });
  await doPaper(as, d.id, "identity", -200, "On file.");
  await doPaper(as, d.id, "rpa", -198, "Sent to the state.");
  await doPaper(as, d.id, "scoping", -180, "With the program delivery manager.");
  await doPaper(as, d.id, "damage", -140, "Six items.");
  await as("recovery", (tx, actor) =>
    moveDeclaration(tx, actor, "approve", { id: d.id, version: null }),
  );
  const projectId = await springProject(app, as, d.id);
  await draw(app, as, projectId);
  await ask(as, d.id, projectId);
  return d.id;
};

const ask = async (as: As, declarationId: string, projectId: string): Promise<void> => {
  const question = "Provide proof that the culverts were replaced in kind.";
  const asked = (on: number, due: number) =>
    as("recovery", (tx, actor) =>
      askQuestion(
        tx,
        actor,
        questionInput.parse({
          declarationId,
          projectId,
          askedBy: "State public assistance officer",
          askedOn: day(on),
          dueOn: day(due),
          question,
        }),
      ),
    );
  const first = await asked(-50, -36);
  await as("recovery", (tx, actor) =>
    answerQuestion(
      tx,
      actor,
      first.id,
      {
        answer: "Drawings and photographs of the four culverts went with the letter.",
        answeredOn: day(-41),
        delivery: "Upload receipt 88121 of the state's portal",
      },
      first.version,
    ),
  );
  await asked(-4, 10);
  await as("recovery", (tx, actor) =>
    recordDetermination(
      tx,
      actor,
      appealInput.parse({
        projectId,
        level: "first",
        subject: "Gravel beyond the pre-disaster depth",
        disputedCents: 42_000_00,
        determinedOn: day(-26),
        sentOn: day(-24),
        receivedOn: day(-21),
        argument: "Depth before the flood follows from the county's cores of 2023.",
      }),
    ),
  );
};

// A library in the hazard area without flood insurance, and FEMA's first estimate of the assistance.
const library = async (as: As, declarationId: string) => {
  const project = await as("recovery", (tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId,
        title: "Riverside library, ground floor",
        category: "E",
        scope: "Dry, clean and rebuild the ground floor to its state before the flood.",
        lines: [{ description: "Ground floor", quantity: "1", unit: "lot", unitPrice: "386400" }],
      }),
    ),
  );
  await as("recovery", (tx, actor) =>
    recordBuilding(tx, actor, project.id, {
      name: "Riverside library",
      kind: "public",
      zone: "AE",
      identifiedOn: "2018-09-21",
      panel: "27139C0181F",
      buildingValue: 2_150_000_00,
      contentsValue: 240_000_00,
      buildingDamage: 318_000_00,
      contentsDamage: 68_400_00,
    }),
  );
  await as("recovery", (tx, actor) =>
    recordLetter(tx, actor, declarationId, {
      kind: "estimate",
      document: "Estimate of 30 days",
      datedOn: day(-2),
      assistanceCents: 61_400_000_00,
      enhanced: false,
    }),
  );
};

/** Two floods: the one of twelve days ago, and last spring's with its money, questions and appeal. */
export const seedRecovery = async (app: App, log: (line: string) => void): Promise<void> => {
  log("recovery: two declarations with damage, projects and requests");
  const as: As = (name, work) => {
    const actor = demoActor(name);
    return app.database.transaction(actor, (tx) => work(tx, actor));
  };
  await flood(as);
  const declarationId = await spring(app, as);
  await library(as, declarationId);
  await as("recovery", (tx, actor) =>
    beginMitigation(
      tx,
      actor,
      mitigationInput.parse({
        program: "HMGP",
        declarationId,
        title: "Raise lift station 7 above the flood of 500 years",
        problem: "The dry well floods; households behind it lose sewer service for days.",
        alternatives: "A wall around it; a move to another place; nothing.",
        costCents: 640_000_00,
        maintenanceCents: 4_000_00,
        usefulYears: 50,
        ratePercent: 7,
        recurrences: [
          { years: 10, before: 310_000_00, after: 0 },
          { years: 50, before: 890_000_00, after: 40_000_00 },
          { years: 100, before: 1_450_000_00, after: 120_000_00 },
          { years: 500, before: 2_600_000_00, after: 700_000_00 },
        ],
      }),
    ),
  );
};

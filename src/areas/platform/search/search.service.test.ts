import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { pages } from "#areas.ts";
import { permissions } from "#roles.ts";
import { allSearches } from "#server/area.ts";
import { allNouns } from "#server/noun.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { areaServers } from "#areas.server.ts";
import { foundKinds, namedPages, rankOf } from "./register.ts";
import { searchKinds } from "./search.labels.ts";
import { searchRecords } from "./search.service.ts";

let t: TestDatabase;
let mine: Actor;
let theirs: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const [one, two] = [await makeAgency(t.database), await makeAgency(t.database)];
  mine = (await makeMembers(t.database, one, { clerk: {} })).clerk;
  theirs = (await makeMembers(t.database, two, { clerk: {} })).clerk;
  for (let i = 0; i < 7; i++) await makeVendor(t.database, one, { name: `Delta Stone ${i}` });
  await makeVendor(t.database, two, { name: "Delta Stone of another agency" });
});
afterAll(() => t.drop());

test("finds at most five of a noun, in one's own agency, every word of the query", async () => {
  const found = await searchRecords(t.database.read(mine), mine, "stone delta");
  expect(found.items).toHaveLength(5);
  expect(
    found.items.every(
      (row) =>
        row.kind === "vendor" &&
        /^Delta Stone \d$/.test(row.title) &&
        row.href === `/vendor-directory/${row.id}`,
    ),
  ).toBe(true);
  const other = await searchRecords(t.database.read(theirs), theirs, "Delta Stone");
  expect(other.items.map((row) => row.title)).toEqual(["Delta Stone of another agency"]);
  expect((await searchRecords(t.database.read(mine), mine, "granite")).items).toEqual([]);
});

test("an exact number comes first; who may read nothing, or works in no agency, finds nothing", async () => {
  const [, second] = (await searchRecords(t.database.read(mine), mine, "delta")).items;
  expect((await searchRecords(t.database.read(mine), mine, second!.number)).items[0]!.id).toBe(
    second!.id,
  );
  const blind = { ...mine, permissions: new Set<string>() };
  expect((await searchRecords(t.database.read(blind), blind, "delta")).items).toEqual([]);
  const outside = { ...mine, orgId: null };
  expect((await searchRecords(t.database.read(outside), outside, "delta")).items).toEqual([]);
});

/** Columns that say what a record is called where its source names none. */
const usualTitles = ["title", "name", "vendorName", "vendor"];

/** Nouns with a page that the search leaves out, each with its reason. */
const unsearched: Readonly<Record<string, string>> = {
  awardRevision: "one of an award, opened from its page",
  budgetCycle: "one a year, opened from the budget",
  agentRun: "of whoever let an agent read, opened from the agent's page",
  auditProcedure: "its team's alone until the issue, opened from its audit",
  auditRequest: "of an audit, opened by whoever is asked from the page of audits",
  capitalScenario: "a calculation, opened from the plan",
  deviceAlarm: "of a device, which is found; those that wait stand above the devices",
  seatOverride: "of a person and some hours, listed under Training, Kept work",
  cardFinding: "of a card's line, which is found; those that wait stand under Payments, Cards",
  checkException: "waits until a cut-off of its day, under Payments, Positive pay",
  deadline: "opens the record that it follows, which is found",
  incidentPlan: "one of an incident's period, opened from its page",
  incidentSite: "a shelter or post of an incident, opened from its page",
  legalHold: "opened from the records that it keeps, and from compliance administration",
  milestone: "one of an award, opened from its page",
  obligation: "one of a contract, which is found by its words",
  paExtension: "one of a declaration, opened from its page",
  scheduleProposal: "a file for a project's schedule, opened from there",
  roadClosure: "one of a few, opened from the roads",
  securityAlert: "an officer's, opened from the security audit",
  securityCase: "the officers' alone, opened from the security audit",
  signInProvider: "a setting of the administrator",
  signature: "asked of somebody, who finds it among the tasks",
};

test("every noun with a page is found by its words, or a reason stands here", () => {
  const kinds = new Set(allSearches().map((source) => source.kind));
  const lacking = allNouns().filter((noun) => noun.page && !kinds.has(noun.name));
  expect(lacking.map((noun) => noun.name).toSorted()).toEqual(Object.keys(unsearched).toSorted());
});

test("what a source calls its records is a column of its list; a kind is said in words of its own", () => {
  const nameless = allSearches().filter(({ list, title }) => {
    const columns = Object.keys(list.columns);
    return !(title ? [title] : usualTitles).some((column) => columns.includes(column));
  });
  expect(nameless.map(({ kind }) => kind)).toEqual([]);
  for (const { list, opens = "id" } of allSearches())
    expect(Object.keys(list.columns), list.name).toContain(opens);
  const labels = Object.values(searchKinds);
  expect(new Set(labels).size).toBe(labels.length);
});

/** Pages of one record that no search opens, each with its reason. */
const unopened: Readonly<Record<string, string>> = {
  approval: "opened from the record that waits for it, and from the inbox",
  assetCount: "one count of a place, opened from the counts",
  assetLabel: "opened by scanning its label",
  connectProgram: "a question that one program asks one member once",
  agencyPlan: "one of an agency, found by the agency in the list of plans",
  agentRun: "of whoever let an agent read, opened from the agent's page",
  auditProcedure: "its team's alone until the issue, opened from its audit",
  auditRequest: "of an audit, opened by whoever is asked from the page of audits",
  capitalScenario: "a calculation, opened from the plan",
  carbonLine: "one of a carbon year, opened from its page",
  seatOverride: "of a person and some hours, listed under Training, Kept work",
  cardFinding: "of a card's line, which is found; those that wait stand under Payments, Cards",
  trainingCourse: "an edition of a course, opened from Training, Courses",
  trainingRequirement: "an edition of a requirement, opened from Training, Requirements",
  cardGroup: "a version of a group, opened from the category groups",
  pricingPlan: "a version of a plan, opened from the pricing plans",
  checkException: "waits until a cut-off of its day, under Payments, Positive pay",
  checkRun: "a run of the checks, opened from their page",
  deviceAlarm: "of a device, which is found; those that wait stand above the devices",
  deviceRule: "a version of a rule, opened from the alarm rules",
  designerAnswer: "opened by the link of a letter",
  delivery: "what a driver hands over, opened by the link that they were given",
  femaPublishedSet: "a data set that FEMA publishes",
  formFill: "a form as it is filled in; the form and what was sent are found",
  fmsLayout: "a version of a layout, opened from the finance system",
  flowRule: "a workflow of one condition: the workflow is found",
  glEntry: "an entry of the ledger, opened from the journal, an account or its document",
  grantApplicationForm: "one of an application, opened from its page",
  grantBudget: "one of an application, opened from its page",
  grantWriting: "opened by the link of a letter",
  servedByLink: "opened by the link of a letter",
  incidentPlan: "one of an incident's period, opened from its page",
  legalHold: "opened from the records that it keeps, and from compliance administration",
  linkSignature: "opened by the link of a letter",
  marketImport: "a file that was read, opened from the market",
  obligation: "one of a contract, which is found by its words",
  opportunity: "the published side of a solicitation, which is found",
  paExtension: "one of a declaration, opened from its page",
  planSheet: "opened from its plan set",
  positiveLayout: "a version of a layout, opened from the layouts",
  publicForm: "what everybody fills in on the citizen portal",
  publicReport: "what everybody reads of a publication, which is found",
  purchaseFile: "one of an order, opened from its page",
  quoteAward: "one of a solicitation, opened from its page",
  revision: "one of an award, opened from its page",
  rightsReview: "a setting of the administrator",
  securityAlert: "an officer's, opened from the security audit",
  securityCase: "the officers' alone, opened from the security audit",
  signature: "asked of somebody, who finds it among the tasks",
  ssoProvider: "a setting of the administrator",
  vendorScorecard: "one of a vendor and a period, opened from the vendor",
  scheduleProposal: "a file for a project's schedule, opened from there",
  roadClosure: "one of a few, opened from the roads",
};

test("every page of a record opens what is found, is a vendor's own, or a reason stands here", () => {
  const opened = new Set(
    allSearches().map(({ path }) => (path.includes(":id") ? path : `${path}/:id`)),
  );
  const lacking = pages.filter(
    ({ path, access }) =>
      /\/:\w+$/.test(path) &&
      access !== "public" &&
      !path.startsWith("/vendor-portal/") &&
      !opened.has(path.replace(/:\w+$/, ":id")),
  );
  expect(lacking.map(({ id }) => id).toSorted()).toEqual(Object.keys(unopened).toSorted());
});

/** Kinds that nobody begins on a page of their own, each with what makes one. */
const follows: Readonly<Record<string, string>> = {
  device: "enrolled in a dialog of the devices, which shows its key",
  shipment: "announced by its vendor on an order",
  accountingPeriod: "made with its fiscal year",
  attachment: "a file of a record",
  budgetChange: "begins at a budget line",
  budgetProposal: "made for each department when a cycle opens",
  changeOrder: "begins at its contract",
  claim: "begins at its contract",
  contractAmendment: "begins at its contract",
  controlFailure: "follows from what was judged of a record",
  controlWaiver: "asked for on what breaks a control",
  correctiveAction: "follows from an inspection or a safety case",
  correctivePlan: "begins at its vendor",
  drawdown: "begins at its award",
  fmsBatch: "built from lines of the ledger, under Finance system",
  flowRun: "begins with a workflow, by itself or at the record",
  grantReport: "made from the terms of an award",
  costTransfer: "begins at its project",
  dailyLog: "begins at its project",
  rfi: "begins at its project",
  submittal: "begins at its project",
  punchItem: "begins at its project",
  measurement: "drawn on a sheet",
  schedule: "begins at its project",
  closeoutPaper: "begins at its project",
  certifiedPayroll: "begins at its project, or in the contractor's portal",
  payApplication: "begins at its project, or in the contractor's portal",
  incidentRelease: "begins at its incident",
  incidentRequest: "begins at its incident",
  paAppeal: "begins at what FEMA decided",
  paMitigation: "begins at its declaration",
  paProject: "begins at its declaration",
  paRequest: "begins at its projects",
  payment: "made by a payment run",
  person: "invited, by an action of the palette",
  programApplication: "sent by somebody outside",
  protest: "filed by a vendor",
  serviceRequest: "reported on the citizen portal",
  stockCount: "planned on the page of counts",
  stockLot: "entered at its item, or with the goods",
  stockMovement: "posted from the inventory's own dialogs, or with a receipt",
  stockTransfer: "planned on the page of transfers",
  routePlan: "begun in a dialog of the page of routes",
  fieldDevice: "enrolled on the phone itself, under Mobile app",
  enrolment: "begun in a dialog of the page of training, or by a requirement",
  trainingSession: "planned in a dialog of the page of training",
  taxYear: "begun in a dialog of the tab of tax forms",
  auditEngagement: "planned in a dialog of the page of audits",
  auditFinding: "written on the page of its audit",
  qualityObjective: "set in a dialog of the list of objectives",
  nonconformance: "reported in a dialog of the page of quality",
  servedClient: "entered in a dialog of the page of clients",
  clientAgreement: "written from the page of its client",
  clientRequest: "entered on the page of its client, or sent by its link",
  clientBill: "drafted by what is due, from the board",
  ownBill: "sent by the operator",
  agencyBill: "drafted in a dialog of the list of bills, or by the morning's work",
  carbonYear: "begun in a dialog of the page of carbon",
  carbonFactor: "brought in by a dialog of the page of factors",
  carbonCredit: "listed in a dialog of the page of carbon",
  cardCycle: "opened in a dialog of the card cycles",
  cardLine: "posted by the bank, whose file is imported",
  purchaseCard: "entered in a dialog of the purchase cards",
  subawardRequest: "sent by the subrecipient",
  vendorRegistration: "sent by the company",
  weatherAlert: "comes from the weather service",
};

test("whoever may create a record of a kind is offered to, on a page that is there, by the permission of its endpoint", () => {
  const without = foundKinds.filter(([, { begins }]) => !begins).map(([kind]) => kind);
  expect(without.toSorted()).toEqual(Object.keys(follows).toSorted());
  const paths = new Set(pages.map(({ path }) => path));
  const creating = new Map(
    areaServers
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ method }) => method === "POST")
      .map(({ path, permission }) => [path, permission]),
  );
  for (const [kind, { begins }] of foundKinds) {
    if (!begins) continue;
    expect(paths, kind).toContain(begins.at.split("?")[0]);
    expect(Object.keys(permissions), kind).toContain(begins.with);
    const noun = allNouns().find(({ name }) => name === kind);
    const asked = noun && creating.get(`/api/v1/${noun.path}`);
    if (asked) expect(begins.with, kind).toBe(asked);
  }
});

test("every page is named first by its title; what names better stands before what names less", () => {
  for (const { title } of namedPages) expect(rankOf(title, { name: title }), title).toBe(0);
  const names = ["Assets", "Book of assets", "Compliance"];
  const rank = (text: string) => names.map((name) => rankOf(text, { name, under: "Asset work" }));
  expect(rank("assets")).toEqual([0, 2, null]);
  expect(rank("asset")).toEqual([1, 2, 4]);
  expect(rankOf("grants portfolio", { name: "Grants", also: "portfolio of awards" })).toBe(3);
  expect(rankOf("zebra", { name: "Grants" })).toBe(null);
});

test("a definition is found by its name, the newest version of it, by whoever designs", async () => {
  const { orgId } = mine;
  await t.database.transaction({ orgId: orgId!, personId: null }, async (tx) => {
    const family = newId();
    for (const versionNo of [1, 2])
      await tx.rows(sql`
        insert into approval_policy (
          org_id, id, definition_id, version_no, name, document_type, steps
        )
        values (
          ${orgId}, ${newId()}, ${family}, ${versionNo}, 'Gravel of the pits', 'requisition', '[]'
        )
      `);
  });
  const admin = { ...mine, permissions: new Set([...mine.permissions, "approval.policy"]) };
  const found = await searchRecords(t.database.read(admin), admin, "gravel pits");
  expect(found.items.map(({ kind, title }) => [kind, title])).toEqual([
    ["approvalPolicy", "Gravel of the pits"],
  ]);
  expect((await searchRecords(t.database.read(mine), mine, "gravel pits")).items).toEqual([]);
});

test("a contract with lots is found by its number and words, in its own agency alone", async () => {
  const { orgId } = mine;
  await t.database.transaction({ orgId: orgId!, personId: null }, (tx) =>
    tx.rows(sql`
      insert into contract_master (org_id, id, number, title, ceiling)
      values (${orgId}, ${newId()}, 'CON-2026-00077', 'Snow removal of three depots', 100)
    `),
  );
  for (const words of ["CON-2026-00077", "snow depots"]) {
    const [found] = (await searchRecords(t.database.read(mine), mine, words)).items;
    expect(found).toMatchObject({ kind: "contractMaster", number: "CON-2026-00077" });
    expect((await searchRecords(t.database.read(theirs), theirs, words)).items).toEqual([]);
  }
});

// What an export holds comes in again and changes nothing: every field that an import takes stands in the
// export of the same records, under a heading that is known.
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { deadlineDay } from "#areas/workflow/deadline/deadline.day.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { projectInput } from "#areas/projects/project/project.model.ts";
import { proposeProject } from "#areas/projects/project/project.service.ts";
import { sql } from "#server/db/sql.ts";
import { csvOfSearch } from "#server/http/export.ts";
import { exportedColumns, exportedList } from "#server/http/exported.ts";
import { importableKinds, importerOf, suggestMapping } from "#server/import/importer.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { declaredDisaster, obligatedProject } from "#server/testing/recovery.ts";
import { makeClass } from "./round-trip.records.ts";

/** The list that exports the records of a kind, and the fields that no export may hold. */
const lists: Record<string, { path: string; without?: readonly string[]; search?: string }> = {
  assets: { path: "/api/v1/assets" },
  // "Takes the place of what is on file" answers a question about an amount.
  "budget-actuals": { path: "/api/v1/budget-actuals", without: ["replaces"] },
  "budget-lines": { path: "/api/v1/budget-lines" },
  "budget-lines-summed": { path: "/api/v1/budget-lines" },
  "budget-proposal-lines": { path: "/api/v1/budget-proposal-lines" },
  commodities: { path: "/api/v1/commodity-codes" },
  contracts: { path: "/api/v1/contracts" },
  "fema-declarations": { path: "/api/v1/fema-published-rows", search: "dataset=declarations" },
  "fema-mitigation": { path: "/api/v1/fema-published-rows", search: "dataset=mitigation" },
  "fema-projects": { path: "/api/v1/fema-published-rows", search: "dataset=projects" },
  "fms-codes": { path: "/api/v1/fms-codes" },
  "federal-opportunities": { path: "/api/v1/federal-opportunities" },
  "grant-opportunities": { path: "/api/v1/grant-opportunities", without: ["source", "sourceKey"] },
  invoices: { path: "/api/v1/invoices" },
  "pa-damage": { path: "/api/v1/pa-damage" },
  "pa-obligations": { path: "/api/v1/pa-obligations" },
  "pa-work-schedules": { path: "/api/v1/pa-work-schedules" },
  places: { path: "/api/v1/places" },
  // People and contracts are named by what the list does not show.
  projects: { path: "/api/v1/projects", without: ["engineer", "contract"] },
  // Who owes an item is said by the contractor's name, which its contract gives.
  "punch-items": { path: "/api/v1/punch-items", without: ["contract"] },
  "stock-items": { path: "/api/v1/stock-items" },
  // The place of the outermost location is a record of its own, and so is the line of the stores; a code
  // that is there needs neither.
  "stock-locations": { path: "/api/v1/stock-locations", without: ["place", "line"] },
  "cost-codes": { path: "/api/v1/cost-codes" },
  units: { path: "/api/v1/units" },
  // A tax number and an account are sealed; "Another firm" answers a question about a new row.
  vendors: {
    path: "/api/v1/vendors",
    search: "status=draft",
    without: [
      "tin",
      "tinKind",
      "bankName",
      "routingNumber",
      "accountNumber",
      "accountType",
      "anotherFirm",
      "form1099",
    ],
  },
};
/** Kinds whose records go out in no list of this form, and why. */
const apart: Record<string, string> = {
  "bank-lines":
    "A line comes in once, behind the balance of the line before it; its day is taken whole and never changed.",
  "capital-requests":
    "A request holds its money by phase and year after its start, which the plan moves; calendar years stand in the file alone.",
  "carbon-factors":
    "A version comes in unverified and is changed by no file; the same row again changes nothing.",
  "carbon-lines":
    "A reading comes in once by its reference, and goes out with its factor and its gases.",
  "check-exceptions":
    "A check that the bank asks about is decided here; the same file again asks nothing twice.",
  "card-lines":
    "A line comes in once by the bank's reference; what its holder says of it is typed, not brought in.",
  "fms-actuals":
    "A document of the finance system becomes an entry that another person posts; the same one again changes nothing.",
  "fms-answers":
    "What the finance system says of lines of a batch: kept with the batch, whose lines go out with it.",
  "fms-balances":
    "What the finance system says of a period: it stands beside the ledger and goes out nowhere.",
  "fms-mappings":
    "A code that is mapped is mapped again from a later day on only; the same file changes nothing.",
  invitations: "An invitation is a letter with a link: it ends when it is answered or revoked.",
  journalEntries:
    "An entry that was sent is not changed by a file; its lines go out with the general ledger.",
  payroll:
    "Pay by person goes out in no list. A register that was sent is refused when it comes again; its cost goes out by account.",
  receipts:
    "A batch that was sent is refused when it comes again, so that no receipt is booked twice; its lines go out with the ledger.",
  "person-certificates":
    "A roster is verified by another person row by row; a certificate on file is changed by no file.",
  "stock-count-entries":
    "What was counted stays blind until the count is closed; the same file again changes nothing.",
  "stock-opening-balances":
    "What lay there at first comes in once and moves from then on; it goes out as movements.",
  "shipment-events":
    "What carriers say of shipments is only added to; the same event again changes nothing.",
};

test("every kind that can be imported is compared with its export, or stands apart", () => {
  expect(areaServers.length).toBeGreaterThan(0);
  expect(importableKinds()).toEqual([...Object.keys(lists), ...Object.keys(apart)].toSorted());
});

test.each(Object.entries(lists))(
  "%s: the export holds every field that the import takes",
  (kind, { path, without = [] }) => {
    const { list } = exportedList(path)!;
    const headings = exportedColumns(list).map(([, column]) => column.label!);
    const { fields } = importerOf(kind)!;
    const mapping = suggestMapping(fields, headings, {});
    const missing = fields.filter(({ name }) => !mapping[name] && !without.includes(name));
    expect(missing.map(({ label }) => label)).toEqual([]);
  },
);

let t: TestDatabase;
let actor: Actor;
const files: Record<string, string> = {};
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const { admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } });
  actor = { ...admin, permissions: new Set(Object.keys(permissions)) };
  const { accountStringId } = await makeBudget(t.database, agency, 90_000_00);
  const vendor = await makeVendor(t.database, agency);
  await makeClass(t.database, actor, "Truck");
  const disaster = await declaredDisaster(t.database, actor);
  await obligatedProject(t.database, actor, disaster.id);
  const { email } = await t.database.read(actor).one<{ email: string }>(sql`
    select email
    from person
    where id = ${actor.personId}
  `);
  const { code, department } = await t.database.read(actor).one<{
    code: string;
    department: string;
  }>(sql`
    select s.code, d.code as department
    from account_string s
    join department d on d.org_id = s.org_id and d.id = s.department_id
    where s.org_id = ${agency.orgId} and s.id = ${accountStringId}
  `);
  const day = agencyDay(-3);
  await t.database.transaction(actor, async (tx) => {
    const given = { name: "Yard", segmentCode: "P200", departmentId: agency.departmentId };
    const { id } = await proposeProject(tx, actor, projectInput.parse(given));
    await tx.rows(sql`update project set status = 'active' where id = ${id}`);
  });
  Object.assign(files, {
    assets: `Tag,Name,Class,Department,Where,Latitude,Longitude,Manufacturer,Model,Serial number,Cost,Salvage value,"Useful life, months",In service since,Warranty until\nT-1,Loader,Truck,${department},Yard,44.79,-93.6,Make,M1,0012,"1,205.99",5.00,60,${day},${agencyDay(300)}\n`,
    "budget-actuals": `Fiscal year,Month,Account string,Amount,Source\n2024,1,${code},"(1,300.50)",Munis\n`,
    "fema-declarations": [
      [
        "id,femaDeclarationString,state,designatedArea,declarationTitle,incidentType,declarationType,",
        "declarationDate,incidentEndDate",
      ].join(""),
      "a-1,DR-4871-MN,MN,Carver (County),SPRING FLOOD,Flood,DR,2026-04-20T00:00:00.000Z,",
    ].join("\n"),
    "fema-mitigation": [
      [
        "id,projectIdentifier,disasterNumber,programFy,state,County,projectType,programArea,status,",
        "dateApproved,dateClosed,projectAmount,federalShareObligated,costSharePercentage,benefitCostRatio,",
        "netValueBenefits",
      ].join(""),
      [
        "m-1,DR-0001,0871,2024,Minnesota,Carver,Acquisition,HMGP,Closed,2025-01-02,2026-01-02,1234.56,925.92,",
        "0.75,1.25,400.10",
      ].join(""),
    ].join("\n"),
    "fema-projects": [
      [
        "id,disasterNumber,state,County,applicationTitle,damageCategory,pwNumber,projectSize,",
        "firstObligationDate,projectAmount,federalShareObligated",
      ].join(""),
      "p-1,4871,Minnesota,Carver,CULVERTS,C - Roads and Bridges,00012,Small,2026-05-02,1234.56,925.92",
    ].join("\n"),
    "pa-work-schedules": [
      "Employee,From,To,Employed as,Days,Hours,Break minutes,Source\n",
      `${email},2026-01-01,,budgeted,Mon-Fri,07:00-15:30,30,Union contract\n`,
    ].join(""),
    commodities: "Code,Name,Scheme\n745-67,Road salt,NIGP\n",
    contracts: `Number,Title,Vendor,Department,Kind,Begins,Ends,Ceiling,Drawn,Options,Option months,Notice days,Insurance,Description\n0077,Salt,${vendor.name},${department},services,${day},${agencyDay(200)},"9,000.00",0,1,12,30,yes,Words\n`,
    "fms-codes": `Kind,Code,Name,Valid from,Valid to\nAccount,0510,Supplies,${day},\n`,
    "federal-opportunities": [
      "Notice,Number,Title,Posted,Due at,Due,Active",
      `N-1,A1,Paving,${day},2027-01-05T14:00:00-06:00,2027-01-05,yes`,
    ].join("\n"),
    "grant-opportunities": `Number,Title,Grantor,Summary,Least award,Most award,Awards expected,Match required,Posted,Closes\nHMGP-1,Levee works,FEMA,Words,"1,000.00","2,000.00",3,yes,${day},2027-02-01\n`,
    invoices: `Vendor,Invoice number,Invoice date,Received on,Description,Amount,Account,Note\n${vendor.name},00-7,${day},${day},Water,"1,204.75",${code},Words\n`,
    "pa-damage": `Declaration,What,Where,Latitude,Longitude,Category,Cause,Day,Estimate,Insured,Flood zone\n${disaster.number},Culvert,Road P2,44.77,-93.59,C,Flood water,2026-04-10,"165,000.00",yes,no\n`,
    places: [
      "Name,Kind,Street,City,State,ZIP,Latitude,Longitude,Hours,Note\nYard 9,Warehouse,1 A St,Chaska,MN,",
      "01082,44.79,-93.6,8-4,+1 words\n",
    ].join(""),
    projects: [
      "Project,Code in the ledger,Department,Description,Place,Latitude,Longitude,Work starts,Contract days\n",
      `Bridge,P145,${department},=Words,Elm Creek,44.789,-93.6012,${day},240\n`,
    ].join(""),
    "punch-items": `Project,What is to be done,Place or station,Responsible,Due,Cost to complete,Note\nP200,Seed the slope,0+40,=Crew,${day},"1,200.50",Words\n`,
    "stock-items": [
      'Item,Unit,Description,Commodity,Told apart,Packs,"Shelf life, days",Cost class,Reorder at,Order up to\n',
      "Cold patch,bag,=words,324121,By lot,case of 12; pallet of 62.5,365,road,40.5,120\n",
    ].join(""),
    "stock-locations": [
      "Code,Location,Within,Place,Quarantine,Charged,Line of the stores\n",
      `007,Shed,,Yard 9,yes,As it is issued,${code}\n`,
    ].join(""),
    "cost-codes": "Code,Name,What it covers\n07-1,Rock,=Words\n",
    units: "Unit,Name,Kind,Factor\ncwt,Hundredweight,Mass,45.359237\n",
    vendors: `Legal name,E-mail,Phone,Street,City,State,ZIP,"Terms, days",Paid by,Form 1099,Note\nRound Works,a@x.test,+1 952 555 0134,1 A St,Chaska,MN,05733-9912,30,ACH,yes,=words\n`,
  });
});
afterAll(() => t.drop());

test.each(Object.keys(lists).filter((kind) => !/summed|proposal/.test(kind)))(
  "%s: its export comes in again and changes nothing",
  async (kind) => {
    const text = files[kind];
    if (text) {
      const first = await beginFile(t, actor, kind, text);
      const checked = await checkFile(t, actor, first.id);
      expect(checked, JSON.stringify(checked.problems)).toMatchObject({ questions: [] });
      expect(checked.counts, JSON.stringify(checked.problems)).toMatchObject({ create: 1 });
      await commitFile(t, actor, first.id);
    }
    const { list, path } = exportedList(lists[kind]!.path)!;
    const out = await csvOfSearch(t.database.read(actor), actor, list, lists[kind]!.search ?? "");
    expect(out.rows, path).toBeGreaterThan(0);
    const again = await beginFile(t, actor, kind, out.text);
    const run = await checkFile(t, actor, again.id);
    expect(run.questions).toEqual([]);
    const { create, update, reject } = run.counts;
    expect({ create, update, reject }, JSON.stringify(run.problems)).toEqual({
      create: 0,
      update: 0,
      reject: 0,
    });
  },
  240_000,
);

// What follows from a record follows at once, however it came to be: the morning's run, which works every
// deadline of every area out anew, has nothing to set, to move or to drop.
test("what was imported lives at once: the next morning adds nothing to it", async () => {
  const standing = () =>
    t.database.read(actor).rows<{ type: string; key: string; dueOn: string }>(sql`
      select source_type as type, source_id, key, due_on, title, owner_id
      from deadline
      where org_id = ${actor.orgId} and status <> 'dropped'
      order by source_type, source_id, key
    `);
  const before = await standing();
  expect(before.filter((d) => d.type === "contract").map(({ key, dueOn }) => [key, dueOn])).toEqual(
    [
      ["end", agencyDay(200)],
      // Notice of the option, thirty days ahead of the end.
      ["option-1", agencyDay(170)],
    ],
  );
  await deadlineDay.run(t.app, actor.orgId!);
  expect(await standing()).toEqual(before);
});

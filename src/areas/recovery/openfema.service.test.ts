// Files of OpenFEMA with many rows: reconciled, stopped half-way and gone on with, and the same file
// twice changes nothing.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { Cancelled } from "#server/jobs/jobs.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { declaredDisaster } from "#server/testing/recovery.ts";
import { askingOf } from "#server/testing/asking.ts";
import { isCapped } from "./openfema/openfema.labels.ts";
import type { PublishedRow } from "./openfema/openfema.model.ts";
import { importSchedule, publishedSets } from "./openfema/openfema.service.ts";

let t: TestDatabase;
let recovery: Actor;
const ask = askingOf(() => t);
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ recovery } = await makeMembers(t.database, agency, { recovery: { duties: ["recovery"] } }));
});
afterAll(() => t.drop());
// With every test run 5,000; the whole size by LEVEE_FEMA_ROWS=50000.
const ROWS = Number(process.env.LEVEE_FEMA_ROWS || 5_000);

const run = async (kind: string, lines: Iterable<string>) => {
  const stored = await t.app.files.put(Readable.from(lines));
  const fileId = await t.database.transaction(recovery, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: recovery.orgId!,
      name: "openfema.csv",
      uploadedBy: tx.scope.personId,
    }),
  );
  const { id, mapping } = await beginImport(t.app, recovery, kind, fileId);
  await t.database.transaction(recovery, (tx) => mapColumns(tx, recovery, id, mapping));
  await validateImport(t.app, recovery, id);
  return { id, mapping };
};
const commit = async (id: string, progress?: (done: number) => Promise<void>) => {
  await t.database.transaction(recovery, (tx) => startCommit(tx, recovery, id));
  await commitImport(t.app, recovery, id, progress);
  return readRun(t.database.read(recovery), recovery, id);
};
const sums = () =>
  t.database.read(recovery).one<{ rows: number; cents: number }>(sql`
    select count(*)::int as rows, coalesce(sum(federal_cents), 0)::bigint as cents
    from fema_published
    where org_id = ${recovery.orgId} and dataset = 'projects'
  `);

function* projects(rows: number, change = -1): Generator<string> {
  yield "disasterNumber,applicationTitle,damageCategory,stateCode,county,projectSize,";
  yield "projectAmount,federalShareObligated,firstObligationDate,hash,id\n";
  for (let n = 0; n < rows; n++) {
    const federal = 75 + n + (n === change ? 1 : 0);
    const day = `2024-0${1 + (n % 9)}-11T00:00:00.000Z`;
    yield `${4000 + (n % 900)},Culvert ${n},C - Roads,MN,Carver,Small,`;
    yield `${100 + n}.25,${federal}.1875,${day},x,p-${n}\n`;
  }
}

test("many rows come in after a break, add up, and the same file twice changes nothing", async () => {
  const { id, mapping } = await run("fema-projects", projects(ROWS));
  expect(mapping).toMatchObject({
    key: "id",
    number: "disasterNumber",
    federalCents: "federalShareObligated",
    day: "firstObligationDate",
  });
  await expect(
    commit(id, async (done) => {
      if (done >= 0.4 * ROWS) throw new Cancelled();
    }),
  ).rejects.toBeInstanceOf(Cancelled);
  const half = (await sums()).rows;
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(ROWS);
  const done = await commit(id);
  expect(done.counts).toMatchObject({ create: ROWS, reject: 0 });
  // Naive: 75.1875 + n dollars each, rounded to the cent: 75.19 + n.
  expect(await sums()).toEqual({ rows: ROWS, cents: ROWS * 7_519 + (100 * ROWS * (ROWS - 1)) / 2 });
  const again = await run("fema-projects", projects(ROWS));
  const checked = await readRun(t.database.read(recovery), recovery, again.id);
  expect(checked.counts).toMatchObject({ create: 0, update: 0, skip: ROWS, reject: 0 });
  const one = await commit((await run("fema-projects", projects(ROWS, 77))).id);
  expect(one.counts).toMatchObject({ create: 0, update: 1, skip: ROWS - 1 });
});

// The headings of HazardMitigationAssistanceProjects v4 in their order.
const v4 = [
  "projectIdentifier,programArea,programFy,region,state,stateNumberCode,county,countyCode,",
  "disasterNumber,projectCounties,projectType,status,recipient,recipientTribalIndicator,subrecipient,",
  "subrecipientTribalIndicator,dataSource,dateApproved,dateClosed,dateInitiallyApproved,projectAmount,",
  "initialObligationDate,initialObligationAmount,federalShareObligated,subrecipientAdminCostAmt,",
  "srmcObligatedAmt,recipientAdminCostAmt,costSharePercentage,benefitCostRatio,netValueBenefits,",
  "numberOfFinalProperties,numberOfProperties,id\n",
];
const hmgp = (id: string, share: string, benefits: string, disaster = "4871") =>
  [
    "DR-4871-0001-R,HMGP,2026,5,Minnesota,27,Carver,19",
    `${disaster},CARVER,402.1: Infrastructure,Closed,State,false,Carver,false,NEMIS-MT`,
    `2026-06-01T00:00:00.000Z,,,1000.5,,,750.38,0,0,0,${share},1.57,${benefits},0,0,${id}\n`,
  ].join(",");
const rowsOf = async (query: string) =>
  (await ask(recovery, `GET /api/v1/fema-published-rows?${query}`)) as unknown as {
    total: number;
    items: PublishedRow[];
  };

test("FEMA's own headings: a disaster is no program year, shares and benefits stay as they are", async () => {
  const { id, mapping } = await run("fema-mitigation", [
    ...v4,
    hmgp("one", "0.75", "999999999.99"),
    hmgp("two", "75", "120.25"),
    hmgp("three", "1", "", ""),
    hmgp("four", "175", ""),
  ]);
  expect(mapping).toMatchObject({
    key: "id",
    identifier: "projectIdentifier",
    number: "disasterNumber",
    programYear: "programFy",
    sharePercent: "costSharePercentage",
    benefitCents: "netValueBenefits",
  });
  expect((await commit(id)).counts).toMatchObject({ create: 3, reject: 1 });
  const { items, total } = await rowsOf("dataset=mitigation&programYear.min=2026&sort=number");
  expect(total).toBe(3);
  const of = (key: string) => items.find((row) => row.key === key);
  expect(of("one")).toMatchObject({
    identifier: "DR-4871-0001-R",
    number: "4871",
    programYear: 2026,
    sharePercent: 75,
    ratio: 1.57,
    benefitCents: 999_999_999_99,
  });
  expect(isCapped(of("one")!.benefitCents)).toBe(true);
  expect(of("two")).toMatchObject({ sharePercent: 75, benefitCents: 120_25 });
  expect(isCapped(of("two")!.benefitCents)).toBe(false);
  // A program beside disasters has its year and no disaster.
  expect(of("three")).toMatchObject({ number: "", sharePercent: 100, benefitCents: null });
});

// The headings of PublicAssistanceFundedProjectsDetails v2 in their order: no id, the state by its letters.
const projectsV2 = [
  "disasterNumber,declarationDate,incidentType,pwNumber,applicationTitle,applicantId,",
  "damageCategoryCode,damageCategoryDescrip,projectStatus,projectProcessStep,projectSize,county,",
  "countyCode,stateAbbreviation,stateNumberCode,projectAmount,federalShareObligated,totalObligated,",
  "lastObligationDate,firstObligationDate,mitigationAmount,gmProjectId,gmApplicantId,lastRefresh,hash\n",
];

test("the second version of the funded projects comes in by its own headings", async () => {
  const { id, mapping } = await run("fema-projects", [
    ...projectsV2,
    "4871,2026-04-14T00:00:00.000Z,Flood,41,Culverts,019-U1,C,C - Roads and Bridges,Obligated,",
    "Obligated,Large,Carver,19,MN,27,9100.5,6825.38,6900,2026-09-02T00:00:00.000Z,",
    "2026-06-11T00:00:00.000Z,0,771234,4411,2026-10-01T00:00:00.000Z,ab12\n",
  ]);
  expect(mapping).toMatchObject({
    key: "gmProjectId",
    state: "stateAbbreviation",
    category: "damageCategoryDescrip",
    day: "firstObligationDate",
  });
  expect((await commit(id)).counts).toMatchObject({ create: 1, reject: 0 });
  const { items } = await rowsOf("dataset=projects&cents.min=910050&cents.max=910050");
  expect(items).toMatchObject([
    { key: "771234", state: "MN", day: "2026-06-11", federalCents: 6_825_38 },
  ]);
});

test("declarations and mitigation are read; a number in another state is shown and changes nothing", async () => {
  const d = await declaredDisaster(t.database, recovery, { number: "DR-4897-MN" });
  const head = [
    "femaDeclarationString,state,declarationType,declarationDate,incidentType,",
    "declarationTitle,designatedArea,incidentEndDate,id\n",
  ].join("");
  const { id } = await run("fema-declarations", [
    head,
    "DR-4897-TX,TX,DR,2026-11-14T00:00:00.000Z,Flood,FLOODING,Travis (County),,a\n",
    "DR-4870-MN,MN,DR,2026-04-14T00:00:00.000Z,Flood,FLOODING,Carver (County),",
    "2026-05-01T00:00:00.000Z,b\n",
    "DR-4870-MN,MN,DR,soon,Flood,FLOODING,Scott (County),,c\n",
  ]);
  const checked = await readRun(t.database.read(recovery), recovery, id);
  expect(checked.counts).toMatchObject({ create: 2, reject: 1 });
  expect(JSON.stringify(checked)).toContain("bears this number in another state");
  await commit(id);
  await commit(
    (
      await run("fema-mitigation", [
        "projectIdentifier,programArea,disasterNumber,state,county,projectType,status,",
        "projectAmount,federalShareObligated,dateApproved,id\n",
        "DR-4000-0001-R,HMGP,4000,Minnesota,Carver,402.1: Infrastructure,Closed,",
        "1000.5,750.38,2020-01-05T00:00:00.000Z,closed-1\n",
      ])
    ).id,
  );
  const sets = await publishedSets(t.database.read(recovery));
  expect(sets.map((s) => [s.dataset, s.rows])).toEqual([
    ["declarations", 2],
    ["mitigation", 4],
    ["projects", ROWS + 1],
  ]);
  const kept = await t.database.read(recovery).one<{ number: string }>(sql`
    select number
    from pa_declaration
    where org_id = ${recovery.orgId} and id = ${d.id}
  `);
  expect(kept.number).toBe("DR-4897-MN");
});

test("a heading line with gaps asks which field the column is, and the file comes in", async () => {
  const stored = await t.app.files.put(
    Readable.from(["id,,stateCode,projectAmount\n", "gap-1,4871,MN,10.00\n"]),
  );
  const fileId = await t.database.transaction(recovery, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: recovery.orgId!,
      name: "gaps.csv",
      uploadedBy: tx.scope.personId,
    }),
  );
  const { id, columns, mapping } = await beginImport(t.app, recovery, "fema-projects", fileId);
  expect(columns).toEqual(["id", "Column B (no heading)", "stateCode", "projectAmount"]);
  expect(mapping.number).toBeNull();
  const said = { ...mapping, number: "Column B (no heading)" };
  await t.database.transaction(recovery, (tx) => mapColumns(tx, recovery, id, said));
  await validateImport(t.app, recovery, id);
  expect((await commit(id)).counts).toMatchObject({ create: 1 });
  expect((await rowsOf("dataset=projects&cents.min=1000&cents.max=1000")).items).toMatchObject([
    { key: "gap-1", cents: 10_00 },
  ]);
  expect((await rowsOf("dataset=declarations&ours=true")).total).toBe(0);
});

test("FEMA's schedule: odd rows are listed, the same file twice changes nothing", async () => {
  const text = [
    "Cost Code,Equipment,Manufacturer,Specification,Capacity/Size,HP,Notes,Unit,2025 Rates",
    ...Array.from(
      { length: 400 },
      (_, n) => `${8000 + n},Truck,Any,,10 CY,to 400,,hour,${(40 + n / 100).toFixed(2)}`,
    ),
    "8066.1,Broom,,,,,,,12.00",
    "8010,Truck again,,,,,,hour,1.00",
    "none,Odd,,,,,,hour,2.00",
  ].join("\n");
  const load = () =>
    t.database.transaction(recovery, (tx) =>
      importSchedule(tx, recovery, {
        name: "schedule-2025.csv",
        text,
        dataAsOf: "2025-07-01",
        fromDay: "2025-07-01",
      }),
    );
  const first = await load();
  expect(first).toMatchObject({ rowsRead: 403, rowsTaken: 400, again: false });
  expect(first.odd.map((o) => o.row)).toEqual([402, 403, 404]);
  expect(await load()).toMatchObject({ rowsTaken: 400, again: true });
});

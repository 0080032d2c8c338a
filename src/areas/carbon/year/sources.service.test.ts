// A carbon year reads issues of stores, driven routes and shipments beside bills; readings and factors come by file.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import type { ImportRun } from "#server/import/import.tables.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import type { FactorRow } from "../factor/factor.model.ts";
import type { GapRow, LineRow } from "../line/line.model.ts";
import { recountJob } from "./recount.job.ts";
import type { Activity, YearDetail } from "./year.model.ts";

let t: TestDatabase;
let jobs: Jobs;
let s: Stores;
let officer: Actor;
let other: Actor;
let yearId: string;
const [years, lines, gaps] = [
  "/api/v1/carbon-years",
  "/api/v1/carbon-lines",
  "/api/v1/carbon-gaps",
] as const;
const today = agencyDay();
const year = Number(today.slice(0, 4));

const read = () => s.asking<YearDetail>(officer, `GET ${years}/${yearId}`);
const counted = () =>
  vi.waitFor(
    async () => {
      const now = await read();
      expect(now.jobId).toBeNull();
      expect(now.countedAt).not.toBeNull();
      return now;
    },
    { timeout: 30_000, interval: 100 },
  );
const recount = async () => {
  const { version } = await read();
  await s.asking(officer, `POST ${years}/${yearId}/actions/recount`, {}, version);
  await counted();
};
const found = async (number: RegExp) => {
  const of = `yearId=${yearId}&sort=onDay&limit=100`;
  const [{ items: kept }, { items: open }] = await Promise.all([
    s.asking<{ items: LineRow[] }>(officer, `GET ${lines}?${of}`),
    s.asking<{ items: GapRow[] }>(officer, `GET ${gaps}?${of}&open=true`),
  ]);
  return {
    lines: kept.filter(({ sourceNumber }) => number.test(sourceNumber)),
    gaps: open.filter(({ sourceNumber }) => number.test(sourceNumber)),
  };
};

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [recountJob]);
  s = await makeStores(t);
  ({ officer, other } = await makeMembers(t.database, s.agency, {
    officer: { duties: ["sustainability_officer"] },
    other: { duties: ["sustainability_officer"] },
  }));
  yearId = (await s.asking<{ id: string }>(officer, `POST ${years}`, { year })).id;
  await counted();
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

const take = async (change: (activities: Activity[]) => Activity[]): Promise<void> => {
  const { version, activities, base, potentials } = await read();
  await s.asking(
    officer,
    `PATCH ${years}/${yearId}`,
    { activities: change(activities), base, potentials },
    version,
  );
  await counted();
};

test("what stores issued counts where that is the measuring point, less what came back", async () => {
  const itemId = await s.item({ name: "Diesel, dyed", unit: "gal", commodityCode: "424720" });
  await s.found(itemId, "500", 1_500_00, {}, { movedOn: today });
  const issued = await s.issue(itemId, "120", { movedOn: today });
  await recount();
  expect((await found(/^STK|^MOV|^ISS/)).gaps).toMatchObject([
    { kind: "twice", activity: "diesel", sourceNumber: issued.number },
  ]);
  await take((all) => all.map((one) => (one.key === "diesel" ? { ...one, point: "issued" } : one)));
  const { lines: kept, gaps: open } = await found(/^STK|^MOV|^ISS/);
  expect(open).toEqual([]);
  expect(kept).toMatchObject([{ activity: "diesel", unit: "gal", sourceNumber: issued.number }]);
  expect(Number(kept[0]!.quantity)).toBe(120);
  await s.reverse(issued);
  await recount();
  expect(await found(/^STK|^MOV|^ISS/)).toEqual({ lines: [], gaps: [] });
});

const driven = (db: Db, meters: number) =>
  db.rows(sql`
    insert into route_plan (org_id, id, number, status, name, on_day, setup, answer, released_at)
    values (
      ${s.agency.orgId}, ${newId()}, ${`RTE-${year}-9`}, 'driven', 'Supplies', ${today}, '{}',
      ${JSON.stringify({ meters })}::jsonb, now()
    )
  `);

test("driven routes and shipments are known, and say what they lack to be counted", async () => {
  await t.database.transaction(officer, (tx) => driven(tx, 16_093));
  await recount();
  const routes = await found(/^RTE/);
  expect(routes.lines).toEqual([]);
  expect(routes.gaps).toMatchObject([
    { kind: "twice", activity: "diesel", sourceNumber: `RTE-${year}-9`, unit: "mi" },
  ]);
  expect(Number(routes.gaps[0]!.quantity)).toBeCloseTo(10, 2);
});

const bring = async (kind: string, text: string) => {
  const { id } = await beginFile(t, officer, kind, text);
  await checkFile(t, officer, id);
  return commitFile(t, officer, id);
};
const problemsOf = ({ problems }: ImportRun) => problems.map(({ column }) => column);

test("factors come by file, unverified until another person confirms them; the same file again brings nothing", async () => {
  const text = [
    "Key,Factor,By,CO2,CH4,N2O,From,Source",
    `grid-electricity,Grid of the region,kWh,373.4,0.03,0.004,${year}-01-01,A table of the operator`,
    `grid-electricity,Grid of the region,kWh,lots,0,0,${year}-01-01,A table`,
  ].join("\n");
  const done = await bring("carbon-factors", text);
  expect(problemsOf(done)).toEqual(["CO2"]);
  expect((await bring("carbon-factors", text)).counts.create).toBe(0);
  const { items } = await s.asking<{ items: FactorRow[] }>(
    officer,
    "GET /api/v1/carbon-factors?q=Grid of the region",
  );
  const factor = items[0]!;
  expect(factor.status).toBe("unverified");
  const confirm = `POST /api/v1/carbon-factors/${factor.id}/actions/confirm`;
  await expect(s.asking(officer, confirm, {}, factor.version)).rejects.toThrow();
  await s.asking(other, confirm, {}, factor.version);
});

test("readings of own meters come by file, each once by its reference, and those that cannot be are named", async () => {
  const head = "Activity,What,Day,Quantity,Unit,Quality,Reference";
  const good = `electricity,Lift station 3,${today},1250,kWh,Measured,LS3-01`;
  const text = [
    head,
    good,
    `electricity,Lift station 4,${today},80,gal,Measured,LS4-01`,
    `steam,Court house,${today},80,kWh,Measured,CH-01`,
    `electricity,Lift station 5,${year - 9}-01-05,80,kWh,Measured,LS5-01`,
  ].join("\n");
  const done = await bring("carbon-lines", text);
  expect(problemsOf(done)).toEqual(["Unit", "Activity", "Day"]);
  const kept = (await found(/^LS3-01$/)).lines;
  expect(kept).toMatchObject([{ activity: "electricity", quality: "measured", unit: "kWh" }]);
  expect((await bring("carbon-lines", [head, good].join("\n"))).counts.create).toBe(0);
  await recount();
  expect((await found(/^LS|^CH/)).lines.map(({ sourceNumber }) => sourceNumber)).toEqual([
    "LS3-01",
  ]);
});

// A carbon year on a real database: counted from bills and issues, settled, reviewed by another, published, restated.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { published } from "#server/db/scopes/published.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { FactorDetail, FactorRow } from "./factor/factor.model.ts";
import type { GapRow, LineDetail, LineRow } from "./line/line.model.ts";
import { recountJob } from "./year/recount.job.ts";
import type { YearDetail } from "./year/year.model.ts";

let t: TestDatabase;
let jobs: Jobs;
let agency: Agency;
let officer: Actor;
let reviewer: Actor;
let third: Actor;
let clerk: Actor;
let elsewhere: Actor;
let vendorId: string;
const asking = askingOf(() => t);
type Written = { id: string; version: number; status: string; number: string };
const [years, lines, gaps, factors] = [
  "/api/v1/carbon-years",
  "/api/v1/carbon-lines",
  "/api/v1/carbon-gaps",
  "/api/v1/carbon-factors",
] as const;

let serial = 0;
/** A bill that was approved, of one line. */
const bill = async (
  on: string,
  description: string,
  quantity: string,
  unit: string,
  cents: number,
) => {
  const [id, lineId] = [newId(), newId()];
  const number = `INV-${++serial}`;
  await t.database.transaction(officer, async (tx) => {
    await tx.rows(sql`
      insert into invoice (
        org_id, id, number, vendor_id, vendor_number, vendor_number_key, invoice_date, received_on,
        status, total
      )
      values (
        ${agency.orgId}, ${id}, ${number}, ${vendorId}, ${number}, ${number}, ${on}, ${on},
        'approved', ${cents}
      )
    `);
    await tx.rows(sql`
      insert into invoice_line (
        org_id, id, invoice_id, line_no, description, quantity, unit, unit_price, amount
      )
      values (
        ${agency.orgId}, ${lineId}, ${id}, 1, ${description}, ${quantity}, ${unit}, '1', ${cents}
      )
    `);
  });
  return lineId;
};
const read = (id: string, by = officer) => asking<YearDetail>(by, `GET ${years}/${id}`);
const counted = (id: string): Promise<YearDetail> =>
  vi.waitFor(
    async () => {
      const year = await read(id);
      expect(year.jobId).toBeNull();
      expect(year.countedAt).not.toBeNull();
      return year;
    },
    { timeout: 30_000, interval: 100 },
  );
const open = async (year: number, over: object = {}, by = officer) => {
  const { id } = await asking<Written>(by, `POST ${years}`, { year, ...over });
  return counted(id);
};
const recount = async (id: string): Promise<YearDetail> => {
  const { version } = await read(id);
  await asking(officer, `POST ${years}/${id}/actions/recount`, {}, version);
  return counted(id);
};
const linesOf = async (id: string) =>
  (await asking<{ items: LineRow[] }>(officer, `GET ${lines}?yearId=${id}&sort=onDay&limit=100`))
    .items;
const gapsOf = async (id: string, over = "open=true") =>
  (
    await asking<{ items: GapRow[] }>(
      officer,
      `GET ${gaps}?yearId=${id}&${over}&sort=onDay&limit=100`,
    )
  ).items;
const settle = (id: string, body: object, by = officer) =>
  asking<{ settled: number }>(by, `POST ${years}/${id}/actions/settle`, body);
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  asking<Written>(by, `POST ${years}/${id}/actions/${name}`, body);
const brought = (over: object = {}, by = officer) =>
  asking<Written>(by, `POST ${factors}`, {
    ...{ factorKey: "grid-electricity", name: "Grid, average", unit: "kWh", co2: "373.4" },
    ...{
      ch4: "0.03",
      n2o: "0.004",
      fromOn: "2023-01-01",
      source: "A table of the grid's operator",
    },
    ...over,
  });

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [recountJob]);
  agency = await makeAgency(t.database);
  ({ officer, reviewer, third, clerk } = await makeMembers(t.database, agency, {
    officer: { duties: ["sustainability_officer"] },
    reviewer: { duties: ["sustainability_officer"] },
    third: { duties: ["controller"] },
    clerk: {},
  }));
  ({ elsewhere } = await makeMembers(t.database, await makeAgency(t.database), {
    elsewhere: { duties: ["sustainability_officer"] },
  }));
  vendorId = (await makeVendor(t.database, agency)).id;
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

let first: YearDetail;

test("a year is counted from its bills, and says what is not counted", async () => {
  await bill("2024-03-10", "Diesel, off-road", "1194", "gal", 475_212);
  await bill("2024-06-30", "Natural gas, courthouse", "4100", "therms", 410_000);
  await bill("2024-07-31", "Electric service, pump stations", "182000", "kWh", 2_184_000);
  await bill("2024-08-02", "Diesel for the pumps", "1", "lot", 90_000);
  await bill("2024-09-09", "Envelopes", "10", "each", 12_345);
  await bill("2023-12-31", "Diesel, off-road", "50", "gal", 20_000);
  first = await open(2024, { base: true });
  expect(first).toMatchObject({ number: "GHG-2024-1", potentials: "a1-2014", status: "open" });
  expect(first.totals.grams).toBe(12_228_356 + 21_777_068);
  expect(first.totals.byQuality).toEqual({ computed: 12_228_356, measured: 21_777_068 });
  const found = await gapsOf(first.id);
  expect(found.map(({ title, cause }) => `${title.split(",")[0]}: ${cause}`)).toEqual([
    "Electric service: no_factor",
    "Diesel for the pumps: unit_unlike",
    "Bills without a commodity: no_factor",
  ]);
  expect(first.missing).toBe(3);
});

test("counting again counts nothing twice", async () => {
  const before = await linesOf(first.id);
  const { totals } = await recount(first.id);
  expect(totals).toEqual(first.totals);
  expect((await linesOf(first.id)).map(({ title }) => title)).toEqual(
    before.map(({ title }) => title),
  );
});

test("a factor computes only once another person confirmed it", async () => {
  const made = await brought();
  expect((await recount(first.id)).missing).toBe(3);
  expect((await gapsOf(first.id))[0]!.cause).toBe("factor_unverified");
  expect(await refusalOf(asking(officer, `POST ${factors}/${made.id}/actions/confirm`))).toBe(
    "rule: You brought this factor in, so another person confirms it.",
  );
  expect(await refusalOf(asking(clerk, `POST ${factors}/${made.id}/actions/confirm`))).toContain(
    "not allow",
  );
  await asking(third, `POST ${factors}/${made.id}/actions/confirm`);
  const { totals, missing } = await recount(first.id);
  expect(missing).toBe(2);
  // 182,000 × (373.4 + 25 × 0.03 + 298 × 0.004) = 68,312,244 g.
  expect(totals.byScope).toEqual({ "1": 34_005_424, "2": 68_312_244 });
});

test("electricity by contract stands beside electricity by location and is not summed", async () => {
  const key = { factorKey: "market-electricity", name: "By contract", co2: "100" };
  const { id } = await brought({ ...key, ch4: "0", n2o: "0" });
  await asking(third, `POST ${factors}/${id}/actions/confirm`);
  const { totals } = await recount(first.id);
  expect(totals.grams).toBe(34_005_424 + 68_312_244);
  expect(totals.market).toBe(34_005_424 + 18_200_000);
  const market = await asking<{ total: number }>(
    officer,
    `GET ${lines}?yearId=${first.id}&market=true`,
  );
  expect(market.total).toBe(1);
});

test("what is not counted is settled with a reason, by hand or left out", async () => {
  const [lot, rest] = await gapsOf(first.id);
  expect(await refusalOf(settle(first.id, { ids: [lot!.id], as: "left_out" }))).toContain(
    "Say why",
  );
  expect(
    await refusalOf(settle(first.id, { ids: [lot!.id], as: "counted", reason: "By the tank" })),
  ).toBe("not_computable: This cannot be computed: another unit.");
  const both = { ids: [lot!.id, rest!.id], reason: "By the tank" };
  expect(await refusalOf(settle(first.id, { ...both, as: "counted", quantity: "5" }))).toContain(
    "one_quantity",
  );
  expect(await refusalOf(settle(first.id, { ...both, as: "left_out" }, elsewhere))).toContain(
    "carbon year",
  );
  expect(await refusalOf(settle(first.id, { ...both, as: "left_out" }, clerk))).toContain(
    "not allow",
  );
  const typed = { quantity: "20", unit: "gal", activity: "diesel" };
  await settle(first.id, { ids: [lot!.id], as: "counted", reason: "By the tank", ...typed });
  await settle(first.id, { ids: [rest!.id], as: "left_out", reason: "Too small to matter" });
  const year = await recount(first.id);
  expect(year.missing).toBe(0);
  // 20 gal: 204,129.6 + 25 × 8.28 + 298 × 1.656 = 204,830.088 g.
  expect(year.totals.byQuality["estimated"]).toBe(204_830);
  await settle(first.id, { ids: [lot!.id], as: "open" });
  expect((await read(first.id)).totals.byQuality["estimated"]).toBeUndefined();
  await settle(first.id, { ids: [lot!.id], as: "counted", reason: "By the tank", ...typed });
});

test("a line typed by hand is computed as the others are; one of a record stays", async () => {
  const line = { title: "Generator, measured at the tank", onDay: "2024-05-01", quantity: "7.5" };
  const body = { ...line, activity: "propane", unit: "gallons", quality: "measured" };
  const add = (over: object) =>
    asking<{ id: string }>(officer, `POST ${years}/${first.id}/lines`, {
      ...body,
      ...over,
    });
  expect(await refusalOf(add({ activity: "coal" }))).toContain("activity_unknown");
  expect(await refusalOf(add({ onDay: "2023-05-01" }))).toContain("day_outside");
  expect(await refusalOf(add({ unit: "job" }))).toContain("not_computable");
  const { id } = await add({});
  const { grams, perUnit, potentials, sourceHref } = await asking<LineDetail>(
    clerk,
    `GET ${lines}/${id}`,
  );
  // 7.5 gal: 42,908.775 + 25 × 2.0475 + 298 × 0.4095 = 43,081.9935 g.
  expect([grams, perUnit.co2, potentials.n2o, sourceHref]).toEqual([43_082, "5721.17", 298, null]);
  const [diesel] = (await linesOf(first.id)).filter(({ made }) => made === "source");
  expect(
    await refusalOf(asking(officer, `POST ${lines}/${diesel!.id}/actions/take-out`)),
  ).toContain("of_a_record");
  await asking(officer, `POST ${lines}/${id}/actions/take-out`);
  await add({});
});

test("a row without a quantity is counted only with one that somebody says", async () => {
  const id = newId();
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      insert into carbon_gap (org_id, id, year_id, kind, activity, cause, title, on_day, source_key)
      values (
        ${agency.orgId}, ${id}, ${first.id}, 'missing', 'diesel', 'no_quantity', 'A can',
        '2024-02-02', 'can'
      )
    `),
  );
  const counted = { ids: [id], as: "counted", reason: "By the eye" };
  expect(await refusalOf(settle(first.id, counted))).toContain("quantity_missing");
  await settle(first.id, { ...counted, as: "left_out" });
});

const told = async (person: Actor): Promise<number> =>
  (
    await t.database.read(person).rows<{ id: string }>(sql`
      select id
      from notification
      where org_id = ${agency.orgId}
        and person_id = ${person.personId}
        and kind = 'carbon.ready'
        and title = ${`${first.number} is ready to be reviewed`}
    `)
  ).length;

test("whoever prepared, typed or settled does not review; another person does, once all is settled", async () => {
  expect(await refusalOf(step(first.id, "review", clerk))).toContain("not allow");
  expect(await refusalOf(step(first.id, "review", officer))).toMatch(/You prepared|you/i);
  const busy = (jobId: string | null) =>
    t.database.transaction(officer, (tx) =>
      tx.rows(sql`
        update carbon_year
        set job_id = ${jobId}::uuid
        where org_id = ${agency.orgId} and id = ${first.id}
      `),
    );
  await busy(newId());
  expect(await refusalOf(step(first.id, "review", third))).toBe(
    "counting: It is being counted. Wait until it is done.",
  );
  await busy(null);
  await bill("2024-10-10", "Diesel in cans", "3", "lot", 3_000);
  await recount(first.id);
  expect(await refusalOf(step(first.id, "review", third))).toBe(
    "unsettled: 1 row waits to be settled: not counted, or counted twice.",
  );
  // The button says beforehand what the door refuses.
  const offered = async (name: string) =>
    (await read(first.id, third)).actions.find((action) => action.name === name);
  expect(await offered("review")).toMatchObject({
    enabled: false,
    reason: "1 row waits to be settled: not counted, or counted twice.",
  });
  const [row] = await gapsOf(first.id);
  const before = await Promise.all([officer, reviewer, third].map(told));
  await settle(first.id, { ids: [row!.id], as: "left_out", reason: "Under a gallon" }, reviewer);
  // Only who had no hand in it may review it, and hears that it is ready.
  const after = await Promise.all([officer, reviewer, third].map(told));
  expect(after.map((count, at) => count - before[at]!)).toEqual([0, 0, 1]);
  expect(await refusalOf(step(first.id, "review", reviewer))).not.toBe("nothing was refused");
  expect((await step(first.id, "review", third)).status).toBe("reviewed");
  expect(await refusalOf(settle(first.id, { ids: [row!.id], as: "open" }))).toContain(
    "Send it back, or restate it, to change it.",
  );
  expect(await refusalOf(step(first.id, "sendBack", third))).toContain("reason_required");
});

test("a published year stays, also against the database's own statements", async () => {
  const lastDay = { ...officer, businessNow: "2024-12-31T18:00:00.000Z" };
  expect(await refusalOf(step(first.id, "publish", lastDay))).toBe(
    "year_not_over: 2024 is not over: publish it once it is.",
  );
  expect((await step(first.id, "publish", officer)).status).toBe("published");
  const change = t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      update carbon_line
      set grams = 0
      where org_id = ${agency.orgId} and year_id = ${first.id}
    `),
  );
  await expect(change).rejects.toThrow("changes only while it is open");
  // An agency that publishes nothing at all is not on the portal.
  expect(await published(t.database).rows(sql`select number from carbon_year`)).toEqual([]);
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {}}'
      where id = ${agency.orgId}
    `),
  );
  const shown = await published(t.database).rows<{ number: string; totals: { grams: number } }>(sql`
    select number, totals
    from carbon_year
  `);
  expect(shown.map(({ number }) => number)).toEqual(["GHG-2024-1"]);
  await expect(published(t.database).rows(sql`select setup from carbon_year`)).rejects.toThrow();
});

test("a year is restated under another set: both stay readable, and the causes add up", async () => {
  const old = await read(first.id);
  const body = { potentials: "a1-2025", why: "One set for all years" };
  expect(await refusalOf(step(first.id, "restate", clerk, body))).toContain("not allow");
  const { id } = await step(first.id, "restate", officer, body);
  expect(await refusalOf(step(first.id, "restate", officer, body))).toContain("restated_already");
  expect(await refusalOf(step(id, "restate", officer, body))).toContain("not_published");
  const again = await counted(id);
  expect(again).toMatchObject({ number: "GHG-2024-2", missing: 0, base: true });
  const { from, to, ...causes } = again.difference!;
  expect(from).toBe(old.totals.grams);
  expect(to).toBe(again.totals.grams);
  expect(Object.values(causes).reduce((sum, grams) => sum + grams, 0)).toBe(to - from);
  expect(causes).toMatchObject({ quantity: 0, factor: 0, method: 0 });
  // Whoever had a hand in the version before does not review this one either.
  expect(await refusalOf(step(id, "review", officer))).not.toBe("nothing was refused");
  await step(id, "review", third);
  await step(id, "publish", officer);
  expect((await read(first.id)).status).toBe("restated");
  expect((await read(first.id)).totals).toEqual(old.totals);
  expect((await read(id)).difference).toEqual(again.difference);
});

test("another measuring point is counted twice until somebody settles it", async () => {
  await bill("2025-02-01", "Diesel, off-road", "100", "gal", 40_000);
  const year = await open(2025);
  expect(year).toMatchObject({
    potentials: "a1-2025",
    before: { year: 2024 },
    baseYear: { year: 2024 },
  });
  const activities = year.activities.map((one) =>
    one.key === "diesel" ? { ...one, point: "issued" } : one,
  );
  await asking(officer, `PATCH ${years}/${year.id}`, { activities }, year.version);
  const issued = await counted(year.id);
  expect([issued.twice, issued.totals.lines]).toEqual([1, 0]);
  const [row] = await gapsOf(year.id, "kind=twice");
  await settle(year.id, { ids: [row!.id], as: "counted", reason: "Bought on the road" });
  expect((await recount(year.id)).totals.byScope).toEqual({ "1": 1_024_001 });
  expect(await refusalOf(open(2025))).toContain("year_there");
  expect(await refusalOf(open(2199))).toContain("year_ahead");
  await step(year.id, "drop", officer, { reason: "Begun too early" });
  expect((await open(2025)).number).toBe("GHG-2025-2");
});

test("factors come in versions: an older one ends where a newer begins", async () => {
  const { id } = await brought({ co2: "350", fromOn: "2025-01-01" });
  await asking(third, `POST ${factors}/${id}/actions/confirm`);
  const { versions, number } = await asking<FactorDetail>(clerk, `GET ${factors}/${id}`);
  expect(number).toMatch(/^EMF-/);
  expect(versions.map(({ untilOn, status }) => [untilOn, status])).toEqual([
    ["2024-12-31", "verified"],
    [null, "verified"],
  ]);
  const short = await brought({ fromOn: "2025-06-01", untilOn: "2025-08-31" });
  expect(await refusalOf(asking(third, `POST ${factors}/${short.id}/actions/confirm`))).toContain(
    "days_overlap",
  );
  const gone = { reason: "Typed wrongly" };
  await asking(officer, `POST ${factors}/${short.id}/actions/withdraw`, gone);
  const { items } = await asking<{ items: FactorRow[] }>(
    clerk,
    `GET ${factors}?shipped=true&limit=100`,
  );
  expect(items.find(({ factorKey }) => factorKey === "distillate-2")).toMatchObject({
    ...{ status: "verified", co2: "10206.48", fromOn: "2017-01-01" },
  });
  expect(await refusalOf(brought({ untilOn: "2020-01-01" }))).toContain(
    "It ends before it begins.",
  );
  expect(await refusalOf(brought({ co2: "a lot" }))).toContain("Grams from 0");
});

test("another agency sees and moves nothing of it", async () => {
  expect(await refusalOf(read(first.id, elsewhere))).toContain("carbon year");
  expect(
    await refusalOf(step(first.id, "restate", elsewhere, { potentials: "a1-2025", why: "Ours" })),
  ).toContain("carbon year");
  const { total } = await asking<{ total: number }>(elsewhere, `GET ${years}`);
  expect(total).toBe(0);
});

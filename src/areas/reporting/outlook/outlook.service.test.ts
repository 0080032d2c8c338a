// The outlook on real records: years of a former system and the ledger make one series, each reads what
// they may, what was said is kept once a month and scored when the month is over.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { monthAfter } from "#kernel/forecast/months.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { freezeOutlook, outlookFreezing } from "./freeze.service.ts";
import { lookBack } from "./look-back.service.ts";
import { seriesAnswer, type OutlookAnswer, type SeriesAnswer } from "./outlook.model.ts";
import { makeReport } from "../report/report.service.ts";
import { readOutlook } from "./outlook.service.ts";
import { forecastOf, savedForecast, savedToKeep } from "./question.service.ts";
import { seriesById } from "./series.service.ts";

let t: TestDatabase;
let a: PayingAgency;
const ask = askingOf(() => t);
const season = [6, 6, 5, 5, 6, 8, 10, 12, 13, 12, 9, 8];
let year: { year: number; startsOn: string };
let spending: string;
// The third month of the agency's year: two are over.
let now: string;
const at = (actor: Actor, moment = now) => t.database.read({ ...actor, businessNow: moment });

const importYears = (years: number) =>
  t.database.transaction(a.people.admin, async (tx) => {
    await tx.rows(sql`delete from budget_actual where org_id = ${a.orgId}`);
    for (let ago = 1; ago <= years; ago++)
      for (const [month, share] of season.entries())
        await tx.rows(sql`
          insert into budget_actual (org_id, id, year, month, account_string_id, cents, source)
          values (
            ${a.orgId}, ${newId()}, ${year.year - ago}, ${month + 1}, ${a.accountStringId},
            ${share * 1_000_00 + ((month * 7 + ago * 13) % 5) * 10_00}, 'Former ledger'
          )
        `);
  });

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  await approvedInvoice(t.database, a, { cents: 120_00 });
  const month = agencyDay().slice(0, 7);
  year = { year: a.year, startsOn: `${monthAfter(month, -1)}-01` };
  await t.database.transaction(a.people.admin, (tx) =>
    tx.rows(sql`
      update fiscal_year
      set
        starts_on = ${year.startsOn}::date,
        ends_on = (${year.startsOn}::date + interval '1 year' - interval '1 day')::date
      where org_id = ${a.orgId} and id = ${a.fiscalYearId}
    `),
  );
  now = `${monthAfter(month, 1)}-10T18:00:00Z`;
  spending = `spending:${a.departmentId}`;
});
afterAll(() => t.drop());

test("years of a former system and the months of this one are one series, named by their source", async () => {
  await importYears(5);
  const looked = await seriesById(at(a.people.manager), a.people.manager, spending);
  expect(looked.values).toHaveLength(62);
  expect(looked.first).toBe(monthAfter(year.startsOn.slice(0, 7), -60));
  expect(looked.note).toContain(`${year.year - 5} to ${year.year - 1} from Former ledger`);
  expect(looked.outlook).toMatchObject({ kind: "forecast", chosen: "beats" });
});

test("a year that lacks ends what may be compared, and below two seasons it is said why nothing is", async () => {
  await importYears(1);
  const found = await readOutlook(at(a.people.manager), a.people.manager, undefined);
  const row = found.series.find((each) => each.id === spending)!;
  expect(row).toMatchObject({ has: 14, needs: 24, said: null });
  await importYears(5);
  await t.database.transaction(a.people.admin, (tx) =>
    tx.rows(sql`delete from budget_actual where org_id = ${a.orgId} and year = ${year.year - 2}`),
  );
  const short = await readOutlook(at(a.people.manager), a.people.manager, undefined);
  expect(short.series.find((each) => each.id === spending)).toMatchObject({ has: 14, said: null });
});

test("each reads what they may: the rest is named, and no series of it opens", async () => {
  await importYears(5);
  const without = (...gone: string[]): Actor => ({
    ...a.people.manager,
    permissions: new Set([...a.people.manager.permissions].filter((p) => !gone.includes(p))),
  });
  const clerk = without("budget.read", "invoice.read");
  const found = await readOutlook(at(clerk), clerk, undefined);
  expect(found.series.filter((each) => each.id.startsWith("spending:"))).toEqual([]);
  expect(found.cash).toBeNull();
  expect(found.withheld).toEqual(expect.arrayContaining(["Spending", "Payments due"]));
  await expect(ask(clerk, `GET /api/v1/outlook/series?id=${spending}`)).rejects.toMatchObject({
    status: 404,
  });
  const whole = await ask<OutlookAnswer>(a.people.manager, "GET /api/v1/outlook?onHand=0");
  expect(whole.withheld).toEqual([]);
  expect(whole.cash!.weeks).toHaveLength(13);
  await expect(ask(a.people.manager, "GET /api/v1/outlook?unknown=1")).rejects.toMatchObject({
    status: 422,
  });
});

test("cash that falls short is told from what is on hand", async () => {
  const found = await readOutlook(at(a.people.manager), a.people.manager, 0);
  const goes = found.cash!.weeks.reduce((all, week) => all + week.goes, 0);
  expect(goes).toBe(120_00);
  expect(found.unwanted.find((each) => each.id === "cash")).toMatchObject({ cents: 120_00 });
  const enough = await readOutlook(at(a.people.manager), a.people.manager, 500_00);
  expect(enough.unwanted.find((each) => each.id === "cash")).toBeUndefined();
  expect(enough.cash!.lowest.cents).toBe(380_00);
});

test("a line that ends beyond its budget is what nobody wants, with day, band and error", async () => {
  await t.database.transaction(a.people.admin, (tx) =>
    tx.rows(sql`
      update budget_line
      set original = 1000000
      where org_id = ${a.orgId} and account_string_id = ${a.accountStringId}
    `),
  );
  const found = await readOutlook(at(a.people.manager), a.people.manager, undefined);
  const [line] = found.unwanted.filter((each) => each.text.includes("runs out"));
  expect(line).toMatchObject({ cents: expect.any(Number), opens: "/budget-forecasts" });
  expect(line!.on! >= found.today).toBe(true);
  expect(line!.band).toContain("year-end between");
  expect(line!.error).toMatch(/off by \d/);
});

test("what is said is kept once in a month, with one audit entry, and scored when its month is over", async () => {
  await importYears(5);
  const actor = { ...a.people.admin, businessNow: now };
  const freeze = () => t.database.transaction(actor, (tx) => freezeOutlook(tx, actor));
  expect(await freeze()).toEqual({ frozen: 1 });
  expect(await freeze()).toEqual({ frozen: 0 });
  const audited = await t.database.read(a.people.admin).rows(sql`
    select action
    from audit_entry
    where org_id = ${a.orgId} and action = 'outlook.freeze'
  `);
  expect(audited).toHaveLength(1);
  const before = await seriesById(at(a.people.manager), a.people.manager, spending);
  expect(await lookBack(at(a.people.manager), { ...before, every: "month" })).toMatchObject({
    frozen: 1,
    rows: [],
  });
  // A month later the first of its months is over.
  const then = `${monthAfter(now.slice(0, 7), 1)}-10T18:00:00Z`;
  const after = await seriesById(at(a.people.manager, then), a.people.manager, spending);
  const { rows } = await lookBack(at(a.people.manager, then), {
    ...after,
    every: "month",
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    month: now.slice(0, 7),
    came: after.values.at(-1),
    naive: before.values.at(-1),
    said: before.outlook.kind === "forecast" ? before.outlook.points[0]!.value : null,
  });
});

test("the clock keeps it for every agency, and what is kept is never changed", async () => {
  await outlookFreezing.run(t.app, a.orgId);
  await outlookFreezing.run(t.app, a.orgId);
  await expect(
    t.database.transaction(a.people.admin, (tx) =>
      tx.rows(sql`update outlook_frozen set label = 'x' where org_id = ${a.orgId}`),
    ),
  ).rejects.toThrow(/permission denied/);
  const answer = await ask<SeriesAnswer>(
    a.people.manager,
    `GET /api/v1/outlook/series?id=${spending}`,
  );
  expect(answer.frozen).toBeGreaterThanOrEqual(1);
  expect(seriesAnswer.parse(answer).note).toContain("Former ledger");
});

test("the figure of any question is looked ahead by month, with the reader's rights and why nothing is said", async () => {
  const { manager } = a.people;
  const asks = (actor: Actor, measures: string[]) =>
    forecastOf(
      at(actor),
      { ...actor, businessNow: now },
      {
        measures,
        by: ["vendor"],
        where: {},
        period: "month",
      },
    );
  const answer = await asks(manager, ["invoices.total"]);
  expect(answer).toMatchObject({ needs: 24, outlook: null, unit: "cents" });
  expect(answer.values.reduce((sum, value) => sum + value, 0)).toBe(120_00);
  const blind: Actor = {
    ...manager,
    permissions: new Set([...manager.permissions].filter((p) => p !== "invoice.read")),
  };
  await expect(asks(blind, ["invoices.total"])).rejects.toThrow("nor a forecast of it");
  await expect(asks(manager, ["invoices.total", "invoices.invoices"])).rejects.toMatchObject({
    code: "one_figure",
  });
  await expect(asks(manager, ["invoices.daysToPay"])).rejects.toMatchObject({ code: "no_sum" });
});

test("by week it is looked ahead a quarter from Mondays, and half a year is the least", async () => {
  const actor = { ...a.people.manager, businessNow: now };
  const answer = await forecastOf(at(actor), actor, {
    measures: ["invoices.total"],
    by: ["week"],
    where: {},
    period: "month",
  });
  expect(answer).toMatchObject({ every: "week", needs: 26, outlook: null, label: "by week" });
  expect(new Date(`${answer.first}T00:00:00Z`).getUTCDay()).toBe(1);
  expect(answer.values[0]).toBe(120_00);
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`update invoice set received_on = received_on - 210 where org_id = ${a.orgId}`),
  );
  const longer = await forecastOf(at(actor), actor, {
    measures: ["invoices.invoices"],
    by: ["week"],
    where: {},
    period: "month",
  });
  expect(longer.values.length).toBeGreaterThan(30);
  expect(longer.outlook!.points).toHaveLength(13);
  expect(longer.outlook!.scores.map((score) => score.method)).toEqual(["naive", "drift"]);
});

test("a saved report by month is listed for who sees it, and kept monthly with its owner's rights", async () => {
  const { manager, ap } = a.people;
  const { id } = await t.database.transaction(manager, (tx) =>
    makeReport(tx, manager, {
      name: "Bills by month",
      question: { measures: ["invoices.total"], by: ["month"], where: {}, period: "fiscal-year" },
      chart: "line",
    }),
  );
  const listed = async (actor: Actor) =>
    (await readOutlook(at(actor), actor, undefined)).saved.map((each) => each.id);
  expect(await listed(manager)).toEqual([`report:${id}`]);
  expect(await listed(ap)).toEqual([]);
  await expect(savedForecast(at(ap), ap, id)).rejects.toMatchObject({ code: "not_found" });
  const said = await savedForecast(at(manager), { ...manager, businessNow: now }, id);
  expect(said).toMatchObject({ label: "Bills by month", outlook: null, frozen: 0 });
  const kept = await savedToKeep(at(manager));
  expect(kept.map((each) => each.name)).toEqual(["Bills by month"]);
  expect(kept[0]!.outlook.kind).toBe("too_short");
});

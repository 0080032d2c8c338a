// What the register of assets, its book, meters, labels and counts refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let agency: Agency;
let boss: Actor;
let second: Actor;
let classId: string;
const ask = askingOf(() => t);
const refused = (path: string, body?: object, version: number | null = null) =>
  refusalOf(ask(boss, path, body, version));
const assets = "POST /api/v1/assets";
const classes = "/api/v1/asset-classes";
const pump = { code: "PUMP", name: "Pump", conditionScale: "paser", lifeMonths: 120, active: true };

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ boss, second } = await makeMembers(t.database, agency, {
    boss: { role: "admin" },
    second: { role: "admin" },
  }));
  classId = (await ask(boss, `POST ${classes}`, pump)).id;
});
afterAll(() => t.drop());

let tags = 0;
const asset = (over: object = {}) => ({
  name: "Pump B",
  classId,
  tag: `P-${++tags}`,
  location: "Lift station 7",
  departmentId: agency.departmentId,
  ...over,
});
const make = (over: object = {}) =>
  ask<{ id: string; version: number; number: string }>(boss, assets, asset(over));
const serving = async (over: object = {}, since?: string) => {
  const { id } = await make(over);
  await ask(boss, `${assets}/${id}/actions/putInService`);
  if (since) {
    const { version } = await ask(boss, `GET /api/v1/assets/${id}`);
    const built = { on: since, reason: "As built" };
    await ask(boss, `${assets}/${id}/actions/serviceDay`, built, version);
  }
  return id;
};

test("an asset is of a class in use, part of another one that is here, and its tag is its own", async () => {
  const unused = await ask(boss, `POST ${classes}`, { ...pump, code: "OLD", active: false });
  expect(await refused(assets, asset({ classId: unused.id }))).toContain(
    "Choose a class that is in use.",
  );
  expect(await refused(assets, asset({ parentId: newId() }))).toContain("There is no such asset.");
  const top = await make({ tag: "TOP" });
  const low = await make({ parentId: top.id });
  expect(await refused(assets, asset({ tag: "top" }))).toMatch(
    /^same_tag: AST-\S+ bears this tag already\.$/,
  );
  const patch = (body: object) => refused(`PATCH /api/v1/assets/${top.id}`, body, top.version);
  expect(await patch({ parentId: low.id })).toBe("asset_loop: An asset cannot be part of itself.");
  expect(await patch({ costCents: 100, salvageCents: 101 })).toContain(
    "The salvage value is more than the cost.",
  );
});

test("a class keeps a code of its own and the scale in which conditions were read", async () => {
  expect(await refused(`POST ${classes}`, pump)).toBe("same_code: Pump has this code.");
  const id = await serving();
  const read = (value: number) =>
    refused(`${assets}/${id}/conditions`, { readOn: agencyDay(-1), value });
  expect(await read(11)).toMatch(/Enter a value of the scale PASER/);
  expect(await read(7)).toBe("nothing was refused");
  const { items } = await ask<{ items: { id: string; version: number }[] }>(boss, `GET ${classes}`);
  const { version } = items.find((one) => one.id === classId)!;
  const nbi = { ...pump, conditionScale: "nbi" };
  expect(await refused(`PUT ${classes}/${classId}`, nbi, version)).toContain(
    "Conditions were read in the scale that stands. Make a new class for the other one.",
  );
});

test("an improvement has a day after the last one, an amount or the work that it paid for", async () => {
  const since = agencyDay(-400);
  const id = await serving({ costCents: 100_000_00, lifeMonths: 100 }, since);
  const improve = (over: object) =>
    refused(`${assets}/${id}/improvements`, {
      onDay: agencyDay(-3),
      description: "Controls",
      ...over,
    });
  expect(await improve({})).toContain(
    "Enter an amount, or choose the work order that it paid for.",
  );
  const order = (assetId: string | null) =>
    ask<{ id: string }>(boss, "POST /api/v1/work-orders", { title: "New controls", assetId });
  const { id: own } = await order(id);
  expect(await improve({ workOrderId: own, cents: 5 })).toContain(
    "Leave it empty: the posted invoices of the work order say it.",
  );
  expect(await improve({ workOrderId: own })).toMatch(/No posted invoice has charged WO-\S+ yet\./);
  const { id: others } = await order(await serving());
  expect(await improve({ workOrderId: others })).toMatch(/WO-\S+ is work on another asset\./);
  expect(await improve({ cents: 5, onDay: agencyDay(-401) })).toContain(
    "It was not in service on this day.",
  );
  expect(await improve({ cents: 5, lifeMonths: 3 })).toMatch(
    /It has been used 1[23] months: enter a longer useful life, counted from its first day\./,
  );
  expect(await improve({ cents: 5 })).toBe("nothing was refused");
  expect(await improve({ cents: 5, onDay: agencyDay(-9) })).toContain(
    "Something newer stands in its book: enter a later day.",
  );
  const book = `GET /api/v1/asset-book?from=${agencyDay(0)}&to=${agencyDay(-1)}`;
  expect(await refused(book)).toContain("The first day is behind the last one.");
});

test("a meter rises, and a reading between others fits between them", async () => {
  const id = await serving();
  const read = (minutes: number, value: number) =>
    refused(`${assets}/${id}/meters`, {
      kind: "hours",
      value,
      readAt: new Date(Math.floor(Date.now() / 60_000) * 60_000 - minutes * 60_000).toISOString(),
    });
  expect(await read(60, 100)).toBe("nothing was refused");
  expect(await read(10, 200)).toBe("nothing was refused");
  expect(await read(5, 150)).toBe(
    "meter_fell: The meter showed 200 before. If it began anew, say so; else check the figure.",
  );
  expect(await read(60, 120)).toMatch(
    /^reading_there: The meter was read at this time: it showed 100/,
  );
  expect(await read(30, 250)).toContain("A later reading shows 200: this one is more.");
});

test("labels are of assets of the register, and name a class or assets", async () => {
  const labels = "GET /api/v1/asset-labels.pdf";
  expect(await refused(labels)).toContain("Choose a class of assets, or assets.");
  expect(await refused(`${labels}?ids=${newId()},${newId()}`)).toContain(
    "2 of these assets are not in the register.",
  );
});

test("a count looks for what is in use, finds what it looks for, and takes nothing once closed", async () => {
  const counts = "POST /api/v1/asset-counts";
  expect(await refused(counts, { federal: true })).toContain(
    "There is nothing to count here: no such asset is in use.",
  );
  await serving({ tag: "FED", federalPercent: "80" });
  await serving({ tag: "OWN" });
  const { id } = await ask(boss, counts, { federal: true });
  const find = (tag: string) => refused(`${counts}/${id}/found`, { tag });
  expect(await find("OWN")).toMatch(/AST-\S+ is ours, but CNT-\S+ does not look for it\./);
  expect(await find("FED")).toBe("nothing was refused");
  const close = (version: number | null) =>
    refusalOf(ask(second, `${counts}/${id}/actions/close`, {}, version));
  expect(await close(null)).toBe(
    "version_required: Send the version that you read in the If-Match header.",
  );
  const { version } = await ask(boss, `GET /api/v1/asset-counts/${id}`);
  expect(await close(version)).toBe("nothing was refused");
  expect(await find("FED")).toMatch(/^closed: CNT-\S+ is closed\. Begin a new one\.$/);
});

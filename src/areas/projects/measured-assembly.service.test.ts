// A measurement names an assembly: its items follow from the quantity, and keep the version.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { beginCostCodes } from "#areas/budget/budget.server.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { projectAgency } from "./projects.setup.ts";
import type { AssemblyRow } from "./takeoff/assembly/assembly.model.ts";
import type { NamedAssembly, SheetItems } from "./takeoff/assembly/named.model.ts";
import { guardrail, riprap } from "./takeoff/assembly/shipped.data.ts";
import type { MeasurementDetail } from "./takeoff/measurement.model.ts";
import type { SheetDetail } from "./takeoff/plan.model.ts";
import { takeoffOf } from "./takeoff/takeoff.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;
let engineer: Actor;
let sheet: SheetDetail;
type Written = { id: string; version: number };
const published = async (body: object, query = "") => {
  const path = "/api/v1/takeoff-assemblies";
  const { id, version } = await a.asking<AssemblyRow>(engineer, `POST ${path}${query}`, body);
  return a.asking<AssemblyRow>(engineer, `POST ${path}/${id}/actions/publish`, {}, version);
};
let stone: AssemblyRow;
let rail: AssemblyRow;
beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
  ({ engineer } = a.people);
  const to = takeoffOf(() => t, a);
  await to.units();
  await a.as(a.people.admin, (tx) => beginCostCodes(tx));
  await a.segment("P132");
  const { id } = await a.begun("P132");
  const setId = await to.plans(id, "Bid set", [
    { number: "C-103", title: "DETAILS", feetPerPoint: 0.25 },
  ]);
  sheet = await to.sheet((await to.sheetsOf(setId)).sheets[0]!.id);
  const [, part] = sheet.viewports;
  await a.asking(
    engineer,
    `PUT /api/v1/sheet-viewports/${part!.id}/scale`,
    { basis: "file", seen: false },
    part!.version,
  );
  [stone, rail] = [await published(riprap), await published(guardrail)];
});
afterAll(() => t.drop());

/** 144 by 144 points at a quarter of a foot each: 36 ft by 36 ft, which is 144 square yards. */
const measure = () =>
  a.asking<Written>(engineer, "POST /api/v1/measurements", {
    ...{ sheetId: sheet.id, viewportId: sheet.viewports[1]!.id, kind: "area", name: "Riprap" },
    points: [
      [150, 150],
      [294, 150],
      [294, 294],
      [150, 294],
    ],
    unit: "sq ft",
  });
const versionOf = async (id: string) =>
  (await a.asking<MeasurementDetail>(engineer, `GET /api/v1/measurements/${id}`)).version;
const name = async (id: string, assembly: object | null, actor = engineer) =>
  a.asking<Written>(
    actor,
    `PUT /api/v1/measurements/${id}/assembly`,
    { assembly },
    await versionOf(id),
  );
const named = (id: string, actor = engineer) =>
  a.asking<NamedAssembly>(actor, `GET /api/v1/measurements/${id}/assembly`);
const thick = (amount: string) => ({
  definitionId: stone.definitionId,
  typed: { thickness: { amount, unit: "in" } },
});

test("items follow from what was measured, and keep the version that was begun with", async () => {
  const { id } = await measure();
  expect(await named(id)).toEqual({ assembly: null, typed: {}, items: [] });
  await name(id, thick("18"));
  const bought = async () => (await named(id)).items.map((item) => item.found?.bought);
  expect(await bought()).toEqual(["108", "500"]);
  await published(
    { ...riprap, items: [{ ...riprap.items[0]!, waste: "5" }] },
    `?nextVersionOf=${stone.definitionId}`,
  );
  expect(await bought()).toEqual(["108", "500"]);
  expect((await named(id)).assembly).toMatchObject({ versionNo: 1, name: riprap.name });
  await name(id, thick("18"));
  expect(await bought()).toEqual(["113.4"]);
});

test("a sheet sums what its measurements take, and counts what has no quantity", async () => {
  const on = () => a.asking<SheetItems>(engineer, `GET /api/v1/plan-sheets/${sheet.id}/items`);
  const before = await on();
  const one = await measure();
  await name(one.id, thick("36"));
  const { items } = await on();
  expect(items.find((item) => item.description === "Riprap, class III")).toMatchObject({
    bought: "340.2",
    unit: "ton",
    measurements: 2,
  });
  await name(one.id, { definitionId: stone.definitionId, typed: {} });
  expect((await on()).without).toBe(before.without + 1);
  await name(one.id, null);
  expect(await on()).toEqual(before);
});

test("an assembly of another shape, a strange value, a stranger and a lower role are refused", async () => {
  const { id } = await measure();
  expect(await refusalOf(name(id, { definitionId: rail.definitionId, typed: {} }))).toBe(
    "assembly_of_kind: “Guardrail, W-beam” follows from no measured area. Choose another assembly.",
  );
  const strange = { ...thick("18"), typed: { depth: { amount: "1", unit: "ft" } } };
  expect(await refusalOf(name(id, strange))).toBe(
    "unknown_variable: “Riprap on geotextile” has no variable depth.",
  );
  expect(await refusalOf(name(id, thick("many")))).toContain(
    "A value is a number of nine decimals at most.",
  );
  expect(await refusalOf(name(id, { definitionId: newId(), typed: {} }))).toContain(
    "not_in_force: ",
  );
  expect(await refusalOf(name(id, { definitionId: "one", typed: {} }))).toContain(
    "Choose an assembly.",
  );
  expect(await refusalOf(name(id, thick("18"), a.people.clerk))).toContain("not_allowed: ");
  expect(await refusalOf(name(id, thick("18"), a.elsewhere))).toContain("not_found: ");
  expect(await refusalOf(named(id, a.elsewhere))).toContain("not_found: ");
  const items = `GET /api/v1/plan-sheets/${sheet.id}/items`;
  expect(await refusalOf(a.asking(a.elsewhere, items))).toContain("not_found: ");
});

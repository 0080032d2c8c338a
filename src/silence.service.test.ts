// A change that takes the place of a whole record opens nothing that it does not name: a retired class, a
// center that ended, a kind of service that is no longer offered, a place that was left.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { importerOf } from "#server/import/importer.ts";

let t: TestDatabase;
let agency: Agency;
let everybody: Actor;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ everybody } = await makeMembers(t.database, agency, {
    everybody: { role: "admin", duties: ["asset_manager", "budget_officer"] },
  }));
});
afterAll(() => t.drop());

const rowOf = async (path: string, id: string) =>
  (await ask<{ items: { id: string; version: number }[] }>(everybody, `GET ${path}`)).items.find(
    (one) => one.id === id,
  )!;

const kept: readonly (readonly [string, () => object, string, () => object])[] = [
  [
    "/api/v1/asset-classes",
    () => ({
      ...{ code: "PUMP", name: "Pumps", conditionScale: "one_to_five", lifeMonths: 120 },
      ...{ active: false, certificates: "Crane operator" },
    }),
    "active",
    () => ({ code: "PUMP", name: "Old pumps", conditionScale: "one_to_five", lifeMonths: 120 }),
  ],
  [
    "/api/v1/service-types",
    () => ({ code: "tree-down", name: "Tree down", expectedDays: 5, active: false }),
    "active",
    () => ({ code: "tree-down", name: "Trees down", expectedDays: 6 }),
  ],
  [
    "/api/v1/cost-centers",
    () => ({
      ...{ code: "SHOP", name: "Shop", departmentId: agency.departmentId },
      ...{ fromOn: "2020-01-01", toOn: "2024-12-31" },
    }),
    "toOn",
    () => ({
      ...{ code: "SHOP", name: "Old shop", departmentId: agency.departmentId },
      fromOn: "2020-01-01",
    }),
  ],
];

test.each(kept)("%s: what is closed stays closed", async (path, made, field, changed) => {
  const { id } = await ask(everybody, `POST ${path}`, made());
  const before = (await rowOf(path, id)) as Record<string, unknown> & { version: number };
  await ask(everybody, `PUT ${path}/${id}`, changed(), before.version);
  const after = (await rowOf(path, id)) as Record<string, unknown>;
  expect(after[field]).toEqual((made() as Record<string, unknown>)[field]);
  expect(after["name"]).toBe((changed() as { name: string }).name);
  if (path.endsWith("asset-classes")) expect(after["certificates"]).toBe("Crane operator");
});

test("a center whose end stands begins no later than it", async () => {
  const center = {
    ...{ code: "YARD", name: "Yard", departmentId: agency.departmentId },
    ...{ fromOn: "2020-01-01", toOn: "2021-12-31" },
  };
  const { id } = await ask(everybody, "POST /api/v1/cost-centers", center);
  const { toOn: _end, ...silent } = { ...center, fromOn: "2023-01-01" };
  const { version } = await rowOf("/api/v1/cost-centers", id);
  await expect(
    ask(everybody, `PUT /api/v1/cost-centers/${id}`, silent, version),
  ).rejects.toMatchObject({ errors: [{ path: "toOn", message: "It ends before it begins." }] });
});

test("a list of addresses without a column for its end takes no place into use again", async () => {
  const importer = importerOf("places")!;
  const bring = async (row: object) => {
    const typed = importer.schema.parse(row);
    const [verdict] = await importer.plan(t.database.read(everybody), [typed], "");
    if (verdict?.action !== "create" && verdict?.action !== "update") return verdict?.action;
    await t.database.transaction(everybody, (tx) =>
      importer.apply(
        tx,
        everybody,
        [{ row: typed, action: verdict.action, plan: verdict.plan }],
        "",
        () => undefined,
      ),
    );
    return verdict.action;
  };
  const full = { name: "Old depot", kind: "yard", street: "Mill Rd 1", activeTo: "2023-06-30" };
  expect(await bring(full)).toBe("create");
  expect(await bring({ name: "Old depot", kind: "yard", city: "Carver" })).toBe("update");
  expect(
    await t.database.read(everybody).one(sql`
      select street, city, active_to
      from agency_place
      where org_id = ${agency.orgId} and name = 'Old depot'
    `),
  ).toEqual({ street: "Mill Rd 1", city: "Carver", activeTo: "2023-06-30" });
});

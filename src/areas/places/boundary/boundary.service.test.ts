import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { mapLayers } from "../layer/layer.service.ts";
import { areaOfCounties } from "../placed/outlines.service.ts";
import { beyond } from "./boundary.model.ts";
import { chooseBoundary, outsideBoundary, readBoundary } from "./boundary.service.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(admin, work);
const chaska = { latitude: 44.787, longitude: -93.611 };
const minneapolis = { latitude: 44.98, longitude: -93.27 };

type Features = Parameters<typeof mapLayers.draft>[2]["features"];
const layer = async (name: string, features: Features, publish = true) => {
  const draft = await as((tx) => mapLayers.draft(tx, admin, { name, note: "", features }));
  if (publish) await as((tx) => mapLayers.publish(tx, admin, draft.id, draft.version));
  return draft;
};
const county = (): Features => [
  {
    name: "Carver",
    note: "",
    geometry: {
      type: "MultiPolygon",
      coordinates: areaOfCounties(["27019"]).area.polygons as never,
    },
  },
];

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
});
afterAll(() => t.drop());

test("a place is outside once the agency has an outline, and not before or within it", async () => {
  expect(await as(readBoundary)).toBeNull();
  expect(await as((tx) => outsideBoundary(tx, minneapolis))).toBeNull();
  const { definitionId } = await layer("County", county());
  const chosen = await as((tx) => chooseBoundary(tx, admin, definitionId, null));
  expect(chosen).toMatchObject({ definitionId, name: "County", version: 1 });
  expect(await as((tx) => outsideBoundary(tx, chaska))).toBeNull();
  // 22.3 km from the outline of the Census Bureau.
  expect(await as((tx) => outsideBoundary(tx, minneapolis))).toBe("14 miles");
  const told = await as((tx) =>
    tx.rows<{ action: string }>(sql`
      select action
      from audit_entry
      where org_id = ${agency.orgId} and action = 'mapLayer.boundary'
    `),
  );
  expect(told).toHaveLength(1);
});

test("an outline is a surface in force, is chosen behind its version, and is taken away again", async () => {
  const points: Features = [
    { name: "A", note: "", geometry: { type: "Point", coordinates: [-93.6, 44.8] } },
  ];
  const only = await layer("Points", points);
  const draft = await layer("Draft", county(), false);
  const choose = (id: string | null, version: number | null) =>
    as((tx) => chooseBoundary(tx, admin, id, version));
  await expect(choose(only.definitionId, 1)).rejects.toMatchObject({ code: "no_outline" });
  await expect(choose(draft.definitionId, 1)).rejects.toMatchObject({ code: "not_in_force" });
  await expect(choose(newId(), 1)).rejects.toMatchObject({ code: "not_in_force" });
  await expect(choose(null, 7)).rejects.toMatchObject({ status: 412 });
  await expect(choose(null, null)).rejects.toMatchObject({ status: 428 });
  expect(await choose(null, 1)).toBeNull();
  expect(await as((tx) => outsideBoundary(tx, minneapolis))).toBeNull();
});

test("a layer that is retired bounds nothing any more, and the choice says so", async () => {
  const made = await layer("Once", county());
  await as((tx) => chooseBoundary(tx, admin, made.definitionId, null));
  await as((tx) => mapLayers.retire(tx, admin, made.id, made.version + 1));
  expect(await as(readBoundary)).toMatchObject({ definitionId: made.definitionId, name: null });
  expect(await as((tx) => outsideBoundary(tx, minneapolis))).toBeNull();
});

test("how far a place lies beyond is said in feet and miles, and nothing at the very edge", () => {
  expect([-5, 0, 100, Infinity].map(beyond)).toEqual([null, null, null, null]);
  expect(beyond(150)).toBe("490 feet");
  expect(beyond(4_000)).toBe("2.5 miles");
  expect(beyond(35_000)).toBe("22 miles");
});

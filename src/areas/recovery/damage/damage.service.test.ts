// Damage from files and to them: CSV, GeoJSON, the Grants Portal; photographs that disagree.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { declaredDisaster, obligatedProject } from "#server/testing/recovery.ts";
import { readProject } from "../project/project.read.service.ts";
import { damageGeojson, damageInventory, importGeojson } from "./geojson.service.ts";
import { disagreements } from "./photo.model.ts";

let t: TestDatabase;
let recovery: Actor;
let declarationId: string;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ recovery } = await makeMembers(t.database, agency, { recovery: { duties: ["recovery"] } }));
  declarationId = (await declaredDisaster(t.database, recovery)).id;
});
afterAll(() => t.drop());
const mine = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(recovery, work);
const db = () => t.database.read(recovery);

const bring = async (kind: string, lines: readonly string[]) => {
  const stored = await t.app.files.put(Readable.from([lines.join("\n")]));
  const fileId = await mine((tx) =>
    recordFile(tx, {
      ...stored,
      orgId: recovery.orgId!,
      name: "rows.csv",
      uploadedBy: tx.scope.personId,
    }),
  );
  const { id, mapping } = await beginImport(t.app, recovery, kind, fileId);
  const answers = { "occurredOn.order": "month" };
  await mine((tx) => mapColumns(tx, recovery, id, mapping, { answers }));
  await validateImport(t.app, recovery, id);
  await mine((tx) => startCommit(tx, recovery, id));
  await commitImport(t.app, recovery, id);
  return (await readRun(db(), recovery, id)).counts;
};

test("the damage list comes in by CSV and GeoJSON, once, and goes out again", async () => {
  const lines = [
    "Declaration,What,Where,Latitude,Longitude,Category,Cause,Day,Estimate",
    'DR-4871-MN,Culvert,Road P2,44.77,-93.59,C Roads and bridges,Flood water,4/10/2026,"165,000.00"',
    "DR-4871-MN,Bridge,Road P4,,,C,Flood water,2026-04-07,1",
    "DR-9999-MN,Bridge,Road P4,,,C,Flood water,2026-04-11,1",
  ];
  expect(await bring("pa-damage", lines)).toMatchObject({ create: 1, reject: 2 });
  expect(await bring("pa-damage", lines)).toMatchObject({ create: 0, skip: 1 });
  const text = await damageGeojson(db(), declarationId);
  const out = JSON.parse(text) as { features: { geometry: unknown; properties: object }[] };
  expect(out.features).toHaveLength(1);
  expect(out.features[0]!.geometry).toEqual({ type: "Point", coordinates: [-93.59, 44.77] });
  const again = await mine((tx) => importGeojson(tx, recovery, { declarationId, text }));
  expect(again).toMatchObject({ read: 1, taken: 0, known: 1, refused: [] });
  const other = JSON.stringify({
    type: "FeatureCollection",
    features: [
      { ...out.features[0], properties: { ...out.features[0]!.properties, title: "Levee gate" } },
      { type: "Feature", geometry: null, properties: {} },
      {
        ...out.features[0],
        properties: { ...out.features[0]!.properties, title: "Late", occurredOn: "2026-04-01" },
      },
    ],
  });
  const found = await mine((tx) => importGeojson(tx, recovery, { declarationId, text: other }));
  expect(found).toMatchObject({ read: 3, taken: 1 });
  expect(found.refused.map((r) => r.feature)).toEqual([2, 3]);
  const inventory = (await damageInventory(db(), declarationId)).split("\r\n");
  expect(inventory[1]).toContain("C,Culvert,DMG-");
  expect(inventory[1]).toContain("165000.00");
});

test("obligations of the Grants Portal come in their order, once", async () => {
  const id = await obligatedProject(t.database, recovery, declarationId, { pwNumber: "00231" });
  const lines = [
    "PW number,Version,Federal share,Obligation date",
    `00231,0,500000.00,${agencyDay()}`,
    '00231,1,"-20,000.00",2026-07-01',
    "00231,3,1.00,2026-08-01",
    "99999,0,1.00,2026-08-01",
  ];
  expect(await bring("pa-obligations", lines)).toMatchObject({ create: 1, skip: 1, reject: 2 });
  expect(await bring("pa-obligations", lines)).toMatchObject({ create: 0, skip: 2 });
  // A version that is on file with other content is asked about.
  const other = [lines[0]!, `00231,0,400000.00,${agencyDay()}`];
  expect(await bring("pa-obligations", other)).toMatchObject({ create: 0, skip: 0, reject: 1 });
  const p = await readProject(db(), recovery, id);
  expect(p.obligated).toBe(480_000_00);
  expect(p.obligations.map((o) => [o.versionNo, o.cents])).toEqual([
    [0, 500_000_00],
    [1, -20_000_00],
  ]);
});

test("a photograph from before, or from elsewhere, disagrees with the damage", () => {
  const d = { latitude: 44.77, longitude: -93.59, occurredOn: "2026-04-10" };
  const photo = {
    name: "a.jpg",
    takenAt: "2026-04-11T08:00:00",
    latitude: 44.7701,
    longitude: -93.59,
  };
  expect(disagreements(d, [photo])).toEqual([]);
  expect(disagreements(d, [{ ...photo, takenAt: null, latitude: null, longitude: null }])).toEqual(
    [],
  );
  expect(disagreements(d, [{ ...photo, takenAt: "2026-04-09T23:59:00" }])).toEqual([
    "a.jpg was taken on 2026-04-09, before the damage.",
  ]);
  expect(disagreements(d, [{ ...photo, latitude: 44.78 }])).toEqual([
    "a.jpg was taken more than 250 m away.",
  ]);
});

test("a correction keeps what it does not name", async () => {
  const ask = askingOf(() => t);
  const made = await ask(recovery, "POST /api/v1/pa-damage", {
    declarationId,
    title: "Lift station",
    location: "Mill Road",
    category: "F",
    cause: "Flood water",
    occurredOn: "2026-04-11",
    estimateCents: 48_000_00,
    insured: true,
    responsibility: "County code 4.2",
  });
  const address = `/api/v1/pa-damage/${made.id}`;
  await ask(recovery, `PATCH ${address}`, { title: "Lift station 7" }, made.version ?? 1);

  expect(await ask<object>(recovery, `GET ${address}`)).toMatchObject({
    title: "Lift station 7",
    estimateCents: 48_000_00,
    insured: true,
    responsibility: "County code 4.2",
  });
});

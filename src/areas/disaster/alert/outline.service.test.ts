// A warning is listed whatever of its area cannot be read.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { takeMessages } from "./alert.service.ts";

let t: TestDatabase;
let chief: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ chief } = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
  }));
});
afterAll(() => t.drop());

const take = (text: string) => t.database.transaction(chief, (tx) => takeMessages(tx, chief, text));
const stored = (identifier: string) =>
  t.database.read(chief).one<{
    status: string;
    drawn: string;
    areaProblem: string;
    polygons: number;
  }>(sql`
    select status, drawn, area_problem, jsonb_array_length(area -> 'polygons') as polygons
    from weather_alert
    where org_id = ${chief.orgId} and identifier = ${identifier}
  `);
const soon = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().replace("Z", "-00:00");
const cap = (identifier: string, area: string, same = "027019") => `<?xml version="1.0"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier>
<sender>office@weather.test</sender><sent>${soon(-1)}</sent><status>Actual</status>
<msgType>Alert</msgType><scope>Public</scope><info><category>Met</category>
<event>Flood Warning</event><urgency>Immediate</urgency><severity>Severe</severity>
<certainty>Likely</certainty><expires>${soon(20)}</expires><headline>Flood warning</headline>
<area><areaDesc>Carver</areaDesc>${area}
<geocode><valueName>SAME</valueName><value>${same}</value></geocode></area></info></alert>`;
const polygon = (line: string) => `<polygon>${line}</polygon>`;
const good = polygon("44.7,-93.85 44.7,-93.5 44.85,-93.5 44.85,-93.85 44.7,-93.85");
const crossing = polygon("44.7,-93.85 44.85,-93.5 44.85,-93.85 44.7,-93.5 44.7,-93.85");

test.each([
  ["crosses itself", crossing, "An outline crosses itself."],
  ["is empty", polygon(""), "at least three corners"],
  ["swaps its axes", polygon("-93.85,44.7 -93.5,44.7 -93.5,44.85 -93.85,44.7"), "seem swapped"],
  [
    "is a circle without radius",
    "<circle>44.7,-93.8</circle>",
    "A circle has no centre or radius.",
  ],
])("an outline that %s: the warning stands with its whole counties", async (kind, area, says) => {
  expect(await take(cap(kind, area))).toMatchObject({ taken: 1, unread: [] });
  const alert = await stored(kind);
  expect(alert).toMatchObject({ status: "active", drawn: "counties" });
  expect(alert.areaProblem).toContain(says);
});

test("a bad outline beside a good one: partly drawn, judged by the counties too", async () => {
  await take(cap("beside", good));
  await take(cap("both", good + crossing));
  expect(await stored("beside")).toMatchObject({ drawn: "polygon", areaProblem: "" });
  const both = await stored("both");
  expect(both).toMatchObject({ status: "active", drawn: "partly" });
  expect(both.polygons).toBeGreaterThan(1);
});

test("nothing readable and no county: the warning stands, its area is not drawn", async () => {
  await take(cap("nowhere", crossing, "000000"));
  expect(await stored("nowhere")).toMatchObject({ status: "active", drawn: "none" });
});

test("a message of the weather service keeps its good outlines", async () => {
  const ring = (shift: number) => [
    [-93.8 + shift, 44.7],
    [-93.7 + shift, 44.7],
    [-93.7 + shift, 44.8],
    [-93.8 + shift, 44.7],
  ];
  const feature = {
    type: "Feature",
    geometry: { type: "MultiPolygon", coordinates: [[ring(0)], [[[44.7, -93.8]]]] },
    properties: {
      id: "nws-1",
      areaDesc: "Carver",
      geocode: { SAME: ["027019"] },
      sent: soon(-1),
      ends: soon(20),
      status: "Actual",
      messageType: "Alert",
      severity: "Severe",
      event: "Flood Warning",
    },
  };
  await take(JSON.stringify(feature));
  expect(await stored("nws-1")).toMatchObject({ status: "active", drawn: "partly" });
});

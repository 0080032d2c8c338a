// What becomes of warnings on a real database: identity, what touches the agency, exposure to its last
// record, warnings without an end, messages that cannot be read, zones of a layer.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { Alert, AlertDetail, Exposed } from "./alert.model.ts";
import { alertRules } from "./rule.service.ts";
import { judgeTouches } from "./touch.service.ts";

let t: TestDatabase;
let chief: Actor;
const ask = askingOf(() => t);
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ chief } = await makeMembers(t.database, agency, {
    chief: { role: "admin", duties: ["emergency_manager"] },
  }));
});
afterAll(() => t.drop());

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const square = (west: number, south: number, size = 0.1) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
type Over = {
  geometry?: object | null;
  zones?: string[];
  same?: string[];
  vtec?: string[];
  [property: string]: unknown;
};
const feature = (
  id: string,
  { geometry = null, zones = [], same = [], vtec = [], ...over }: Over,
) => ({
  type: "Feature",
  geometry,
  properties: {
    id,
    areaDesc: "Somewhere",
    geocode: { SAME: same, UGC: zones },
    references: [],
    sent: at(-1),
    ends: at(20),
    status: "Actual",
    messageType: "Alert",
    severity: "Severe",
    event: "Flood Warning",
    sender: "w-nws.webmaster@noaa.gov",
    headline: id,
    parameters: { VTEC: vtec },
    ...over,
  },
});
type Taken = { taken: number; known: number; unread: string[] };
const take = (...features: unknown[]) =>
  ask<Taken>(chief, "POST /api/v1/weather-alerts/messages", {
    text: JSON.stringify({ type: "FeatureCollection", features }),
  });
const list = async (query: string) =>
  (await ask<{ items: Alert[] }>(chief, `GET /api/v1/weather-alerts?${query}`)).items;
const named = async (headline: string) =>
  (await list(`q=${encodeURIComponent(headline)}`)).find((row) => row.headline === headline)!;
const read = (id: string) => ask<AlertDetail>(chief, `GET /api/v1/weather-alerts/${id}`);
const place = (name: string, latitude: number, longitude: number) =>
  ask(chief, "POST /api/v1/places", {
    name,
    kind: "facility",
    latitude: String(latitude),
    longitude: String(longitude),
  });

test("what touches the agency stands first, and its records are open to the last", async () => {
  for (let n = 0; n < 130; n += 1) await place(`Station ${n}`, 44.75 + n * 0.0001, -93.75);
  await take(
    feature("far", { geometry: square(-80, 30), sent: at(-0.1) }),
    feature("near us", { geometry: square(-93.8, 44.7) }),
  );
  expect((await list("status=active&limit=2")).map((row) => row.headline)).toEqual([
    "near us",
    "far",
  ]);
  const ours = await list("status=active&touch=inside,possibly,unjudged&test=false");
  expect(ours.map((row) => [row.headline, row.touch, row.touchInside])).toEqual([
    ["near us", "inside", 130],
  ]);
  const { exposure } = await read(ours[0]!.id);
  expect(exposure.counts).toMatchObject({ inside: 130, possibly: 0 });
  const path = `GET /api/v1/weather-alerts/${ours[0]!.id}/exposure`;
  const pages = await Promise.all(
    [1, 2].map((page) =>
      ask<{ items: Exposed[]; total: number }>(chief, `${path}?group=inside&page=${page}`),
    ),
  );
  expect(pages.map((page) => page.items.length)).toEqual([100, 30]);
  expect(pages[0]!.total).toBe(130);
  const one = await ask<{ total: number }>(chief, `${path}?q=Station%20129`);
  expect(one.total).toBe(1);
});

test("records that move are judged anew", async () => {
  await take(feature("moved to", { geometry: square(-70, 20) }));
  expect((await named("moved to")).touch).toBe("none");
  await place("New depot", 20.05, -69.95);
  await t.database.transaction(chief, judgeTouches);
  expect(await named("moved to")).toMatchObject({ touch: "inside", touchInside: 1 });
});

test("two contents under one identifier are kept both and name each other", async () => {
  await take(feature("twin", {}), {
    ...feature("twin", { headline: "twin, otherwise" }),
  });
  const one = await named("twin");
  expect(one).toMatchObject({ status: "active", conflict: true });
  const { twins } = await read(one.id);
  expect(twins.map((twin) => twin.headline)).toEqual(["twin, otherwise"]);
  expect((await list("conflict=true")).length).toBe(2);
});

test("a warning without an end ages, asks to be ended and is ended for us alone", async () => {
  await take(
    feature("old one", { ends: null, expires: null, sent: at(-30), event: "Air Quality Alert" }),
    feature("young one", { ends: null, expires: null, event: "Air Quality Alert" }),
    feature("river", {
      ends: null,
      expires: at(-1),
      vtec: ["/O.NEW.KMPX.FL.W.0001.000000T0000Z-000000T0000Z/"],
    }),
    feature("ends itself", {}),
  );
  // Its text runs out, the event holds until further notice.
  expect(await named("river")).toMatchObject({ status: "active", endsAt: null, asks: false });
  expect(await named("young one")).toMatchObject({ status: "active", asks: false });
  const old = await named("old one");
  expect(old).toMatchObject({ status: "active", asks: true });
  const act = (id: string, name: string, body: object = {}) =>
    ask(chief, `POST /api/v1/weather-alerts/${id}/actions/${name}`, body);
  await act(old.id, "end", { reason: "The smoke is gone." });
  expect(await named("old one")).toMatchObject({ status: "ended", asks: false });
  expect(await refusalOf(act(old.id, "end", { reason: "Again." }))).toContain("not_in_force");
  await act(old.id, "holdAgain");
  expect((await named("old one")).status).toBe("active");
  expect(await refusalOf(act(old.id, "holdAgain"))).toContain("not_ended_here");
  expect(
    await refusalOf(act((await named("ends itself")).id, "end", { reason: "Over." })),
  ).toContain("ends_itself");
});

test("signs that no database holds, and messages that are none, keep no neighbour out", async () => {
  const answer = await take(
    feature("with \u0000 and \ud800 in it", { description: "\u0000" }),
    null,
    feature("x".repeat(400), {}),
    feature("neighbour", { sent: "nonsense" }),
    feature("good neighbour", {}),
  );
  expect(answer.taken).toBe(2);
  expect(answer.unread).toHaveLength(3);
  expect((await named("good neighbour")).status).toBe("active");
  const { items } = await ask<{ items: { problem: string }[] }>(
    chief,
    "GET /api/v1/alert-feeds/unread",
  );
  expect(items.map((item) => item.problem).sort()).toEqual([
    "A part of the message is not what it should be.",
    "The identifier is longer than 300 characters.",
    "The message has no identifier or no time of sending.",
  ]);
});

test("zones are drawn by a layer of the agency, else counties stand for them, and it is said", async () => {
  const message = (id: string) =>
    feature(id, { zones: ["MNZ069", "MNZ070"], same: ["027019", "127143"] });
  await take(message("by counties"));
  const counties = await read((await named("by counties")).id);
  expect(counties).toMatchObject({ drawn: "counties", undrawnZones: ["MNZ069", "MNZ070"] });
  expect(counties.places.map((each) => each.label)).toEqual([
    "MNZ069",
    "MNZ070",
    "Carver, Minnesota",
    "northwest part of Sibley, Minnesota",
  ]);
  const file = {
    type: "FeatureCollection",
    features: ["MNZ069", "MNZ070"].map((id, n) => ({
      type: "Feature",
      geometry: square(-94 + n, 44),
      properties: { id, name: `Zone ${n}` },
    })),
  };
  const { features } = await ask<{ features: object[] }>(chief, "POST /api/v1/map-layers/read", {
    text: JSON.stringify(file),
  });
  const layer = await ask<{ id: string; version: number }>(chief, "POST /api/v1/map-layers", {
    name: "Forecast zones",
    features,
  });
  await ask(chief, `POST /api/v1/map-layers/${layer.id}/actions/publish`, {}, layer.version);
  await take(message("by zones"));
  const zones = await read((await named("by zones")).id);
  expect(zones).toMatchObject({ drawn: "zones", undrawnZones: [] });
  expect(zones.places[0]).toEqual({ code: "MNZ069", label: "Zone 0", live: true });
});

test("a rule fires once for an event, again when it worsens, also when its first message comes late", async () => {
  const rule = await t.database.transaction(chief, (tx) =>
    alertRules.draft(
      tx,
      chief,
      {
        name: "Ice",
        events: ["Ice Storm Warning"],
        severities: [],
        nearMeters: 0,
        needsRecords: true,
        people: [chief.personId!],
        draftsIncident: false,
        kits: [],
        toDo: "",
      },
      null,
    ),
  );
  await t.database.transaction(chief, (tx) => alertRules.publish(tx, chief, rule.id, rule.version));
  const ice = (id: string, action: string, sent: string, severity = "Severe") =>
    feature(id, {
      event: "Ice Storm Warning",
      zones: ["ZZZ001"],
      sent,
      severity,
      vtec: [`/O.${action}.KMPX.IS.W.0009.000000T0000Z-000000T0000Z/`],
    });
  const acts = async () =>
    (
      await t.database.read(chief).rows<{ severity: string }>(sql`
        select severity
        from alert_rule_act
        where org_id = ${chief.orgId} and rule_id = ${rule.definitionId}
        order by acted_at
      `)
    ).map((act) => act.severity);
  const newYear = `${new Date().getUTCFullYear()}-01-01T`;
  const before = new Date(Date.parse(`${newYear}00:00:00Z`) - 3_600_000).toISOString();
  // Nothing of its area is drawn: what cannot be judged is told.
  await take(ice("ice 2", "CON", `${newYear}02:00:00Z`));
  expect(await acts()).toEqual(["severe"]);
  // The first message bears another year, so the event gets another name.
  await take(ice("ice 1", "NEW", before));
  await take(ice("ice 3", "CON", `${newYear}03:00:00Z`, "Moderate"));
  await take(ice("ice 4", "CON", `${newYear}04:00:00Z`));
  expect(await acts()).toEqual(["severe"]);
  await take(ice("ice 5", "CON", `${newYear}05:00:00Z`, "Extreme"));
  expect(await acts()).toEqual(["severe", "extreme"]);
});

// Stock at places inside a warning, with what it is worth.
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { makeStores } from "#server/testing/stores.ts";
import { takeMessages } from "../alert/alert.service.ts";
import { supplyNow } from "./supply.service.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const warning = JSON.stringify({
  type: "Feature",
  geometry: null,
  properties: {
    ...{ id: "stores", areaDesc: "Carver", geocode: { SAME: ["027019"] }, references: [] },
    ...{ sent: at(-2), ends: at(20), status: "Actual", messageType: "Alert" },
    ...{ severity: "Severe", event: "Flood Warning", headline: "Flood warning", parameters: {} },
  },
});

test("stock at a place inside a warning is named with its value, other places and other agencies' are not", async () => {
  const s = await makeStores(t);
  const { chief, plain } = await makeMembers(t.database, s.agency, {
    chief: { duties: ["emergency_manager"] },
    plain: {},
  });
  const seen = (by = chief) => supplyNow(t.database.read(by), by, businessDate(by));
  const [pump, salt] = [await s.item(), await s.item()];
  await s.found(pump, "3", 100_00);
  await s.found(salt, "10", 55_00, { toLocationId: s.shelf });
  await s.issue(pump, "1");
  await s.as(chief, (tx) => takeMessages(tx, chief, warning));
  // Nobody said yet where the yard is.
  expect((await seen()).stores).toEqual([]);
  await s.as(chief, (tx) =>
    tx.rows(sql`
      update agency_place
      set latitude = 44.79, longitude = -93.6
      where org_id = ${chief.orgId}
    `),
  );
  const { stores, alerts, places } = await seen();
  expect(stores).toEqual([
    expect.objectContaining({
      ...{ items: 2, cents: 66_67 + 55_00, verdict: "inside", headline: "Flood warning" },
    }),
  ]);
  expect(alerts.map(({ headline }) => headline)).toEqual(["Flood warning"]);
  expect(places.map(({ noun }) => noun)).toEqual(["place"]);
  const blind = {
    ...plain,
    permissions: new Set([...plain.permissions].filter((p) => p !== "stock.read")),
  };
  expect((await seen(blind)).stores).toEqual([]);
  expect((await seen(s.elsewhere)).stores).toEqual([]);
});

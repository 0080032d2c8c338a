// Goods that are charged as they are issued come to a dock of their own, and charge nobody until they are issued.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeChargedStock, type ChargedStock } from "#server/testing/charged-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { PutAwayRow } from "./arrival.model.ts";

let t: TestDatabase;
let s: ChargedStock;
let dock: string;

const receivesAt = async (id: string) => {
  const { version } = await s.db().one<{ version: number }>(sql`
    select version
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${id}
  `);
  const path = `PUT /api/v1/stock-locations/${id}/receiving`;
  await s.asking(s.people.keeper, path, { receiving: true }, version);
};

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeChargedStock(t);
  dock = await s.room({ name: "Dock of the counter" });
  await receivesAt(dock);
});
afterAll(() => t.drop());

const at = async (itemId: string, locationId: string): Promise<string> =>
  (
    await s.db().one<{ onHand: string }>(sql`
      select trim_scale(coalesce(sum(on_hand), 0))::text as on_hand
      from stock_balance
      where org_id = ${s.agency.orgId} and item_id = ${itemId} and location_id = ${locationId}
    `)
  ).onHand;

test("what is bought for a counter lies at the dock that is charged alike, and is charged as it is issued", async () => {
  const id = await s.item();
  const before = await s.spent(s.stores);
  await s.buy(id, "10", "5.00", { locationId: s.counter });
  expect([await at(id, dock), await at(id, s.counter), await at(id, s.bay)]).toEqual([
    ...["10", "0", "0"],
  ]);
  const { items } = await s.asking<{ items: PutAwayRow[] }>(
    s.people.clerk,
    `GET /api/v1/stock-put-away?itemId=${id}`,
  );
  const put = (over: object) =>
    s.asking<{ items: { id: string }[] }>(s.people.keeper, "POST /api/v1/stock-put-away", {
      lines: [{ id: items[0]!.id, ...over }],
    });
  const bay = await s.db().one<{ code: string }>(sql`
    select code
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${s.bay}
  `);
  expect(await refusalOf(put({ shelf: bay.code }).then(String))).toContain("charged_apart");
  await put({ quantity: "8" });
  expect([await at(id, dock), await at(id, s.counter)]).toEqual(["2", "8"]);
  expect(await s.spent(s.stores)).toBe(before);
  await s.issueTo(id, "3", s.roads);
  expect([await s.spent(s.roads), await s.spent(s.stores)]).toEqual([15_00, before - 15_00]);
  // Straight from the dock it is charged as from the counter.
  const out = await s.issueTo(id, "2", s.parks, {}, { fromLocationId: dock });
  expect([await s.spent(s.parks), await s.spent(s.stores)]).toEqual([10_00, before - 25_00]);
  await s.reverse(out);
  expect([await at(id, dock), await s.spent(s.parks)]).toEqual(["2", 0]);
  expect(await s.findings()).toEqual([]);
});

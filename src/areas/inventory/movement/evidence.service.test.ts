// What moved in the stores belongs to the evidence of what it was ordered, received and issued for.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { withParts } from "#areas/governance/governance.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeBoughtStock, type BoughtStock } from "#server/testing/bought-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { evidenceOfMovements, stockEvidence } from "./evidence.service.ts";
import "../inventory.server.ts";

let t: TestDatabase;
let s: BoughtStock;
beforeAll(async () => {
  t = await freshDatabase();
  s = await makeBoughtStock(t);
});
afterAll(() => t.drop());

const receiptsOf = async (orderId: string): Promise<string[]> =>
  (
    await s.db().rows<{ id: string }>(sql`
      select id
      from receipt
      where org_id = ${s.agency.orgId} and purchase_order_id = ${orderId}
    `)
  ).map(({ id }) => id);

const movedOf = (itemId: string, kind: string): Promise<{ id: string; lotId: string | null }[]> =>
  s.db().rows<{ id: string; lotId: string | null }>(sql`
    select m.id, l.lot_id
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and l.item_id = ${itemId} and m.kind = ${kind}
  `);

test("an order's evidence holds what it brought to the stores, what was issued of that, and the lot", async () => {
  const bags = await s.item({ tracking: "lot" });
  const bought = await s.buy(bags, "100", "5.00");
  const out = await s.issue(bags, "40");
  const [came] = await movedOf(bags, "receipt");
  const other = await s.buy(await s.item(), "10", "1.00");
  const parts = await withParts(s.db(), [bought.order.id]);
  expect(came!.lotId).not.toBeNull();
  expect(parts).toEqual(expect.arrayContaining([bought.order.id, out.id, came!.id, came!.lotId!]));
  const [receipt] = await receiptsOf(bought.order.id);
  const ofReceipt = await stockEvidence(s.db(), [receipt!]);
  expect(ofReceipt.toSorted()).toEqual([came!.id, came!.lotId!].toSorted());
  expect(await withParts(s.db(), [other.order.id])).not.toContain(came!.id);
});

test("what an order's goods were issued as, and what took it back, goes with its evidence", async () => {
  const bags = await s.item();
  const bought = await s.buy(bags, "100", "5.00");
  const kept = await s.issue(bags, "40");
  const again = await s.issue(bags, "10");
  await s.reverse(kept);
  expect(await stockEvidence(s.db(), [bought.order.id])).toContain(again.id);
  const taken = await s.db().one<{ id: string }>(sql`
    select id
    from stock_movement
    where org_id = ${s.agency.orgId} and reverses_id = ${kept.id}
  `);
  expect((await evidenceOfMovements(s.db(), [kept.id])).toSorted()).toEqual(
    [kept.id, taken.id].toSorted(),
  );
  expect(await stockEvidence(s.db(), [newId(), s.agency.departmentId])).toEqual([]);
});

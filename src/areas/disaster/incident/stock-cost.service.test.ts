// What the stores gave to an incident stands in its cost once: as bought for it, or as issued to it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessDate } from "#server/clock.ts";
import { runList } from "#server/http/list-page.ts";
import { withParts } from "#areas/governance/governance.server.ts";
import "#areas/inventory/inventory.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { makeBoughtStock, type BoughtStock } from "#server/testing/bought-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { Actor } from "#kernel/access.ts";
import { beginIncident } from "./draft.service.ts";
import { incidentList } from "./incident.list.ts";
import { incidentInput } from "./incident.model.ts";
import { readIncident } from "./incident.read.service.ts";

let t: TestDatabase;
let s: BoughtStock;
let chief: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeBoughtStock(t);
  ({ chief } = await makeMembers(t.database, s.agency, {
    chief: { duties: ["emergency_manager"] },
  }));
});
afterAll(() => t.drop());

const flood = async (): Promise<string> =>
  (
    await s.as(chief, (tx) =>
      beginIncident(
        tx,
        chief,
        incidentInput.parse({
          ...{ title: "Flood of the Cedar", kind: "flood", beginsOn: businessDate(tx.scope) },
          ...{ departmentId: s.agency.departmentId, accountStringId: s.account.accountStringId },
        }),
      ),
    )
  ).id;
const to = (id: string) => ({ consumer: { type: "incident", id } });
const costOf = async (id: string) => {
  const { costCents, stockCents, costs } = await readIncident(s.db(), chief, id);
  const { items } = await runList<{ costCents: number }>(s.db(), chief, incidentList, { id: [id] });
  expect(items.map((row) => row.costCents)).toEqual([costCents]);
  return { costCents, stockCents, ordered: costs.reduce((sum, row) => sum + row.committed, 0) };
};
const forIncident = (orderId: string, incidentId: string) =>
  s.as(chief, (tx) =>
    tx.rows(sql`
      update purchase_order
      set incident_id = ${incidentId}
      where org_id = ${s.agency.orgId} and id = ${orderId}
    `),
  );

test("what is issued to an incident stands in its cost at its cents, without what came back", async () => {
  const [bags, id] = [await s.item(), await flood()];
  await s.found(bags, "100", 333_33);
  expect(await costOf(id)).toEqual({ costCents: 0, stockCents: 0, ordered: 0 });
  const out = await s.issue(bags, "30", to(id));
  expect(await costOf(id)).toEqual({ costCents: 100_00, stockCents: 100_00, ordered: 0 });
  expect(-(await s.valueOf(out))).toBe(100_00);
  const again = await s.issue(bags, "10", to(id));
  await s.issue(bags, "10");
  const line = (await s.read(out.id)).content[0]!.id;
  const back = await s.post({
    kind: "return",
    lines: [{ itemId: bags, toLocationId: s.bay, quantity: "15", returnsLineId: line }],
  });
  expect((await costOf(id)).stockCents).toBe(50_00 - (await s.valueOf(again)));
  await s.reverse(back);
  await s.reverse(again);
  expect(await costOf(id)).toEqual({ costCents: 100_00, stockCents: 100_00, ordered: 0 });
  await s.reverse(out);
  expect(await costOf(id)).toEqual({ costCents: 0, stockCents: 0, ordered: 0 });
});

test("a bill at another price corrects what the incident's issue costs", async () => {
  const [bags, id] = [await s.item(), await flood()];
  const bought = await s.buy(bags, "10", "5.00");
  await s.issue(bags, "4", to(id));
  expect((await costOf(id)).costCents).toBe(20_00);
  await s.bill(bought, "5.05");
  expect(await costOf(id)).toEqual({ costCents: 20_20, stockCents: 20_20, ordered: 0 });
});

test("goods that the incident's own order put into the stores count as bought, and once", async () => {
  const [bags, id, second] = [await s.item(), await flood(), await flood()];
  const { order } = await s.buy(bags, "10", "5.00");
  await forIncident(order.id, id);
  expect(await costOf(id)).toEqual({ costCents: 50_00, stockCents: 0, ordered: 50_00 });
  const own = await s.issue(bags, "4", to(id));
  expect(await costOf(id)).toEqual({ costCents: 50_00, stockCents: 0, ordered: 50_00 });
  await s.issue(bags, "3", to(second));
  expect(await costOf(id)).toEqual({ costCents: 35_00, stockCents: -15_00, ordered: 50_00 });
  expect(await costOf(second)).toEqual({ costCents: 15_00, stockCents: 15_00, ordered: 0 });
  await s.reverse(own);
  await s.issue(bags, "7");
  expect((await costOf(id)).costCents).toBe(0);
});

test("an incident's evidence holds what the stores gave it, with the lot, and nobody else's", async () => {
  const [bags, id, other] = [await s.item({ tracking: "lot" }), await flood(), await flood()];
  await s.buy(bags, "10", "5.00");
  const [mine, theirs] = [await s.issue(bags, "4", to(id)), await s.issue(bags, "1", to(other))];
  await s.reverse(mine);
  const taken = await s.db().one<{ id: string; lotId: string }>(sql`
    select m.id, l.lot_id
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and m.reverses_id = ${mine.id}
  `);
  const parts = await withParts(s.db(), [id]);
  expect(parts).toEqual(expect.arrayContaining([mine.id, taken.id, taken.lotId]));
  expect(parts).not.toContain(theirs.id);
});

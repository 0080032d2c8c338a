// What was ordered for the stores: it comes in with its receipt, goes with its reversal, at what the order says.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { rejectAccepted, reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import { announceInStory, billOrder } from "#areas/procurement/procurement.server.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { sql } from "#server/db/sql.ts";
import { onOrderOf } from "./order-line.service.ts";

let t: TestDatabase;
let s: Stores;
let people: Record<"admin" | "manager" | "buyer" | "receiver", Actor>;
let vendorId: string;
let account: { accountStringId: string; fundId: string };

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  people = await makeMembers(t.database, s.agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  account = await makeBudget(t.database, s.agency, 50_000_00);
  vendorId = (await makeVendor(t.database, s.agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
});
afterAll(() => t.drop());

const ordered = (line: object = {}) =>
  issuedOrder(t.database, people, {
    vendorId,
    departmentId: s.agency.departmentId,
    lines: [
      {
        quantity: "10",
        unit: "bag",
        unitPrice: "3.33",
        splits: [{ accountStringId: account.accountStringId }],
        ...line,
      },
    ],
  });
type Ordered = Awaited<ReturnType<typeof ordered>>;
const name = (order: Ordered, itemId: string, locationId = s.bay) =>
  s.asking(s.people.keeper, "POST /api/v1/stock-order-lines", {
    orderLineId: order.lines[0]!.id,
    itemId,
    locationId,
  });
const receive = (order: Ordered, quantity: string) =>
  receiveGoods(t.database, people, order, [quantity]);
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const receiptOf = async (order: Ordered) =>
  (await readOrder(t.database.read(people.buyer), people.buyer, order.id)).receipts[0]!;
const movements = (itemId: string) =>
  s.db().rows<{ kind: string; status: string; reason: string; valueCents: number }>(sql`
    select m.kind, m.status, m.reason, l.value_cents
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and l.item_id = ${itemId}
    order by m.number
  `);

test("what is received of a line that names an item is booked with the receipt", async () => {
  const id = await s.item();
  const order = await ordered();
  await name(order, id);
  const item = { id, name: "Cold patch", unit: "bag", packs: [] };
  expect((await onOrderOf(s.db(), [item])).get(id)).toBe("10");
  await receive(order, "6");
  expect(await s.poolOf(id)).toEqual({ quantity: "6", valueCents: 1998 });
  expect(await movements(id)).toMatchObject([
    { kind: "receipt", status: "posted", reason: expect.stringMatching(/^By RCV-/) },
  ]);
  expect((await onOrderOf(s.db(), [item])).get(id)).toBe("4");
  const page = await s.asking<{ items: { onOrder: string; available: string }[] }>(
    s.people.clerk,
    `GET /api/v1/stock-items?id=${id}`,
  );
  expect(page.items).toMatchObject([{ id, onOrder: "4", available: "6" }]);
  const record = await s.asking<{ onOrder: string }>(
    s.people.clerk,
    `GET /api/v1/stock-items/${id}`,
  );
  expect(record.onOrder).toBe("4");
  const lines = await s.asking<{ items: object[] }>(
    s.people.clerk,
    `GET /api/v1/stock-items/${id}/order-lines`,
  );
  expect(lines.items).toMatchObject([{ orderId: order.id, open: true, unit: "bag" }]);
  expect(await refusalOf(name(order, id).then(String))).toContain("named_already");
});

test("what came before the line named its item is booked as it is named, in the item's unit", async () => {
  const id = await s.item({ packs: [{ name: "pallet", quantity: "60" }] });
  const order = await ordered({ quantity: "2", unit: "pallet", unitPrice: "90" });
  await receive(order, "1");
  await name(order, id);
  expect(await s.poolOf(id)).toEqual({ quantity: "60", valueCents: 9000 });
  await receive(order, "1");
  expect(await s.poolOf(id)).toEqual({ quantity: "120", valueCents: 18_000 });
});

test("a reversed receipt takes its goods out again, unless they are used", async () => {
  const id = await s.item();
  const order = await ordered();
  await name(order, id);
  await receive(order, "10");
  const out = await s.issue(id, "4");
  const { id: receiptId, version } = await receiptOf(order);
  const reverse = () =>
    as(people.receiver, (tx) =>
      reverseReceipt(tx, people.receiver, receiptId, version, "Counted the wrong order."),
    );
  expect(await refusalOf(reverse().then(String))).toContain("below_zero");
  await s.reverse(out);
  await reverse();
  expect(await s.poolOf(id)).toEqual({ quantity: "0", valueCents: 0 });
});

test("goods that go back leave the stores, what is kept stays at its price", async () => {
  const id = await s.item({ tracking: "lot", shelfLifeDays: 90 });
  const order = await ordered();
  await name(order, id);
  await receive(order, "10");
  const receipt = await receiptOf(order);
  await as(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, receipt.id, receipt.version, {
      lineId: receipt.lines[0]!.id,
      quantity: "3",
      reason: "Torn bags",
    }),
  );
  expect(await s.poolOf(id)).toEqual({ quantity: "7", valueCents: 2331 });
  const lots = await s.db().rows<{ code: string; vendorId: string; expires: boolean }>(sql`
    select code, vendor_id, expires_on is not null as expires
    from stock_lot
    where org_id = ${s.agency.orgId} and item_id = ${id}
  `);
  expect(lots).toMatchObject([{ code: expect.stringMatching(/^RCV-/), vendorId, expires: true }]);
});

test("what comes in a shipment bears the lot of its notice, also where some of it came before", async () => {
  const id = await s.item({ tracking: "lot" });
  const order = await ordered();
  await name(order, id);
  const announce = (quantity: string) =>
    as(people.buyer, (tx) =>
      announceInStory(
        tx,
        {
          ...{ id: order.id, vendorId, vendor: "Vendor", year: 2027, status: "issued" },
          ...{ receiptId: null, orderedOn: agencyDay(-20), receivedOn: null, lines: [] },
        },
        {
          ...{ carrier: "Own truck", tracking: "", packages: 1 },
          ...{ shippedOn: agencyDay(-1), expectedOn: agencyDay(0) },
          lines: [{ lineId: order.lines[0]!.id, quantity, lot: "B-77" }],
        },
      ),
    );
  await announce("6");
  await receive(order, "6");
  await announce("4");
  await receive(order, "3");
  const lots = await s.db().rows<{ code: string; onHand: string }>(sql`
    select l.code, trim_scale(sum(b.on_hand))::text as on_hand
    from stock_lot l
    join stock_balance b on b.org_id = l.org_id and b.lot_id = l.id
    where l.org_id = ${s.agency.orgId} and l.item_id = ${id}
    group by l.code
  `);
  expect(lots).toEqual([{ code: "B-77", onHand: "9" }]);
});

test("a line that no item fits is refused, and nobody else names it", async () => {
  const order = await ordered({ unit: "gal" });
  const id = await s.item();
  const unlike = await refusalOf(name(order, id).then(String));
  expect(unlike).toMatch(/unlike_units|invalid_field|inexact_unit/);
  const nothing = { orderLineId: newId(), itemId: id, locationId: s.bay };
  const unknown = s.asking(s.people.keeper, "POST /api/v1/stock-order-lines", nothing);
  expect(await refusalOf(unknown.then(String))).toContain("no_order_line");
  const clerk = s.asking(s.people.clerk, "POST /api/v1/stock-order-lines", nothing);
  expect(await refusalOf(clerk.then(String))).toContain("not_allowed");
  const line = { ...nothing, orderLineId: order.lines[0]!.id };
  const foreign = s.asking(s.elsewhere, "POST /api/v1/stock-order-lines", line);
  expect(await refusalOf(foreign.then(String))).toContain("not_found");
  const retired = await s.item();
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`update stock_item set status = 'retired' where id = ${retired}`),
  );
  expect(await refusalOf(name(order, retired).then(String))).toContain("out_of_use");
});

test("a bill at another price reaches what is left and what was used; its void takes both back", async () => {
  const id = await s.item();
  const order = await ordered();
  await name(order, id);
  await receive(order, "6");
  const out = await s.issue(id, "3");
  expect(await s.valueOf(out)).toBe(-999);
  const bill = (quantity: string, amount: number, sign: 1 | -1) =>
    as(people.buyer, (tx) =>
      billOrder(tx, people.buyer, {
        orderId: order.id,
        amount,
        lines: [{ lineId: order.lines[0]!.id, quantity, amount, released: 0, charged: 0 }],
        shares: [],
        sign,
      }),
    );
  await bill("6", 2400, 1);
  expect(await s.standingOf(out)).toBe(-1200);
  expect(await s.poolOf(id)).toEqual({ quantity: "3", valueCents: 1200 });
  await receive(order, "4");
  expect(await s.poolOf(id)).toEqual({ quantity: "7", valueCents: 1200 + 1332 });
  await bill("6", 2400, -1);
  expect(await s.standingOf(out)).toBe(-999);
  expect(await s.poolOf(id)).toEqual({ quantity: "7", valueCents: 999 + 1332 });
  await bill("10", 5000, 1);
  expect(await s.standingOf(out)).toBe(-1500);
  expect(await s.poolOf(id)).toEqual({ quantity: "7", valueCents: 3500 });
});

// What came and is not on its shelf: put away, numbered piece by piece, or kept apart until it goes back.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { rejectAccepted, returnRejected } from "#areas/procurement/receipt/return.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { stockRules } from "../ledger/ledger.checks.ts";
import type { ArrivalRow, PutAwayRow } from "./arrival.model.ts";
import type { StockStanding } from "../standing/standing.model.ts";

let t: TestDatabase;
let s: Stores;
let people: Record<"admin" | "manager" | "buyer" | "receiver", Actor>;
let vendorId: string;
let accountStringId: string;
let dock: string;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  people = await makeMembers(t.database, s.agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  ({ accountStringId } = await makeBudget(t.database, s.agency, 500_000_00));
  vendorId = (await makeVendor(t.database, s.agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const { placeId } = await s.db().one<{ placeId: string }>(sql`
    select place_id
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${s.bay}
  `);
  dock = (
    await s.asking<{ id: string }>(s.people.keeper, "POST /api/v1/stock-locations", {
      code: "DOCK",
      name: "Dock",
      placeId,
    })
  ).id;
  await receivesAt(dock);
});
afterAll(() => t.drop());

const receivesAt = async (id: string, receiving = true, by = s.people.keeper) => {
  const { version } = await s.db().one<{ version: number }>(sql`
    select version
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${id}
  `);
  return s.asking(by, `PUT /api/v1/stock-locations/${id}/receiving`, { receiving }, version);
};
const ordered = async (itemId: string, quantity: string, unitPrice = "3.33", unit = "bag") => {
  const order = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: s.agency.departmentId,
    lines: [{ quantity, unit, unitPrice, splits: [{ accountStringId }] }],
  });
  await s.asking(s.people.keeper, "POST /api/v1/stock-order-lines", {
    orderLineId: order.lines[0]!.id,
    itemId,
    locationId: s.bay,
  });
  return order;
};
type Ordered = Awaited<ReturnType<typeof ordered>>;
const receive = async (order: Ordered, quantity: string, rejectedQuantity = "0") => {
  const { id } = await t.database.transaction(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: [
          {
            purchaseOrderLineId: order.lines[0]!.id,
            quantity,
            rejectedQuantity,
            rejectReason: rejectedQuantity === "0" ? "" : "Torn open.",
          },
        ],
      }),
    ),
  );
  const read = await readOrder(t.database.read(people.buyer), people.buyer, order.id);
  const { lines } = read.receipts.find((one) => one.id === id)!;
  return { id, orderId: order.id, lineId: lines[0]!.id };
};
type Receipt = Awaited<ReturnType<typeof receive>>;
const versionOf = async ({ id, orderId }: Receipt): Promise<number> => {
  const order = await readOrder(t.database.read(people.buyer), people.buyer, orderId);
  return order.receipts.find((one) => one.id === id)!.version;
};
const reverse = async (receipt: Receipt) => {
  const version = await versionOf(receipt);
  return t.database.transaction(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, receipt.id, version, "Counted the wrong order."),
  );
};
const goBack = async (receipt: Receipt, quantity: string) => {
  const version = await versionOf(receipt);
  return t.database.transaction(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, receipt.id, version, {
      lineId: receipt.lineId,
      quantity,
      reason: "Wet inside.",
    }),
  );
};
const waiting = async (itemId: string, by = s.people.clerk) =>
  (await s.asking<{ items: PutAwayRow[] }>(by, `GET /api/v1/stock-put-away?itemId=${itemId}`))
    .items;
const arrivals = async (itemId: string) =>
  (
    await s.asking<{ items: ArrivalRow[] }>(
      s.people.clerk,
      `GET /api/v1/stock-arrivals?itemId=${itemId}`,
    )
  ).items;
const shelve = (lines: object[], by = s.people.keeper) =>
  s.asking<{ items: { id: string }[] }>(by, "POST /api/v1/stock-put-away", { lines });
const number = (id: string, codes: string[], by = s.people.keeper) =>
  s.asking<{ id: string }>(by, `POST /api/v1/stock-arrivals/${id}/serials`, { codes });
const at = async (itemId: string, locationId: string): Promise<string> =>
  (
    await s.db().one<{ onHand: string }>(sql`
      select trim_scale(coalesce(sum(on_hand), 0))::text as on_hand
      from stock_balance
      where org_id = ${s.agency.orgId} and item_id = ${itemId} and location_id = ${locationId}
    `)
  ).onHand;
const standing = () => s.asking<StockStanding>(s.people.clerk, "GET /api/v1/stock-standing");

test("what is received lies at the dock, is free there, and goes to the shelf where it belongs", async () => {
  const id = await s.item();
  const order = await ordered(id, "10");
  await receive(order, "6");
  expect(await at(id, dock)).toBe("6");
  expect(await s.free(id)).toBe("6");
  expect((await standing()).toPutAway).toBe(1);
  const [row] = await waiting(id);
  expect(row).toMatchObject({ quantity: "6", location: "Dock", cameOn: agencyDay() });
  expect(row!.shelf).toMatch(/^A-/);
  await shelve([{ id: row!.id, quantity: "4" }]);
  expect([await at(id, dock), await at(id, s.bay)]).toEqual(["2", "4"]);
  // A scanner types what the label bears: an address, longer than any code.
  const shelf = await s.db().one<{ code: string }>(sql`
    select code
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${s.shelf}
  `);
  const tag = encodeURIComponent(`LOC:${shelf.code.toLowerCase()}`);
  const label = `https://procurement.county-of-st-croix.example/label/${tag}`;
  const { items } = await shelve([{ id: row!.id, shelf: label }]);
  expect([await at(id, dock), await at(id, s.shelf)]).toEqual(["0", "2"]);
  expect(await waiting(id)).toEqual([]);
  expect(await refusalOf(shelve([{ id: row!.id }]).then(String))).toContain("put_away_already");
  // It is undone by taking the movement back.
  await s.reverse(items[0]!);
  expect(await at(id, dock)).toBe("2");
  expect(await s.poolOf(id)).toEqual({ quantity: "6", valueCents: 1998 });
});

test("what cannot be put away says why, and who may not move stock puts nothing away", async () => {
  const id = await s.item();
  await receive(await ordered(id, "5"), "5");
  const [row] = await waiting(id);
  const put = (line: object, by?: Actor) =>
    refusalOf(shelve([{ id: row!.id, ...line }], by).then(String));
  expect(await put({ shelf: "NOWHERE" })).toContain("no_location");
  expect(await put({ shelf: "DOCK" })).toContain("no_location");
  expect(await put({ quantity: "NaN" })).toContain("invalid");
  expect(await put({ quantity: "6" })).toContain("not_enough");
  expect(await put({}, s.people.clerk)).toContain("not_allowed");
  expect(await put({}, s.elsewhere)).toContain("put_away_already");
  expect(await refusalOf(shelve([{ id: newId() }]).then(String))).toContain("put_away_already");
  expect(await waiting(id, s.elsewhere)).toEqual([]);
  // Found stock that nobody ordered, without a shelf anywhere.
  const lost = await s.item();
  await s.found(lost, "3", 300, { toLocationId: dock });
  const [unknown] = await waiting(lost);
  expect(unknown!.shelf).toBeNull();
  expect(await refusalOf(shelve([{ id: unknown!.id }]).then(String))).toContain("no_shelf");
});

test("a place receives at one location, which is neither quarantine nor retired", async () => {
  expect(await refusalOf(receivesAt(s.shelf).then(String))).toContain("receives_already");
  expect(await refusalOf(receivesAt(s.cage).then(String))).toContain(
    "What lies in quarantine is put away by nobody: choose another location.",
  );
  expect(await refusalOf(receivesAt(s.shelf, true, s.people.clerk).then(String))).toContain(
    "not_allowed",
  );
  expect(await refusalOf(receivesAt(dock, false, s.elsewhere).then(String))).toContain("not_found");
  await receivesAt(dock, false);
  const id = await s.item();
  await receive(await ordered(id, "5"), "5");
  expect(await at(id, s.bay)).toBe("5");
  await receivesAt(dock);
});

test("a receipt that was put away is taken back with it; what is used refuses", async () => {
  const id = await s.item();
  const order = await ordered(id, "20");
  const first = await receive(order, "10");
  await receive(order, "10");
  const [row] = await waiting(id);
  await shelve([{ id: row!.id, quantity: "8" }]);
  await shelve([{ id: row!.id, quantity: "12" }]);
  await reverse(first);
  expect(await s.poolOf(id)).toEqual({ quantity: "10", valueCents: 3330 });
  const third = await receive(order, "10");
  await shelve([{ id: (await waiting(id))[0]!.id }]);
  await s.issue(id, "20");
  expect(await refusalOf(reverse(third).then(String))).toMatch(/not_enough|below_zero/);
  for (const rule of stockRules)
    expect(await rule.check({ db: s.db() } as never), rule.name).toEqual([]);
});

test("what is rejected at the door lies apart: never on hand, without value, until it goes back", async () => {
  const id = await s.item({ tracking: "lot" });
  const order = await ordered(id, "10");
  const receipt = await receive(order, "10", "3");
  expect(await s.poolOf(id)).toEqual({ quantity: "7", valueCents: 2331 });
  expect(await arrivals(id)).toMatchObject([
    { kind: "rejected", quantity: "3", order: expect.stringMatching(/^PO-/) },
  ]);
  const cage = await s.db().one<{ name: string }>(sql`
    select name
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${s.cage}
  `);
  expect((await arrivals(id))[0]!.location).toBe(cage.name);
  expect((await standing()).rejected).toBe(1);
  // What turns out bad later lies with it.
  await goBack(receipt, "2");
  expect(await arrivals(id)).toMatchObject([{ quantity: "5" }]);
  expect((await s.poolOf(id)).quantity).toBe("5");
  await t.database.transaction(people.receiver, (tx) =>
    returnRejected(tx, people.receiver, receipt.id, receipt.lineId, agencyDay()),
  );
  expect(await arrivals(id)).toEqual([]);
  const other = await receive(order, "3", "3");
  expect(await arrivals(id)).toHaveLength(1);
  await reverse(other);
  expect(await arrivals(id)).toEqual([]);
});

test("pieces that came wait for their numbers, one each; what lacks, stands twice or is there is named", async () => {
  const id = await s.item({ tracking: "serial", unit: "each" });
  const order = await ordered(id, "3", "1495.00", "each");
  const receipt = await receive(order, "3");
  expect(await at(id, dock)).toBe("0");
  expect((await standing()).unnumbered).toBe(1);
  const [piece] = await arrivals(id);
  expect(piece).toMatchObject({ kind: "unnumbered", quantity: "3", location: "Dock" });
  const refused = (codes: string[], by?: Actor) =>
    number(piece!.id, codes, by).then(
      () => "",
      (error: Error) =>
        `${(error as { code?: string }).code} ${error.message} ${JSON.stringify(error)}`,
    );
  expect(await refused(["SN-1", "SN-2"])).toMatch(/serials_missing.*1 lack/);
  expect(await refused(["SN-1", "SN-2", "SN-3", "SN-4"])).toMatch(/serials_missing.*1 too many/);
  expect(await refused(["SN-1", "sn-1", "SN-3"])).toMatch(/serial_twice.*sn-1/);
  expect(await refused(["SN-1", "SN-2", "SN-3"], s.people.clerk)).toContain("not_allowed");
  expect(await refused(["SN-1", "SN-2", "SN-3"], s.elsewhere)).toContain("not_found");
  await number(piece!.id, ["SN-1", " SN-2", "", "SN-3"]);
  expect(await s.poolOf(id)).toEqual({ quantity: "3", valueCents: 448_500 });
  expect(await refused(["SN-7", "SN-8", "SN-9"])).toContain("numbered_already");
  expect(await waiting(id)).toHaveLength(3);
  const again = await ordered(id, "2", "10.01", "each");
  await receive(again, "2");
  const [next] = await arrivals(id);
  const twice = await number(next!.id, ["SN-3", "SN-4"]).catch((error: Error) => error.message);
  expect(twice).toContain("In the stores already: SN-3");
  await number(next!.id, ["SN-4", "SN-5"]);
  expect((await s.poolOf(id)).valueCents).toBe(448_500 + 2002);
  // The receipt goes, its pieces go; the same ones may come again.
  await reverse(receipt);
  expect((await s.poolOf(id)).quantity).toBe("2");
  await receive(order, "3");
  const [back] = await arrivals(id);
  await number(back!.id, ["SN-1", "SN-2", "SN-3"]);
  expect((await s.poolOf(id)).quantity).toBe("5");
});

test("pieces of which some go back are numbered anew, as far as they stay", async () => {
  const id = await s.item({ tracking: "serial", unit: "each" });
  const order = await ordered(id, "3", "100.00", "each");
  const receipt = await receive(order, "3");
  await number((await arrivals(id))[0]!.id, ["P-1", "P-2", "P-3"]);
  await goBack(receipt, "1");
  const [unnumbered, rejected] = (await arrivals(id)).toSorted((a, b) =>
    b.kind.localeCompare(a.kind),
  );
  expect(unnumbered).toMatchObject({ kind: "unnumbered", quantity: "2" });
  expect(rejected).toMatchObject({ kind: "rejected", quantity: "1" });
  await number(unnumbered!.id, ["P-1", "P-3"]);
  expect(await s.poolOf(id)).toEqual({ quantity: "2", valueCents: 20_000 });
  for (const rule of stockRules)
    expect(await rule.check({ db: s.db() } as never), rule.name).toEqual([]);
});

test("pieces whose numbers are taken back by hand wait for the right ones", async () => {
  const id = await s.item({ tracking: "serial", unit: "each" });
  const order = await ordered(id, "2", "100.00", "each");
  await receive(order, "2");
  const [piece] = await arrivals(id);
  const booked = await number(piece!.id, ["Q-1", "Q-3"]);
  expect(await arrivals(id)).toEqual([]);
  await s.reverse(booked);
  expect((await s.poolOf(id)).quantity).toBe("0");
  expect(await arrivals(id)).toMatchObject([{ id: piece!.id, kind: "unnumbered", quantity: "2" }]);
  await number(piece!.id, ["Q-1", "Q-2"]);
  expect(await s.poolOf(id)).toEqual({ quantity: "2", valueCents: 20_000 });
  const pieces = await s.db().rows<{ code: string }>(sql`
    select l.code
    from stock_lot l
    join stock_balance b on b.org_id = l.org_id and b.lot_id = l.id and b.on_hand > 0
    where l.org_id = ${s.agency.orgId} and l.item_id = ${id}
    order by l.code
  `);
  expect(pieces.map(({ code }) => code)).toEqual(["Q-1", "Q-2"]);
});

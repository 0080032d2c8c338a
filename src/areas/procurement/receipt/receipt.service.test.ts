import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { wronglyKept } from "#server/testing/orders.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import "../procurement.server.ts";
import { readOrder } from "../order/order.read.service.ts";
import { cancelOrder, closeOrder, shortCloseOrder } from "../order/closing.service.ts";
import { postReceipt, receiptInput } from "./receipt.service.ts";
import { receiptListeners, type ReceiptEvent } from "./heard.service.ts";
import { rejectAccepted, reverseReceipt } from "./return.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"manager" | "admin" | "buyer" | "receiver", Actor>;
let accountStringId: string;
let vendorId: string;
// What one test hears of receipts; nobody listens outside of it.
let listener: ((event: ReceiptEvent) => void) | null = null;
beforeAll(async () => {
  t = await freshDatabase();
  receiptListeners.of(async (_tx, _actor, event) => listener?.(event)).add();
});
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  ({ accountStringId } = await makeBudget(t.database, agency, 50_000_00));
  vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const ordered = (...prices: string[]) =>
  issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: prices.map((unitPrice) => ({
      quantity: "10",
      unitPrice,
      splits: [{ accountStringId }],
    })),
  });
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
const offered = async (id: string, name: string) =>
  (await read(id)).actions.find((a) => a.name === name);
const end = (how: typeof cancelOrder, id: string) =>
  as(people.buyer, (tx) => how(tx, people.buyer, { id, version: null, reason: "No more of it" }));
const uploaded = async (who: Actor, name: string) => {
  const id = newId();
  await as(who, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${who.orgId}, ${id}, ${name}, 'image/jpeg', 340000, ${"a".repeat(64)}, ${who.personId}
      )
    `),
  );
  return id;
};

test("photos and papers of a receipt are read with it, in their order; a file that is not the agency's is refused and nothing is saved", async () => {
  const order = await ordered("5");
  const slip = await uploaded(people.receiver, "slip.jpg");
  const pile = await uploaded(people.receiver, "pile.jpg");
  const other = await makeAgency(t.database);
  const strange = await uploaded(
    (await makeMembers(t.database, other, { one: {} })).one,
    "theirs.jpg",
  );
  const receive = (photoFileIds: string[]) =>
    as(people.receiver, (tx) =>
      postReceipt(
        tx,
        people.receiver,
        { id: order.id, version: null },
        receiptInput.parse({
          photoFileIds,
          lines: [{ purchaseOrderLineId: order.lines[0]!.id, quantity: "1" }],
        }),
      ),
    );
  for (const wrong of [strange, newId()])
    await expect(receive([slip, wrong])).rejects.toMatchObject({
      errors: [{ path: "photoFileIds.1", message: "This file is not there. Upload it again." }],
    });
  expect((await read(order.id)).receipts).toEqual([]);
  await receive([pile, slip]);
  await receive([]);
  expect((await read(order.id)).receipts.map((r) => r.photos)).toEqual([
    [
      { fileId: pile, name: "pile.jpg", size: 340_000 },
      { fileId: slip, name: "slip.jpg", size: 340_000 },
    ],
    [],
  ]);
});

test("goods that cost nothing are goods: the order is closed short, not cancelled, and stays partly received while they are kept", async () => {
  const order = await ordered("0", "5");
  await expect(end(shortCloseOrder, order.id)).rejects.toMatchObject({
    message: "Nothing was received: cancel it instead.",
  });
  await receiveGoods(t.database, people, order, ["10"]);
  expect(await read(order.id)).toMatchObject({ status: "partly_received", receivedAmount: 0 });
  await expect(end(cancelOrder, order.id)).rejects.toMatchObject({
    code: "rule",
    message: "Goods were received: short-close it instead.",
  });
  expect(await offered(order.id, "cancel")).toMatchObject({
    enabled: false,
    reason: "Goods were received: short-close it instead.",
  });
  expect(await offered(order.id, "shortClose")).toMatchObject({ enabled: true });
  // The rest comes and turns out to be wrong, wholly.
  await receiveGoods(t.database, people, order, ["0", "10"]);
  const [, second] = (await read(order.id)).receipts;
  await as(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, second!.id, second!.version, {
      lineId: second!.lines[0]!.id,
      quantity: "10",
      reason: "Rusty",
    }),
  );
  expect(await read(order.id)).toMatchObject({ status: "partly_received", receivedAmount: 0 });
  await end(shortCloseOrder, order.id);
  expect(await read(order.id)).toMatchObject({ status: "short_closed", encumbered: 0 });
});

test("what cost nothing is never billed and keeps no order open; taken back, nothing came", async () => {
  const order = await ordered("0", "5");
  await receiveGoods(t.database, people, order, ["10", "10"]);
  await expect(
    as(people.buyer, (tx) => closeOrder(tx, people.buyer, { id: order.id, version: null })),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
  // As an invoice of the line that costs something leaves it.
  await as(people.buyer, (tx) =>
    tx.rows(sql`
      update purchase_order_line
      set invoiced_quantity = 10
      where org_id = ${agency.orgId} and id = ${order.lines[1]!.id}
    `),
  );
  expect(await offered(order.id, "close")).toMatchObject({ enabled: true });
  await as(people.buyer, (tx) => closeOrder(tx, people.buyer, { id: order.id, version: null }));
  const sample = await ordered("0", "5");
  await receiveGoods(t.database, people, sample, ["10"]);
  expect(
    (
      await t.database.read(people.buyer).one<{ uninvoiced: boolean }>(sql`
        select uninvoiced
        from purchase_order
        where org_id = ${agency.orgId} and id = ${sample.id}
      `)
    ).uninvoiced,
  ).toBe(false);
  expect(await wronglyKept(t, people.buyer)).not.toContain((await read(sample.id)).number);
  const [came] = (await read(sample.id)).receipts;
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, came!.id, came!.version, "Another order's"),
  );
  expect(await read(sample.id)).toMatchObject({ status: "issued" });
  expect(await end(cancelOrder, sample.id)).toMatchObject({ status: "cancelled" });
});

test("a receipt of which everything is rejected leaves the order as it was, as if it were rejected later", async () => {
  const order = await ordered("5");
  const line = order.lines[0]!.id;
  const receive = (quantity: string, rejectedQuantity: string) =>
    as(people.receiver, (tx) =>
      postReceipt(
        tx,
        people.receiver,
        { id: order.id, version: null },
        receiptInput.parse({
          lines: [{ purchaseOrderLineId: line, quantity, rejectedQuantity, rejectReason: "Bent" }],
        }),
      ),
    );
  await receive("10", "10");
  expect(await read(order.id)).toMatchObject({
    status: "issued",
    receivedAmount: 0,
    receipts: [{ lines: [{ quantity: "10.0000", rejectedQuantity: "10.0000" }] }],
  });
  await receive("10", "4");
  expect(await read(order.id)).toMatchObject({ status: "partly_received", receivedAmount: 30_00 });
  await receive("4", "0");
  expect(await read(order.id)).toMatchObject({ status: "received" });
});

const cameAndWentBack = async () => {
  const order = await ordered("5", "7");
  const [first, second] = order.lines.map((l) => l.id);
  const { id } = await as(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: [
          {
            purchaseOrderLineId: first,
            quantity: "6",
            rejectedQuantity: "2",
            rejectReason: "Bent",
          },
          { purchaseOrderLineId: second, quantity: "0" },
        ],
      }),
    ),
  );
  const [line] = (await read(order.id)).receipts[0]!.lines;
  await as(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, id, 1, {
      lineId: line!.id,
      quantity: "1",
      reason: "Cracked",
    }),
  );
  await as(people.receiver, (tx) => reverseReceipt(tx, people.receiver, id, 2, "Another order's"));
  return { order, id, first: first!, line: line!.id };
};

test("whoever listens is told that a receipt was posted, that goods of it go back, and that it was reversed", async () => {
  const heard: ReceiptEvent[] = [];
  listener = (event) => void heard.push(event);
  try {
    const { order, id, first, line } = await cameAndWentBack();
    expect(heard.map(({ kind, receiptId, orderId }) => ({ kind, receiptId, orderId }))).toEqual(
      ["posted", "rejected", "reversed"].map((kind) => ({
        kind,
        receiptId: id,
        orderId: order.id,
      })),
    );
    const of = { receiptLineId: line, orderLineId: first };
    expect(heard.map((each) => each.lines)).toEqual([
      [{ ...of, accepted: "4", rejected: "2" }],
      [{ ...of, accepted: "3", rejected: "1" }],
      [{ ...of, accepted: "3", rejected: "3" }],
    ]);
    expect(heard.map((each) => each.order.status)).toEqual([
      "partly_received",
      "partly_received",
      "issued",
    ]);
  } finally {
    listener = null;
  }
});

test.each(["posted", "rejected", "reversed"] as const)(
  "a listener that throws undoes what was %s",
  async (kind) => {
    let before = "";
    listener = (event) => {
      if (event.kind === kind) throw new Error("the yard is closed");
      before = event.order.status;
    };
    try {
      await expect(cameAndWentBack()).rejects.toThrow("the yard is closed");
    } finally {
      listener = null;
    }
    const kept = await t.database.read(people.buyer).rows<{ status: string; order: string }>(sql`
      select r.status, o.status as order
      from receipt r
      join purchase_order o on o.org_id = r.org_id and o.id = r.purchase_order_id
      where r.org_id = ${agency.orgId}
    `);
    expect(kept).toEqual(kind === "posted" ? [] : [{ status: "posted", order: before }]);
  },
);

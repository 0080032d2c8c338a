// What a bill may not get past: more than was received or ordered, however it is cut into lines,
// bills and corrections, and whatever happens between the match and the approval.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
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
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { approveDocument, issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { orderList } from "#areas/procurement/order/order.list.ts";
import { closeOrder } from "#areas/procurement/order/closing.service.ts";
import { rejectAccepted, reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import "../finance.server.ts";
import { invoiceSummary, readInvoice } from "./invoice.read.service.ts";
import { invoiceInput, invoicePatch } from "./invoice.model.ts";
import { acceptException } from "./exception.service.ts";
import { createAndSubmitInvoice, submitInvoice } from "./submission.service.ts";
import { createInvoice } from "./invoice.service.ts";
import { editInvoice, rematchInvoice } from "./correction.service.ts";
import { voidInvoice } from "./course.service.ts";

let t: TestDatabase;
let agency: Agency;
let account: Awaited<ReturnType<typeof makeBudget>>;
let vendor: { id: string };
let order: Awaited<ReturnType<typeof issuedOrder>>;
let people: Record<"admin" | "buyer" | "receiver" | "manager" | "ap" | "otherAp", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
afterEach(async () => expect(await wronglyKept(t, people.ap)).toEqual([]));
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    ap: { duties: ["ap"] },
    otherAp: { duties: ["ap"] },
  });
  account = await makeBudget(t.database, agency, 50_000_00);
  vendor = await makeVendor(t.database, agency);
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
      values (${agency.orgId}, gen_random_uuid(), '2026-01-01', 2, 2500)
    `),
  );
  order = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [
      {
        quantity: "100",
        unitPrice: "10.00",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  await receiveGoods(t.database, people, order, ["40"]);
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const bill = (over: object = {}, ...lines: object[]) =>
  invoiceInput.parse({
    vendorId: vendor.id,
    purchaseOrderId: order.id,
    vendorNumber: `N-${Math.random()}`,
    invoiceDate: "2026-11-14",
    ...over,
    lines: (lines.length ? lines : [{}]).map((line) => ({
      purchaseOrderLineId: order.lines[0]!.id,
      description: "Stone",
      quantity: "40",
      unitPrice: "10.00",
      ...line,
    })),
  });
const enter = (over: object = {}, ...lines: object[]) =>
  as(people.ap, (tx) => createInvoice(tx, people.ap, bill(over, ...lines)));
const read = (id: string) => readInvoice(t.database.read(people.ap), people.ap, id);
const found = async (id: string) =>
  (await read(id)).exceptions.filter((e) => e.status === "open").map((e) => e.kind);
const money = () =>
  t.database.read(people.ap).one<{ enc: number; exp: number }>(sql`
    select encumbered as enc, expended as exp
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const onOrder = () =>
  t.database.read(people.ap).one<{ quantity: string; amount: number }>(sql`
    select invoiced_quantity as quantity, invoiced_amount as amount
    from purchase_order_line
    where org_id = ${agency.orgId} and id = ${order.lines[0]!.id}
  `);
const submit = (id: string) =>
  as(people.ap, (tx) => submitInvoice(tx, people.ap, { id, version: null }));
const approve = async (id: string) => {
  await submit(id);
  await approveDocument(t.database, people.manager, id);
};
const acceptAll = async (id: string) => {
  for (const e of (await read(id)).exceptions.filter((each) => each.status === "open"))
    await as(people.admin, (tx) =>
      acceptException(tx, people.admin, id, e.id, "Looked at with the vendor", null),
    );
};

test("one order line billed on three lines of one invoice is one bill", async () => {
  const i = await enter({}, { quantity: "20" }, { quantity: "15" }, { quantity: "15" });
  expect((await read(i.id)).exceptions).toMatchObject([
    { kind: "quantity", lineId: (await read(i.id)).lines[2]!.id },
  ]);
});

test("a bill in another unit waits for the buyer; in the order's own, by another name or in none it is only compared", async () => {
  const boxes = await enter({}, { quantity: "10", unit: "BX" });
  expect((await read(boxes.id)).exceptions).toMatchObject([
    { kind: "unit", ownerDuty: "buyer", amount: 100_00 },
  ]);
  const [exception] = (await read(boxes.id)).exceptions;
  await expect(
    as(people.otherAp, (tx) =>
      acceptException(tx, people.otherAp, boxes.id, exception!.id, "It is what they call it", null),
    ),
  ).rejects.toMatchObject({ code: "not_yours" });
  await expect(submit(boxes.id)).rejects.toMatchObject({ status: 409 });
  await as(people.buyer, (tx) =>
    acceptException(tx, people.buyer, boxes.id, exception!.id, "Their box holds one", null),
  );
  await approve(boxes.id);
  expect((await read(boxes.id)).status).toBe("approved");
  for (const unit of [{ unit: "C62" }, { unit: "Each" }, {}])
    expect(await found((await enter({}, { quantity: "1", ...unit })).id)).toEqual([]);
  const corrected = await enter({}, { quantity: "1", unit: "DZN" });
  await as(people.ap, (tx) =>
    editInvoice(
      tx,
      people.ap,
      corrected.id,
      invoicePatch.parse({ lines: bill({}, { quantity: "12", unit: "EA" }).lines }),
      null,
    ),
  );
  expect(await found(corrected.id)).toEqual([]);
});

test("an earlier invoice that is corrected upwards meets the later ones; what was accepted on a later one does not stand against it", async () => {
  const first = await enter({}, { quantity: "1" });
  expect(await found((await enter({}, { quantity: "39" })).id)).toEqual([]);
  await as(people.ap, (tx) =>
    editInvoice(
      tx,
      people.ap,
      first.id,
      invoicePatch.parse({ lines: bill({}, { quantity: "2" }).lines }),
      null,
    ),
  );
  expect(await found(first.id)).toEqual(["quantity"]);
  await as(people.ap, (tx) =>
    editInvoice(
      tx,
      people.ap,
      first.id,
      invoicePatch.parse({ lines: bill({}, { quantity: "1" }).lines }),
      null,
    ),
  );
  expect(await found(first.id)).toEqual([]);
  const more = await enter({}, { quantity: "5" });
  await acceptAll(more.id);
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, { id: first.id, version: null }));
  expect([(await read(more.id)).status, (await read(first.id)).status]).toEqual([
    "matched",
    "matched",
  ]);
});

test("charges, tax and rounding that the order does not know are for the buyer to accept, and the approver sees them", async () => {
  const small = await enter({ charges: 15 }, { quantity: "1" });
  expect(await found(small.id)).toEqual([]);
  expect((await invoiceSummary(t.database.read(people.manager), small.id)).facts).toEqual(
    expect.arrayContaining([
      { label: "Charges", value: "$0.15" },
      { label: "Total", value: "$10.15" },
    ]),
  );
  for (const over of [{ charges: 5_000_000 }, { tax: 5_000_000 }, { rounding: 5_000_000 }])
    expect(
      await found(
        (await enter({ ...over, vendorNumber: JSON.stringify(over) }, { quantity: "1" })).id,
      ),
    ).toEqual(["over_encumbrance"]);
});

test("a line that names no line of the order is charged to nobody until it is corrected", async () => {
  const i = await enter({}, { purchaseOrderLineId: null });
  expect(await found(i.id)).toEqual(["no_order"]);
  await acceptAll(i.id);
  await expect(submit(i.id)).rejects.toMatchObject({ code: "not_charged" });
  await as(people.ap, (tx) =>
    editInvoice(tx, people.ap, i.id, invoicePatch.parse({ lines: bill({}, {}).lines }), null),
  );
  await approve(i.id);
  expect(await money()).toEqual({ enc: 600_00, exp: 400_00 });
});

test("a line that the order does not have is charged to the account that it names, which must be in use", async () => {
  const other = await makeBudget(t.database, agency, 5_000_00);
  const billed = () =>
    enter(
      {},
      { quantity: "39" },
      {
        purchaseOrderLineId: null,
        description: "Delivery",
        quantity: "1",
        accountStringId: other.accountStringId,
      },
    );
  const i = await billed();
  expect((await read(i.id)).splits.map((s) => s.amount).toSorted((a, b) => a - b)).toEqual([
    10_00, 390_00,
  ]);
  await acceptAll(i.id);
  await approve(i.id);
  expect(
    await t.database.read(people.ap).one(sql`
      select expended
      from budget_line
      where org_id = ${agency.orgId} and id = ${other.lineId}
    `),
  ).toEqual({ expended: 10_00 });
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update segment_value v
      set active = false
      from account_string a
      where a.org_id = v.org_id
        and v.id = a.account_id
        and v.org_id = ${agency.orgId}
        and a.id = ${other.accountStringId}
    `),
  );
  await expect(billed()).rejects.toMatchObject({
    code: "account_not_in_use",
    errors: [{ path: "lines.1.accountStringId" }],
  });
});

test("all bills of an order stay within it, also those that name none of its lines", async () => {
  await receiveGoods(t.database, people, order, ["60"]);
  const first = await enter(
    {},
    { purchaseOrderLineId: null, accountStringId: account.accountStringId, quantity: "100" },
  );
  expect(await found(first.id)).toEqual(["no_order"]);
  expect((await read((await enter({}, { quantity: "100" })).id)).exceptions).toMatchObject([
    { kind: "over_encumbrance", lineId: null, amount: 1_000_00 },
  ]);
});

test("credits: no more than was billed; what is credited may be billed again; the order counts both", async () => {
  await approve((await enter()).id);
  expect(await onOrder()).toEqual({ quantity: "40.0000", amount: 400_00 });
  expect(await found((await enter({ kind: "credit_note" }, { quantity: "100000" })).id)).toEqual([
    "quantity",
  ]);
  const credit = await enter({ kind: "credit_note" });
  expect(await found(credit.id)).toEqual(["quantity"]); // the greater credit stands before it until it is void
  for (const id of (
    await t.database.read(people.ap).rows<{ id: string }>(sql`
      select id
      from invoice
      where org_id = ${agency.orgId} and kind = 'credit_note' and id <> ${credit.id}
    `)
  ).map((r) => r.id))
    await as(people.ap, (tx) =>
      voidInvoice(tx, people.ap, { id, version: null, reason: "Typed wrongly" }),
    );
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, { id: credit.id, version: null }));
  await approve(credit.id);
  expect(await onOrder()).toEqual({ quantity: "0.0000", amount: 0 });
  const again = await enter();
  expect(await found(again.id)).toEqual([]);
  await approve(again.id);
  expect([await onOrder(), (await money()).exp]).toEqual([
    { quantity: "40.0000", amount: 400_00 },
    400_00,
  ]);
});

test("a receipt that is reversed after the match stops the approval, also of an invoice that was sent off at once", async () => {
  const i = await as(people.ap, (tx) => createAndSubmitInvoice(tx, people.ap, bill()));
  expect(i.status).toBe("in_approval");
  const { id } = await t.database.read(people.ap).one<{ id: string }>(sql`
    select id
    from receipt
    where org_id = ${agency.orgId} and purchase_order_id = ${order.id}
  `);
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, id, 1, "Goods were never delivered"),
  );
  await expect(approveDocument(t.database, people.manager, i.id)).rejects.toMatchObject({
    code: "no_longer_matches",
    message: expect.stringContaining("nothing is received yet"),
  });
  expect([(await read(i.id)).status, await money()]).toEqual([
    "in_approval",
    { enc: 1_000_00, exp: 0 },
  ]);
  await receiveGoods(t.database, people, order, ["40"]);
  await approveDocument(t.database, people.manager, i.id);
  expect(await money()).toEqual({ enc: 600_00, exp: 400_00 });
});

test("who entered, corrected, accepted or sent a bill does not approve it; somebody else is asked", async () => {
  const i = await enter({ statedTotal: 1 });
  const manager: Actor = {
    ...people.manager,
    permissions: new Set([...people.manager.permissions, ...people.otherAp.permissions]),
  };
  const [e] = (await read(i.id)).exceptions;
  await as(manager, (tx) =>
    acceptException(tx, manager, i.id, e!.id, "Rounding by the vendor", null),
  );
  await submit(i.id);
  await expect(approveDocument(t.database, people.manager, i.id)).rejects.toMatchObject({
    code: "self_approval",
  });
  await approveDocument(t.database, people.admin, i.id);
  expect((await read(i.id)).status).toBe("approved");
});

test("goods of a later delivery do not move the day on which an earlier bill is due", async () => {
  const i = await enter();
  const due = (await read(i.id)).dueOn;
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`update receipt set received_on = received_on - 10 where org_id = ${agency.orgId}`),
  );
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, { id: i.id, version: null }));
  const earlier = (await read(i.id)).dueOn!;
  await receiveGoods(t.database, people, order, ["60"]);
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, { id: i.id, version: null }));
  expect([due! >= earlier, (await read(i.id)).dueOn]).toEqual([true, earlier]);
});

test("what was accepted is not asked about again at the approval", async () => {
  const i = await enter({}, { quantity: "41" });
  await acceptAll(i.id);
  await approve(i.id);
  expect(await money()).toEqual({ enc: 590_00, exp: 410_00 });
});

test("an invoice in another currency cannot be accepted", async () => {
  const i = await enter({ currency: "EUR" });
  await expect(acceptAll(i.id)).rejects.toMatchObject({ code: "other_currency" });
});

test("voiding an invoice of a closed order frees the money and leaves the order closed", async () => {
  await receiveGoods(t.database, people, order, ["60"]);
  const i = await enter({}, { quantity: "100" });
  await approve(i.id);
  await as(people.buyer, (tx) => closeOrder(tx, people.buyer, { id: order.id, version: null }));
  expect(await money()).toEqual({ enc: 0, exp: 1_000_00 });
  await as(people.ap, (tx) =>
    voidInvoice(tx, people.ap, { id: i.id, version: null, reason: "Sent in error" }),
  );
  expect(await money()).toEqual({ enc: 0, exp: 0 });
  expect(await onOrder()).toEqual({ quantity: "0.0000", amount: 0 });
});

test("goods that were accepted and then rejected count as not received: what is billed of them waits, is owed back, and accounts payable are told; more than was kept, a reversed receipt and an ended order refuse", async () => {
  const { id, lineId } = await t.database.read(people.ap).one<{ id: string; lineId: string }>(sql`
    select r.id, l.id as line_id
    from receipt r
    join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
    where r.org_id = ${agency.orgId} and r.purchase_order_id = ${order.id}
  `);
  const versionOf = async () =>
    (
      await t.database
        .read(people.ap)
        .one<{ version: number }>(
          sql`select version from receipt where org_id = ${agency.orgId} and id = ${id}`,
        )
    ).version;
  const version = await versionOf();
  const reject = async (quantity: string, seen?: number) =>
    as(people.receiver, async (tx) =>
      rejectAccepted(tx, people.receiver, id, seen ?? (await versionOf()), {
        lineId,
        quantity,
        reason: "Cracked when unpacked",
      }),
    );
  const kept = () =>
    t.database.read(people.ap).one(sql`
      select l.received_quantity as received, o.received_amount as amount, o.status
      from purchase_order o
      join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
      where o.org_id = ${agency.orgId} and o.id = ${order.id}
    `);
  const told = () =>
    t.database.read(people.otherAp).rows<{ body: string }>(sql`
      select body
      from notification
      where org_id = ${agency.orgId}
        and person_id = ${people.otherAp.personId}
        and kind = 'order.creditDue'
    `);
  const waiting = await enter({}, { quantity: "10" });
  await submit(waiting.id);
  await reject("5", version);
  expect(await kept()).toEqual({ received: "35.0000", amount: 350_00, status: "partly_received" });
  expect(await told()).toHaveLength(0);
  await expect(reject("1", version)).rejects.toMatchObject({ status: 412 });
  for (const [quantity, message] of [
    ["35.0001", "Of this line 35 were kept."],
    ["0", "Enter how much goes back."],
  ] as const)
    await expect(reject(quantity)).rejects.toMatchObject({
      status: 422,
      errors: [{ path: "quantity", message }],
    });

  await approveDocument(t.database, people.manager, waiting.id);
  const late = await enter({}, { quantity: "25" });
  await submit(late.id);
  await reject("3");
  await expect(approveDocument(t.database, people.manager, late.id)).rejects.toMatchObject({
    code: "no_longer_matches",
  });
  await reject("30");
  expect(await kept()).toMatchObject({ received: "2.0000" });
  expect((await told()).map((n) => n.body)).toEqual([
    expect.stringContaining("10 billed, 2 kept. Ask the vendor for a credit note"),
  ]);
  expect(
    (
      await runList<{ id: string }>(
        t.database.read(people.ap),
        people.ap,
        orderList,
        listQuery(orderList).parse({ overbilled: "true" }),
      )
    ).items.map((o) => o.id),
  ).toEqual([order.id]);
  const credit = await enter({ kind: "credit_note" }, { quantity: "8" });
  expect(credit.status).toBe("matched");
  await approve(credit.id);
  expect(
    (
      await runList(
        t.database.read(people.ap),
        people.ap,
        orderList,
        listQuery(orderList).parse({ overbilled: "true" }),
      )
    ).items,
  ).toHaveLength(0);

  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set status = 'closed'
      where org_id = ${agency.orgId} and id = ${order.id}
    `),
  );
  await expect(reject("1")).rejects.toMatchObject({ code: "order_ended" });
  await as(people.admin, (tx) =>
    tx.rows(
      sql`update receipt set status = 'reversed' where org_id = ${agency.orgId} and id = ${id}`,
    ),
  );
  await expect(reject("1")).rejects.toMatchObject({ code: "reversed" });
});

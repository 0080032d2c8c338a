import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { reverseReceipt } from "../receipt/return.service.ts";
import { readRequisition } from "../requisition/requisition.list.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { readOrder } from "./order.read.service.ts";
import { changeInput, orderInput } from "./order.model.ts";
import { acknowledgeByToken } from "./acknowledgement.service.ts";
import { cancelOrder, shortCloseOrder } from "./closing.service.ts";
import { orderPaperMaker } from "./order-paper.service.ts";
import { createOrder } from "./order.service.ts";
import { issueOrder } from "./issue.service.ts";
import { submitOrder } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "buyer" | "receiver", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
let vendor: { id: string };
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  account = await makeBudget(t.database, agency, 50_000_00);
  vendor = await makeVendor(t.database, agency);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const approve = async (documentId: string) => {
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${documentId} and status = 'pending'
  `);
  await as(people.manager, (tx) => decide(tx, people.manager, id, "approve", "", null));
};
const approvedRequisition = async (price = "10.00") => {
  const r = await as(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2026-12-20",
        lines: [
          {
            description: "Stone",
            quantity: "100",
            unit: "t",
            unitPrice: price,
            splits: [{ accountStringId: account.accountStringId }],
          },
        ],
      }),
    ),
  );
  await as(people.clerk, (tx) => submitRequisition(tx, people.clerk, { id: r.id, version: null }));
  await approve(r.id);
  return readRequisition(t.database.read(people.clerk), people.clerk, r.id);
};
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
const line = () =>
  t.database.read(people.clerk).one<{ pre: number; enc: number }>(sql`
    select pre_encumbered as pre, encumbered as enc
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const order = async (
  requisition: Awaited<ReturnType<typeof approvedRequisition>>,
  over: object = {},
) =>
  as(people.buyer, (tx) =>
    createOrder(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Stone",
        vendorId: vendor.id,
        departmentId: agency.departmentId,
        requisitionLines: requisition.lines.map((l) => ({ requisitionLineId: l.id, ...over })),
      }),
    ),
  );
const issued = async () => {
  const o = await order(await approvedRequisition());
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: o.id, version: null }, "http://levee.test"),
  );
  return read(o.id);
};
const receive = async (
  id: string,
  quantity: string,
  over: object = {},
  actor = people.receiver,
) => {
  const o = await read(id);
  return as(actor, (tx) =>
    postReceipt(
      tx,
      actor,
      { id, version: null },
      receiptInput.parse({ lines: [{ purchaseOrderLineId: o.lines[0]!.id, quantity, ...over }] }),
    ),
  );
};

test("issuing turns the reservation into an encumbrance in one step and mails the vendor, who acknowledges by link once", async () => {
  const o = await issued();
  expect(o).toMatchObject({
    status: "issued",
    amount: 1_000_00,
    encumbered: 1_000_00,
    versions: [{ revision: 1, amount: 1_000_00 }],
  });
  expect(await line()).toEqual({ pre: 0, enc: 1_000_00 });
  const { link } = await t.database
    .poolAs("levee_identity")
    .query("select link from mail where kind = 'purchase_order' and org_id = $1", [agency.orgId])
    .then((r) => r.rows[0] as { link: string });
  const [orgId, secret] = new URL(link).searchParams.get("token")!.split(".") as [string, string];
  const acknowledge = () =>
    t.database.transaction({ orgId, personId: null }, (tx) =>
      acknowledgeByToken(tx, secret, "P. Northline"),
    );
  await acknowledge();
  expect(await read(o.id)).toMatchObject({
    status: "acknowledged",
    acknowledgedBy: "P. Northline, by the mailed link",
  });
  await expect(acknowledge()).rejects.toMatchObject({ code: "acknowledged" });
});

test("the letter of an order waits for the order's PDF, and answers go to its buyer", async () => {
  const o = await issued();
  const { rows } = await t.database.poolAs("levee_identity").query(
    `
      select m.reply_to, p.name, p.state, p.maker, p.made_of
      from mail m
      join mail_paper p on p.mail_id = m.id
      where m.org_id = $1
    `,
    [agency.orgId],
  );
  expect(rows).toEqual([
    {
      reply_to: people.buyer.email,
      name: `${o.number}.pdf`,
      state: "awaited",
      maker: orderPaperMaker.name,
      made_of: o.id,
    },
  ]);
  const made = await orderPaperMaker.make(t.app, agency.orgId, o.id);
  expect(made.subarray(0, 5).toString("latin1")).toBe("%PDF-");
});

test("a requisition is ordered in parts, never beyond its quantity, and a dropped draft gives its part back", async () => {
  const r = await approvedRequisition();
  const first = await order(r, { quantity: "60" });
  expect(await readRequisition(t.database.read(people.clerk), people.clerk, r.id)).toMatchObject({
    status: "partly_ordered",
    orderedAmount: 600_00,
  });
  await expect(order(r, { quantity: "41" })).rejects.toMatchObject({
    errors: [{ path: "requisitionLines.0.quantity", message: "Only 40 t left to order." }],
  });
  expect(
    (await readRequisition(t.database.read(people.clerk), people.clerk, r.id)).lines[0]!
      .openQuantity,
  ).toBe("40.0000");
  await order(r);
  expect(await readRequisition(t.database.read(people.clerk), people.clerk, r.id)).toMatchObject({
    status: "ordered",
    lines: [{ openQuantity: "0.0000" }],
  });
  await as(people.buyer, (tx) =>
    cancelOrder(tx, people.buyer, { id: first.id, version: null, reason: "Wrong vendor" }),
  );
  expect(await readRequisition(t.database.read(people.clerk), people.clerk, r.id)).toMatchObject({
    status: "partly_ordered",
    orderedAmount: 400_00,
  });
});

test("a higher price than approved needs a policy; nothing is approved by default", async () => {
  const o = await order(await approvedRequisition(), { unitPrice: "12.00" });
  await expect(
    as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null })),
  ).rejects.toMatchObject({ code: "no_policy" });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await approve(o.id);
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: o.id, version: null }, "http://levee.test"),
  );
  expect(await line()).toEqual({ pre: 0, enc: 1_200_00 });
});

test("partial receipts add up; more than ordered, and receiving one's own order, are refused; reversal takes back", async () => {
  const o = await issued();
  await receive(o.id, "40");
  expect(await read(o.id)).toMatchObject({ status: "partly_received", receivedAmount: 400_00 });
  await expect(receive(o.id, "61")).rejects.toMatchObject({
    errors: [{ path: "lines.0.quantity" }],
  });
  const rejecting = await receive(o.id, "60", { rejectedQuantity: "10", rejectReason: "Wet" });
  expect((await read(o.id)).lines[0]).toMatchObject({ receivedQuantity: "90.0000" });
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, rejecting.id, 1, "Counted twice"),
  );
  expect(await read(o.id)).toMatchObject({ status: "partly_received", receivedAmount: 400_00 });
  await receive(o.id, "60");
  expect((await read(o.id)).status).toBe("received");
});

test("the buyer cannot receive their own order", async () => {
  const o = await issued();
  const both = {
    ...people.buyer,
    permissions: new Set([...people.buyer.permissions, "receipt.post"]),
  };
  await expect(receive(o.id, "1", {}, both)).rejects.toMatchObject({
    code: "separation_of_duties",
  });
});

test("a change that costs more waits for approval of the difference and encumbers only that; one that costs less applies at once", async () => {
  const o = await issued();
  const change = (input: object) =>
    as(people.buyer, (tx) =>
      changeOrder(
        tx,
        people.buyer,
        { id: o.id, version: null },
        changeInput.parse(input),
        "http://levee.test",
      ),
    );
  await expect(
    change({ reason: "More stone", lines: [{ id: o.lines[0]!.id, quantity: "150" }] }),
  ).rejects.toMatchObject({ code: "no_policy" });
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  await change({ reason: "More stone", lines: [{ id: o.lines[0]!.id, quantity: "150" }] });
  expect(await read(o.id)).toMatchObject({
    amount: 1_000_00,
    pendingChange: { difference: 500_00 },
  });
  expect(await line()).toEqual({ pre: 0, enc: 1_000_00 });
  await approve(o.id);
  expect(await read(o.id)).toMatchObject({
    amount: 1_500_00,
    revision: 2,
    pendingChange: null,
    versions: [{ revision: 1 }, { revision: 2, amount: 1_500_00 }],
  });
  expect(await line()).toEqual({ pre: 0, enc: 1_500_00 });
  await change({ reason: "Less stone", lines: [{ id: o.lines[0]!.id, quantity: "120" }] });
  expect(await read(o.id)).toMatchObject({ amount: 1_200_00, revision: 3 });
  expect(await line()).toEqual({ pre: 0, enc: 1_200_00 });
});

test("a policy for changes does not take whole orders: those are still approved by their requisitions", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  expect(await issued()).toMatchObject({ status: "issued" });
});

test("short-close releases the rest; cancel is refused once goods came", async () => {
  const o = await issued();
  await receive(o.id, "40");
  await expect(
    as(people.buyer, (tx) =>
      cancelOrder(tx, people.buyer, { id: o.id, version: null, reason: "no" }),
    ),
  ).rejects.toMatchObject({
    code: "rule",
    message: "Goods were received: short-close it instead.",
  });
  await expect(
    as(people.buyer, (tx) =>
      shortCloseOrder(tx, people.buyer, { id: o.id, version: null, reason: "Vendor stopped" }),
    ),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
});

test("an excluded or inactive vendor cannot be ordered from", async () => {
  const r = await approvedRequisition();
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update vendor
      set screening_result = 'excluded'
      where org_id = ${agency.orgId} and id = ${vendor.id}
    `),
  );
  await expect(order(r)).rejects.toMatchObject({ code: "vendor_excluded" });
});

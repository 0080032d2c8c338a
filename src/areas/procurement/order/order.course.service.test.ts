import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { decide, delegate } from "#areas/workflow/workflow.server.ts";
import { delegationInput } from "#areas/workflow/approval/approval.model.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createAndSubmit } from "../requisition/submission.service.ts";
import { findAccountStrings } from "#areas/budget/budget.server.ts";
import { readRequisition } from "../requisition/requisition.list.ts";
import { cancelRequisition } from "../requisition/course.service.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { returnRejected } from "../receipt/return.service.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { orderInput } from "./order.model.ts";
import { acknowledgeByToken } from "./acknowledgement.service.ts";
import { cancelOrder } from "./closing.service.ts";
import { issueOrder } from "./issue.service.ts";
import { createOrder } from "./order.service.ts";
import { submitOrder } from "./submission.service.ts";
import {
  orderTests,
  origin,
  t,
  agency,
  people,
  accounts,
  vendor,
  as,
  approve,
  line,
  approved,
  read,
  drafted,
  input,
  atOnce,
  ledger,
  receive,
  issuedOf,
  change,
} from "./order-limits.setup.ts";

orderTests();

const requisitionNow = (id: string) =>
  readRequisition(t.database.read(people.clerk), people.clerk, id);

test("a waiting change is taken back with its request, and goods can be received again; where none waits there is nothing to take back", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  await expect(
    as(people.buyer, (tx) =>
      withdrawChange(tx, people.buyer, { id: o.id, version: null, reason: null }),
    ),
  ).rejects.toMatchObject({ message: "No change waits." });
  await change(o.id, { lines: [{ id: l!.id, quantity: "20" }] });
  await expect(receive(o.id, { id: l!.id, quantity: "1" })).rejects.toMatchObject({
    message: "A change waits for approval.",
  });
  await as(people.buyer, (tx) =>
    withdrawChange(tx, people.buyer, { id: o.id, version: null, reason: "Not needed" }),
  );
  await expect(approve(o.id)).rejects.toThrow();
  await receive(o.id, { id: l!.id, quantity: "1" });
});

const letters = async () =>
  (
    await t.database
      .poolAs("levee_identity")
      .query<{ subject: string; link: string | null; text: string }>(
        `
          select subject, link, body_text as text
          from mail
          where kind = 'purchase_order' and org_id = $1
          order by id
        `,
        [agency.orgId],
      )
  ).rows;
const acknowledge = async (link: string) => {
  const [orgId, secret] = new URL(link).searchParams.get("token")!.split(".") as [string, string];
  return t.database.transaction({ orgId, personId: null }, (tx) =>
    acknowledgeByToken(tx, secret, "P. Northline"),
  );
};

test("a changed order is acknowledged anew, also when goods of it came; the acknowledgement of the version before does not stand for it", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  await acknowledge((await letters()).at(-1)!.link!);
  await receive(o.id, { id: l!.id, quantity: "2" });
  await change(o.id, { lines: [{ id: l!.id, quantity: "8" }] });
  expect(await read(o.id)).toMatchObject({
    status: "partly_received",
    acknowledgedAt: null,
    acknowledgedBy: null,
  });
  const { link } = (await letters()).at(-1)!;
  expect(await acknowledge(link!)).toMatchObject({
    status: "partly_received",
    acknowledgedBy: "P. Northline, by the mailed link",
  });
  await expect(acknowledge(link!)).rejects.toMatchObject({ code: "acknowledged" });
});

test("the vendor is told that an order is cancelled, if it was sent; a draft's end is nobody's letter", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  await as(people.buyer, (tx) =>
    cancelOrder(tx, people.buyer, { id: o.id, version: null, reason: "The bridge is closed" }),
  );
  expect((await letters()).at(-1)).toMatchObject({
    subject: `Purchase order ${o.number} is cancelled`,
    text: expect.stringContaining("The bridge is closed"),
  });
  await expect(acknowledge((await letters())[0]!.link!)).rejects.toMatchObject({
    code: "acknowledged",
  });
  const r = await approved({ quantity: "1", unitPrice: "1" });
  const draft = await drafted({ requisitionLineId: r.lines[0]! });
  await as(people.buyer, (tx) =>
    cancelOrder(tx, people.buyer, { id: draft.id, version: null, reason: "Wrong vendor" }),
  );
  expect(await letters()).toHaveLength(2);
});

test.each([false, true])(
  "what was cancelled of a requisition stays cancelled when the draft order of the rest is given up (divided lines: %s)",
  async (halved) => {
    const r = await approved(
      { quantity: "10", unitPrice: "100", halved },
      { quantity: "5", unitPrice: "100", halved },
    );
    const [a, b] = r.lines;
    const other = await approved({ quantity: "10", unitPrice: "300", halved });
    const held = 3_000_00;
    const end = () =>
      as(people.manager, (tx) =>
        cancelRequisition(tx, people.manager, { id: r.id, version: null, reason: "Postponed" }),
      );
    const draft = await drafted({ requisitionLineId: a! });
    expect(await end()).toMatchObject({ status: "ordered" });
    expect(await ledger()).toEqual({ pre: held + 1_000_00, enc: 0 });
    await as(people.buyer, (tx) =>
      cancelOrder(tx, people.buyer, { id: draft.id, version: null, reason: "Wrong vendor" }),
    );
    expect(await requisitionNow(r.id)).toMatchObject({
      status: "approved",
      lines: [{ openQuantity: "10.0000" }, { openQuantity: "0.0000" }],
    });
    expect(await ledger()).toEqual({ pre: held + 1_000_00, enc: 0 });
    await expect(drafted({ requisitionLineId: b!, quantity: "1" })).rejects.toMatchObject({
      errors: [{ message: "Nothing of it is left to order." }],
    });
    await atOnce({ requisitionLineId: a!, quantity: "4" });
    expect(await ledger()).toEqual({ pre: held + 600_00, enc: 400_00 });
    expect(await end()).toMatchObject({ status: "ordered" });
    expect(await ledger()).toEqual({ pre: held, enc: 400_00 });
    await atOnce({ requisitionLineId: other.lines[0]! });
    expect(await ledger()).toEqual({ pre: 0, enc: held + 400_00 });
    const { posted } = await t.database.read(people.clerk).one<{ posted: number }>(sql`
      select coalesce(sum(pre_encumbered), 0)::bigint as posted
      from commitment_entry
      where org_id = ${agency.orgId}
    `);
    expect(posted).toBe(0);
  },
);

test("whoever issued an order does not receive it, though another placed it", async () => {
  const {
    lines: [id],
  } = await approved({ quantity: "10", unitPrice: "100" });
  const draft = await drafted({ requisitionLineId: id! });
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: draft.id, version: null }));
  await as(people.manager, (tx) =>
    issueOrder(tx, people.manager, { id: draft.id, version: null }, origin),
  );
  const came = receiptInput.parse({
    lines: [{ purchaseOrderLineId: draft.lines[0]!.id!, quantity: "1" }],
  });
  const both = {
    ...people.manager,
    permissions: new Set([...people.manager.permissions, "receipt.post"]),
  } as Actor;
  await expect(
    as(both, (tx) => postReceipt(tx, both, { id: draft.id, version: null }, came)),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
  expect(
    (
      await as(people.receiver, (tx) =>
        postReceipt(tx, people.receiver, { id: draft.id, version: null }, came),
      )
    ).order.status,
  ).toBe("partly_received");
});

test("whoever approved for somebody else takes no next step: neither the requisition's order, nor its issue, nor the goods", async () => {
  const { buyer, manager } = people;
  const receiver: Actor = {
    ...people.receiver,
    permissions: new Set([...people.receiver.permissions, "purchaseOrder.issue"]),
  };
  const decided = async (documentId: string, by: Actor) => {
    const { id } = await t.database.read(by).one<{ id: string }>(sql`
      select id
      from approval_request
      where org_id = ${agency.orgId} and document_id = ${documentId} and status = 'pending'
    `);
    await as(by, (tx) => decide(tx, by, id, "approve", "", null));
  };
  for (const to of [buyer, receiver])
    await as(manager, (tx) =>
      delegate(
        tx,
        manager,
        delegationInput.parse({
          toPersonId: to.personId,
          startsAt: new Date(Date.now() - 3_600_000).toISOString(),
          endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        }),
      ),
    );
  const asked = await as(people.clerk, (tx) =>
    createAndSubmit(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2027-03-01",
        lines: [line({ quantity: "10", unitPrice: "100" })],
      }),
    ),
  );
  await decided(asked.id, buyer);
  const [first] = asked.lines;
  const joined = {
    status: 403,
    code: "separation_of_duties",
    message: expect.stringContaining(`You approved ${asked.number} for ${manager.name}`),
  };
  await expect(drafted({ requisitionLineId: first!.id })).rejects.toMatchObject(joined);
  const order = await as(people.admin, (tx) =>
    createOrder(tx, people.admin, input({ requisitionLineId: first!.id })),
  );
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  await expect(
    as(buyer, (tx) => submitOrder(tx, buyer, { id: order.id, version: null })),
  ).rejects.toMatchObject(joined);
  await as(people.admin, (tx) => submitOrder(tx, people.admin, { id: order.id, version: null }));
  await decided(order.id, receiver);
  await expect(
    as(receiver, (tx) => issueOrder(tx, receiver, { id: order.id, version: null }, origin)),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
  await as(manager, (tx) => issueOrder(tx, manager, { id: order.id, version: null }, origin));
  await expect(receive(order.id, { id: order.lines[0]!.id!, quantity: "1" })).rejects.toMatchObject(
    { code: "separation_of_duties" },
  );
});

test("goods come neither before their order nor tomorrow, and go back neither before they came nor tomorrow", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  const came = (receivedOn: string | null) =>
    as(people.receiver, (tx) =>
      postReceipt(
        tx,
        people.receiver,
        { id: o.id, version: null },
        receiptInput.parse({
          receivedOn,
          lines: [
            {
              purchaseOrderLineId: l!.id,
              quantity: "5",
              rejectedQuantity: "1",
              rejectReason: "Wet",
            },
          ],
        }),
      ),
    );
  for (const wrong of [agencyDay(2), agencyDay(-2), "1999-01-01"])
    await expect(came(wrong)).rejects.toMatchObject({ errors: [{ path: "receivedOn" }] });
  const { id } = await came(null);
  const {
    receipts: [receipt],
  } = await read(o.id);
  const back = (returnedOn: string) =>
    as(people.receiver, (tx) =>
      returnRejected(tx, people.receiver, id, receipt!.lines[0]!.id, returnedOn),
    );
  for (const wrong of [agencyDay(2), agencyDay(-2), "1999-01-01"])
    await expect(back(wrong)).rejects.toMatchObject({ errors: [{ path: "returnedOn" }] });
  await back(receipt!.receivedOn);
});

test.each([false, true])(
  "a requisition ends with its issued order when that is cancelled, and whoever asked is told; what it holds beside stays (divided lines: %s)",
  async (halved) => {
    const r = await approved(
      { quantity: "10", unitPrice: "100", halved },
      { quantity: "5", unitPrice: "100", halved },
    );
    const [a, b] = r.lines;
    const [first, second] = [
      await atOnce({ requisitionLineId: a!, quantity: "4" }),
      await atOnce({ requisitionLineId: b! }),
    ];
    const end = (id: string) =>
      as(people.buyer, (tx) =>
        cancelOrder(tx, people.buyer, { id, version: null, reason: "The vendor cannot deliver" }),
      );
    await end(first.id);
    expect(await requisitionNow(r.id)).toMatchObject({
      status: "partly_ordered",
      lines: [{ openQuantity: "6.0000" }, { openQuantity: "0.0000" }],
    });
    expect(await ledger()).toEqual({ pre: 600_00, enc: 500_00 });
    const third = await atOnce({ requisitionLineId: a! });
    expect(await ledger()).toEqual({ pre: 0, enc: 1_100_00 });
    await end(second.id);
    expect((await requisitionNow(r.id)).status).toBe("ordered");
    await end(third.id);
    expect(await requisitionNow(r.id)).toMatchObject({ status: "cancelled", orderedAmount: 0 });
    expect(await ledger()).toEqual({ pre: 0, enc: 0 });
    expect(
      await t.database.read(people.clerk).rows(sql`
        select title
        from notification
        where org_id = ${agency.orgId}
          and person_id = ${people.clerk.personId}
          and title like ${`%${third.number}%`}
      `),
    ).toHaveLength(1);
  },
);

test("a line that a change cancels ends what it took of its requisition, which says so, and so does a notice to whoever asked", async () => {
  const r = await approved(
    { quantity: "10", unitPrice: "100" },
    { quantity: "5", unitPrice: "100", halved: true },
  );
  const o = await atOnce(...r.lines.map((requisitionLineId) => ({ requisitionLineId })));
  await change(o.id, { lines: [{ id: o.lines[1]!.id!, cancelled: true }] });
  expect(await requisitionNow(r.id)).toMatchObject({
    status: "ordered",
    orderedAmount: 1_000_00,
    lines: [
      { orderedAmount: 1_000_00, openQuantity: "0.0000", cancelledQuantity: "0.0000" },
      { orderedAmount: 0, openQuantity: "0.0000", cancelledQuantity: "5.0000" },
    ],
  });
  expect(await ledger()).toEqual({ pre: 0, enc: 1_000_00 });
  const told = await t.database.read(people.clerk).rows<{ title: string; body: string }>(sql`
    select title, body
    from notification
    where org_id = ${agency.orgId}
      and person_id = ${people.clerk.personId}
      and title like ${`%${o.number}%`}
  `);
  expect(told).toEqual([
    {
      title: expect.stringMatching(/^REQ-\S+: a line of its order PO-\S+ was cancelled$/),
      body: expect.stringContaining("Stone, 5 t. Otherwise. "),
    },
  ]);
});

test("an account with a part out of use, or of an award that has ended, is not charged anew; an approved requisition of it may still be ordered", async () => {
  const {
    lines: [id],
  } = await approved({ quantity: "10", unitPrice: "100" });
  const { code, accountId } = await t.database.read(people.clerk).one<{
    code: string;
    accountId: string;
  }>(sql`
    select code, account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${accounts[0]}
  `);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update segment_value
      set active = false
      where org_id = ${agency.orgId} and id = ${accountId}
    `),
  );
  const refused = (where: string) => ({
    code: "account_not_in_use",
    errors: [{ path: where, message: expect.stringContaining(`${code} cannot be charged`) }],
  });
  await expect(approved({ quantity: "1", unitPrice: "1" })).rejects.toMatchObject(
    refused("lines.0.splits.0.accountStringId"),
  );
  const direct = orderInput.parse({
    title: "Stone",
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [
      line({ quantity: "1", unitPrice: "1", account: 1 }),
      line({ quantity: "1", unitPrice: "1" }),
    ],
  });
  await expect(
    as(people.buyer, (tx) => createOrder(tx, people.buyer, direct)),
  ).rejects.toMatchObject(refused("lines.1.splits.0.accountStringId"));
  expect(
    (await findAccountStrings(t.database.read(people.clerk), code, null)).map((a) => a.code),
  ).not.toContain(code);
  expect(await atOnce({ requisitionLineId: id! })).toMatchObject({ status: "issued" });
});

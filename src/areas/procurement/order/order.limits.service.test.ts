// What an order may not do: take more than was approved, grow unseen, be closed too early or never,
// or leave the ledger wrong when it ends.
import "../procurement.server.ts";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { findAccountStrings } from "#areas/budget/budget.server.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { readRequisition } from "../requisition/requisition.list.ts";
import { cancelRequisition } from "../requisition/course.service.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { returnRejected } from "../receipt/return.service.ts";
import { orderList } from "./order.list.ts";
import { orderInput } from "./order.model.ts";
import { cancelOrder, closeOrder, shortCloseOrder } from "./closing.service.ts";
import { issueOrder } from "./issue.service.ts";
import { createOrder } from "./order.service.ts";
import { submitOrder } from "./submission.service.ts";
import {
  t,
  people,
  type Asked,
  as,
  input,
  origin,
  agency,
  approved,
  drafted,
  atOnce,
  line,
  issuedOf,
  receive,
  read,
  accounts,
  vendor,
  orderLimitsSetUp,
} from "./order-limits.setup.ts";

orderLimitsSetUp();

const requisitionNow = (id: string) =>
  readRequisition(t.database.read(people.clerk), people.clerk, id);
const inSteps = (...lines: Asked[]) =>
  as(people.buyer, async (tx) => {
    const o = await createOrder(tx, people.buyer, input(...lines));
    await submitOrder(tx, people.buyer, o.id, null);
    return issueOrder(tx, people.buyer, o.id, null, origin);
  });
const ledger = () =>
  t.database.read(people.clerk).one<{ pre: number; enc: number }>(sql`
    select sum(pre_encumbered)::bigint as pre, sum(encumbered)::bigint as enc
    from budget_line
    where org_id = ${agency.orgId}
  `);

test("a requisition's line is named once in an order", async () => {
  const {
    lines: [id],
  } = await approved({ quantity: "10", unitPrice: "100" });
  const twice = [
    { requisitionLineId: id!, quantity: "5" },
    { requisitionLineId: id!, quantity: "5" },
  ];
  for (const way of [drafted, atOnce])
    await expect(way(...twice)).rejects.toMatchObject({
      errors: [
        { path: "requisitionLines.1.requisitionLineId", message: "This line is named twice." },
      ],
    });
  await expect(
    atOnce({ requisitionLineId: id!, quantity: "10" }, { requisitionLineId: id!, quantity: "10" }),
  ).rejects.toMatchObject({ code: "cannot_order" });
  expect(await ledger()).toEqual({ pre: 1_000_00, enc: 0 });
});

test("whose need an order serves does not approve it", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    steps: [
      {
        name: "Clerk or manager",
        stage: 1,
        mode: "any",
        approvers: [
          { kind: "person", personId: people.clerk.personId! },
          { kind: "role", role: "manager" },
        ],
      },
    ],
  });
  const {
    lines: [id],
  } = await approved({ quantity: "10", unitPrice: "100" });
  for (const way of [
    atOnce,
    (line: Asked) =>
      as(people.buyer, async (tx) =>
        submitOrder(tx, people.buyer, (await createOrder(tx, people.buyer, input(line))).id, null),
      ),
  ]) {
    const o = await way({ requisitionLineId: id!, quantity: "5" });
    const waits = await t.database.read(people.admin).one<{ id: string; people: string[] }>(sql`
      select q.id, array_agg(a.person_id::text) as people
      from approval_request q
      join approval_step s on s.org_id = q.org_id and s.request_id = q.id
      join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
      where q.org_id = ${agency.orgId} and q.document_id = ${o.id}
      group by q.id
    `);
    expect(waits.people).toEqual([people.manager.personId]);
    await expect(
      as(people.clerk, (tx) => decide(tx, people.clerk, waits.id, "approve", "", null)),
    ).rejects.toMatchObject({ code: "self_approval" });
  }
});

test("requisitions cover an order line by line: what is saved on one line does not pay for another, nor quantity for price", async () => {
  const {
    lines: [a, b],
  } = await approved(
    { quantity: "10", unitPrice: "500" },
    { quantity: "10", unitPrice: "100", account: 1 },
  );
  for (const way of [inSteps, atOnce]) {
    await expect(
      way({ requisitionLineId: a!, unitPrice: "10" }, { requisitionLineId: b!, unitPrice: "590" }),
    ).rejects.toMatchObject({ code: "no_policy" });
    await expect(
      way({ requisitionLineId: a!, quantity: "1", unitPrice: "5000" }),
    ).rejects.toMatchObject({ code: "no_policy" });
    expect(
      await way(
        { requisitionLineId: a!, quantity: "2", unitPrice: "499.99" },
        { requisitionLineId: b!, quantity: "5" },
      ),
    ).toMatchObject({ status: "issued" });
  }
});
// As a posted invoice leaves the order's line.
const invoiced = (lineId: string, quantity: string, cents: number) =>
  as(people.admin, async (tx) => {
    await tx.rows(sql`
      update purchase_order_line
      set
        invoiced_quantity = ${quantity}, invoiced_amount = ${cents},
        encumbered = encumbered - ${cents}, expended = ${cents}
      where org_id = ${agency.orgId} and id = ${lineId}
    `);
    await tx.rows(sql`
      update purchase_order o
      set
        invoiced_amount = ${cents}, uninvoiced = l.invoiced_quantity < l.received_quantity,
        overbilled = l.invoiced_quantity > l.received_quantity
      from purchase_order_line l
      where l.org_id = o.org_id
        and l.purchase_order_id = o.id
        and o.org_id = ${agency.orgId}
        and l.id = ${lineId}
    `);
  });
const uninvoiced = async () =>
  (
    await runList<{ id: string }>(
      t.database.read(people.buyer),
      people.buyer,
      orderList,
      listQuery(orderList).parse({ uninvoiced: "true" }),
    )
  ).items.map((o) => o.id);

test("an order is closed once all that came is invoiced, by quantity: a lower price frees the rest, a higher one hides nothing", async () => {
  const cheap = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = cheap.lines;
  await receive(cheap.id, { id: l!.id, quantity: "10" });
  await expect(
    as(people.buyer, (tx) => closeOrder(tx, people.buyer, cheap.id, null)),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
  expect(await uninvoiced()).toEqual([cheap.id]);
  await invoiced(l!.id, "10", 950_00);
  expect(await uninvoiced()).toEqual([]);
  expect((await read(cheap.id)).actions.find((a) => a.name === "close")).toMatchObject({
    enabled: true,
  });
  expect(
    await as(people.buyer, (tx) => closeOrder(tx, people.buyer, cheap.id, null)),
  ).toMatchObject({ status: "closed" });
  expect((await read(cheap.id)).encumbered).toBe(0);
  const dear = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [m] = dear.lines;
  await receive(dear.id, { id: m!.id, quantity: "6" });
  await invoiced(m!.id, "3", 600_00);
  expect(await uninvoiced()).toEqual([dear.id]);
  expect((await read(dear.id)).actions.find((a) => a.name === "shortClose")).toMatchObject({
    enabled: false,
    reason: "Not everything received is invoiced yet.",
  });
  await expect(
    as(people.buyer, (tx) => shortCloseOrder(tx, people.buyer, dear.id, null, "Enough")),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
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
      as(people.manager, (tx) => cancelRequisition(tx, people.manager, r.id, null, "Postponed"));
    const draft = await drafted({ requisitionLineId: a! });
    expect(await end()).toMatchObject({ status: "ordered" });
    expect(await ledger()).toEqual({ pre: held + 1_000_00, enc: 0 });
    await as(people.buyer, (tx) => cancelOrder(tx, people.buyer, draft.id, null, "Wrong vendor"));
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
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, draft.id, null));
  await as(people.manager, (tx) => issueOrder(tx, people.manager, draft.id, null, origin));
  const came = receiptInput.parse({
    lines: [{ purchaseOrderLineId: draft.lines[0]!.id!, quantity: "1" }],
  });
  const both = {
    ...people.manager,
    permissions: new Set([...people.manager.permissions, "receipt.post"]),
  } as Actor;
  await expect(as(both, (tx) => postReceipt(tx, both, draft.id, came, null))).rejects.toMatchObject(
    { code: "separation_of_duties" },
  );
  expect(
    (await as(people.receiver, (tx) => postReceipt(tx, people.receiver, draft.id, came, null)))
      .order.status,
  ).toBe("partly_received");
});

test("goods come neither before their order nor tomorrow, and go back neither before they came nor tomorrow", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  const came = (receivedOn: string | null) =>
    as(people.receiver, (tx) =>
      postReceipt(
        tx,
        people.receiver,
        o.id,
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
        null,
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
        cancelOrder(tx, people.buyer, id, null, "The vendor cannot deliver"),
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

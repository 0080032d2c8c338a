// What an order may not do: take more than was approved, grow unseen, be closed too early or never,
// or leave the ledger wrong when it ends.
import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { orderList } from "./order.list.ts";
import { closeOrder, shortCloseOrder } from "./closing.service.ts";
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
  type Asked,
  as,
  approve,
  line,
  approved,
  read,
  input,
  drafted,
  atOnce,
  ledger,
  receive,
  issuedOf,
  change,
} from "./order-limits.setup.ts";

orderTests();

const inSteps = (...lines: Asked[]) =>
  as(people.buyer, async (tx) => {
    const o = await createOrder(tx, people.buyer, input(...lines));
    await submitOrder(tx, people.buyer, { id: o.id, version: null });
    return issueOrder(tx, people.buyer, { id: o.id, version: null }, origin);
  });

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
        submitOrder(tx, people.buyer, {
          id: (await createOrder(tx, people.buyer, input(line))).id,
          version: null,
        }),
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
    as(people.buyer, (tx) => closeOrder(tx, people.buyer, { id: cheap.id, version: null })),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
  expect(await uninvoiced()).toEqual([cheap.id]);
  await invoiced(l!.id, "10", 950_00);
  expect(await uninvoiced()).toEqual([]);
  expect((await read(cheap.id)).actions.find((a) => a.name === "close")).toMatchObject({
    enabled: true,
  });
  expect(
    await as(people.buyer, (tx) => closeOrder(tx, people.buyer, { id: cheap.id, version: null })),
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
    as(people.buyer, (tx) =>
      shortCloseOrder(tx, people.buyer, { id: dear.id, version: null, reason: "Enough" }),
    ),
  ).rejects.toMatchObject({ message: "Not everything received is invoiced yet." });
});
const chair = { description: "Office furniture", quantity: "1", unitPrice: "900", account: 1 };

test("a change that adds or raises a line is approved by what grows, whatever it saves elsewhere; one that only lessens applies at once", async () => {
  const o = await issuedOf(
    { quantity: "10", unitPrice: "100" },
    { quantity: "10", unitPrice: "100" },
  );
  const [a, b] = o.lines;
  const swap = { lines: [{ id: a!.id, cancelled: true }], added: [line(chair)] };
  await expect(change(o.id, swap)).rejects.toMatchObject({
    code: "no_policy",
    message: expect.stringContaining("$900.00"),
  });
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  for (const grown of [
    swap,
    {
      lines: [
        { id: a!.id, quantity: "5" },
        { id: b!.id, quantity: "12" },
      ],
    },
    { lines: [{ id: a!.id, quantity: "20", unitPrice: "50" }] },
    { lines: [{ id: a!.id, quantity: "5", unitPrice: "200" }] },
  ]) {
    expect(await change(o.id, grown)).toMatchObject({ revision: 1 });
    expect((await read(o.id)).pendingChange).not.toBeNull();
    expect(
      await as(people.buyer, (tx) =>
        withdrawChange(tx, people.buyer, { id: o.id, version: null, reason: null }),
      ),
    ).toMatchObject({ status: "issued", pendingChange: null });
  }
  await change(o.id, swap);
  expect((await read(o.id)).pendingChange).toMatchObject({ difference: -100_00, growth: 900_00 });
  await approve(o.id);
  expect(await read(o.id)).toMatchObject({ amount: 1_900_00, revision: 2 });
  expect(
    await change(o.id, {
      lines: [{ id: b!.id, quantity: "5", unitPrice: "90" }],
      promisedOn: "2027-04-01",
    }),
  ).toMatchObject({ revision: 3, amount: 1_350_00, pendingChange: null });
});

test("a change goes by the policy for what it adds: its commodity and its fund; an account out of use cannot be added", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const added = { ...line({ quantity: "1", unitPrice: "5", account: 1 }), commodityCode: "424690" };
  const { fundId, accountId } = await t.database.read(people.clerk).one<{
    fundId: string;
    accountId: string;
  }>(sql`
    select fund_id, account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${accounts[1]}
  `);
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true, fundIds: [fundId], commodityPrefixes: ["424"] },
  });
  await expect(change(o.id, { added: [{ ...added, commodityCode: null }] })).rejects.toMatchObject({
    code: "no_policy",
  });
  expect(await change(o.id, { added: [added] })).toMatchObject({ revision: 1 });
  await as(people.buyer, (tx) =>
    withdrawChange(tx, people.buyer, { id: o.id, version: null, reason: null }),
  );
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update segment_value
      set active = false
      where org_id = ${agency.orgId} and id = ${accountId}
    `),
  );
  await expect(change(o.id, { added: [added] })).rejects.toMatchObject({
    code: "account_not_in_use",
    errors: [{ path: "added.0.splits.0.accountStringId" }],
  });
});

test("an added line whose shares do not add up is refused when it is asked for, at its own place", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  const split = {
    ...line(chair),
    splits: [
      { accountStringId: accounts[0], percent: "60" },
      { accountStringId: accounts[1], percent: "30" },
    ],
  };
  await expect(change(o.id, { added: [line(chair), split] })).rejects.toMatchObject({
    code: "lines_do_not_add_up",
    errors: [
      { path: "added.1.splits", message: "The split adds up to 90 percent; it must be 100." },
    ],
  });
  expect((await read(o.id)).pendingChange).toBeNull();
});

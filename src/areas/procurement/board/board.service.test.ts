import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas/finance/finance.server.ts";
import { newId } from "#kernel/ids.ts";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { approveDocument, issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import "../procurement.server.ts";
import "#areas/sourcing/sourcing.server.ts";
import { orderInput } from "../order/order.model.ts";
import { cancelOrder } from "../order/closing.service.ts";
import { createOrder } from "../order/order.service.ts";
import { pricesPaid } from "../price/price.service.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { cancelRequisition } from "../requisition/course.service.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import { boardColumns } from "./board.model.ts";
import {
  createSolicitation,
  endSolicitation,
  publishSolicitation,
} from "#areas/sourcing/solicitation/solicitation.service.ts";
import { readBoard } from "./board.service.ts";
import { allStages } from "./stage.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "buyer" | "receiver", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
let vendor: { id: string };
let otherDepartment: string;

const asked = async (departmentId: string, submit: boolean): Promise<string> => {
  const input = requisitionInput.parse({
    title: "Stone",
    departmentId,
    neededOn: "2026-12-20",
    lines: [
      {
        description: "Stone",
        quantity: "10",
        unit: "t",
        unitPrice: "12.50",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  const r = await t.database.transaction(people.clerk, (tx) =>
    createRequisition(tx, people.clerk, input),
  );
  if (submit)
    await t.database.transaction(people.clerk, (tx) =>
      submitRequisition(tx, people.clerk, { id: r.id, version: null }),
    );
  return r.id;
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  account = await makeBudget(t.database, agency, 90_000_00);
  vendor = await makeVendor(t.database, agency);
  otherDepartment = newId();
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${otherDepartment}, 'UTL', 'Utilities')
    `),
  );
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  for (let n = 0; n < 6; n++) await asked(agency.departmentId, false);
  for (let n = 0; n < 3; n++) await asked(n === 0 ? otherDepartment : agency.departmentId, true);
  await approveDocument(t.database, people.manager, await asked(agency.departmentId, true));
  const lines = [
    {
      quantity: "10",
      unitPrice: "38.5000",
      splits: [{ accountStringId: account.accountStringId }],
    },
  ];
  await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines,
  });
  await receiveGoods(
    t.database,
    people,
    await issuedOrder(t.database, people, {
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      lines,
    }),
    ["4"],
  );
  await receiveGoods(
    t.database,
    people,
    await issuedOrder(t.database, people, {
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      lines,
    }),
    ["10"],
  );
});
afterAll(() => t.drop());

const shownColumns = Object.keys(boardColumns);
const board = (actor: Actor, departmentId: string | null = null) =>
  readBoard(t.database.read(actor), actor, departmentId);

test.each([
  ["all departments", () => null],
  ["one department", () => agency.departmentId],
  ["another", () => otherDepartment],
])("every count is that of the list that it links to: %s", async (_, department) => {
  const shown = await board(people.buyer, department());
  const groups = shown.columns.flatMap((c) => c.groups);
  expect(groups.map((g) => g.id)).toEqual(allStages().map((s) => s.id));
  for (const group of groups) {
    const stage = allStages().find((s) => s.id === group.id)!;
    const query = listQuery(stage.list).parse(
      Object.fromEntries(new URL(group.href, "http://levee.test").searchParams),
    );
    const list = await runList(t.database.read(people.buyer), people.buyer, stage.list, query);
    expect({ stage: group.id, count: group.count }).toEqual({ stage: group.id, count: list.total });
    expect(group.cards.length).toBe(Math.min(group.count, 4));
  }
});

test("what was asked, ordered and received stands in its stage", async () => {
  const groups = (await board(people.buyer)).columns.flatMap((c) => c.groups);
  const count = (id: string) => groups.find((g) => g.id === id)!.count;
  expect({
    draft: count("draft"),
    approval: count("in_approval"),
    toOrder: count("to_order"),
    vendor: count("with_vendor"),
    partly: count("partly_received"),
    toInvoice: count("to_invoice"),
  }).toEqual({ draft: 6, approval: 3, toOrder: 1, vendor: 1, partly: 1, toInvoice: 1 });
});

test("a step is suggested only when its rule holds, and only to those who may take it", async () => {
  const toOrder = async (actor: Actor) =>
    (await board(actor)).columns.flatMap((c) => c.groups).find((g) => g.id === "to_order")!
      .cards[0]!;
  expect((await toOrder(people.buyer)).suggestion).toBeNull();
  const later = (actor: Actor): Actor => ({
    ...actor,
    businessNow: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  });
  expect((await toOrder(later(people.buyer))).suggestion).toMatchObject({
    label: "Create the order",
    rule: "Approved 7 days ago and not ordered; ordering should take 5.",
  });
  expect((await toOrder(later(people.clerk))).suggestion).toBeNull();
});

test("what was cancelled of a requisition is not counted as to order, on undivided lines and on divided ones", async () => {
  const toOrder = async () =>
    (await board(people.buyer)).columns.flatMap((c) => c.groups).find((g) => g.id === "to_order")!;
  const before = (await toOrder()).amount ?? 0;
  const second = (await makeBudget(t.database, agency, 90_000_00)).accountStringId;
  const whole = [{ accountStringId: account.accountStringId }];
  const lines = [
    { splits: whole, unitPrice: "10.00" },
    { splits: whole, unitPrice: "20.00" },
    {
      splits: [
        { accountStringId: account.accountStringId, percent: "50" },
        { accountStringId: second, percent: "50" },
      ],
      unitPrice: "40.00",
    },
  ].map((l) => ({ description: "Gravel", quantity: "10", unit: "t", ...l }));
  const r = await t.database.transaction(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Gravel",
        departmentId: agency.departmentId,
        neededOn: "2026-12-20",
        lines,
      }),
    ),
  );
  await t.database.transaction(people.clerk, (tx) =>
    submitRequisition(tx, people.clerk, { id: r.id, version: null }),
  );
  await approveDocument(t.database, people.manager, r.id);
  expect((await toOrder()).amount).toBe(before + 700_00);
  const order = await t.database.transaction(people.buyer, (tx) =>
    createOrder(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Gravel",
        vendorId: vendor.id,
        departmentId: agency.departmentId,
        requisitionLines: [{ requisitionLineId: r.lines[0]!.id! }],
      }),
    ),
  );
  await t.database.transaction(people.buyer, (tx) =>
    cancelRequisition(tx, people.buyer, {
      id: r.id,
      version: null,
      reason: "Not needed this year.",
    }),
  );
  await t.database.transaction(people.buyer, (tx) =>
    cancelOrder(tx, people.buyer, { id: order.id, version: null, reason: "Another vendor." }),
  );
  const after = await toOrder();
  expect([after.amount, after.cards.find((card) => card.id === r.id)?.amount]).toEqual([
    before + 100_00,
    100_00,
  ]);
  await t.database.transaction(people.buyer, (tx) =>
    cancelRequisition(tx, people.buyer, { id: r.id, version: null, reason: "Nor this." }),
  );
});

test("another agency's board is empty", async () => {
  const other = await makeAgency(t.database);
  const { stranger } = await makeMembers(t.database, other, { stranger: { role: "manager" } });
  expect((await board(stranger)).columns.map((c) => c.count)).toEqual(shownColumns.map(() => 0));
});

test("a requisition whose lines are out for bids stands under the solicitation, with its estimate, and comes back when that ends", async () => {
  const place = async () =>
    (await board(people.buyer)).columns
      .flatMap((c) => c.groups)
      .filter((g) => g.count > 0 && ["to_order", "sol_preparing", "sol_open"].includes(g.id))
      .map((g) => `${g.id} ${g.count}`);
  const {
    rows: [line],
  } = await t.database.transaction(people.buyer, async (tx) => ({
    rows: await tx.rows<{ id: string }>(sql`
      select l.id
      from requisition_line l
      join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
      where r.org_id = ${agency.orgId} and r.status = 'approved'
    `),
  }));
  expect(await place()).toEqual(["to_order 1"]);
  const items = [{ description: "Stone", quantity: "10", unit: "t", requisitionLineId: line!.id }];
  const input = solicitationOf(agency, { items, estimateCents: 7_500_00 });
  const asking = await t.database.transaction(people.buyer, (tx) =>
    createSolicitation(tx, people.buyer, input),
  );
  expect(await place()).toEqual(["sol_preparing 1"]);
  const [shown] = (await board(people.buyer)).columns.find((c) => c.id === "solicited")!.groups[0]!
    .cards;
  expect(shown).toMatchObject({
    number: asking.number,
    amount: 7_500_00,
    href: `/rfq-builder/${asking.id}`,
    suggestion: null,
  });
  expect(shown).not.toHaveProperty("method");
  await t.database.transaction(people.buyer, (tx) =>
    publishSolicitation(tx, people.buyer, { id: asking.id, version: null }),
  );
  expect(await place()).toEqual(["sol_open 1"]);
  await t.database.transaction(people.buyer, (tx) =>
    endSolicitation(tx, people.buyer, "cancel", {
      id: asking.id,
      version: null,
      reason: "The flood took the yard.",
    }),
  );
  expect(await place()).toEqual(["to_order 1"]);
});

test("prices paid are those of orders that went out", async () => {
  const paid = await pricesPaid(t.database.read(people.clerk), "", "Item 1");
  expect(paid).toHaveLength(3);
  expect(paid[0]).toMatchObject({ unitPrice: "38.5000", quantity: "10.0000" });
  expect(await pricesPaid(t.database.read(people.clerk), "", "Item 2")).toEqual([]);
});

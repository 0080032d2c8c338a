// A change of an order that went out is weighed as a new order of its new amount is: it cannot
// outgrow the method by which it was bought, nor hide from the look-back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { approveDocument } from "#server/testing/purchase.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import "../procurement.server.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createAndSubmit } from "../requisition/submission.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { adviseChange } from "./order-growth.service.ts";
import { orderSummary } from "./order.summary.service.ts";
import { readOrder } from "./order.read.service.ts";
import { changeInput, orderInput } from "./order.model.ts";
import { createAndIssue, issueOrder } from "./issue.service.ts";

const origin = "http://levee.test";
let t: TestDatabase;
let agency: Agency;
let vendorId: string;
let people: Record<"clerk" | "manager" | "admin" | "buyer", Actor>;
let account: string;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  });
  account = (await makeBudget(t.database, agency, 5_000_000_00)).accountStringId;
  vendorId = (await makeVendor(t.database, agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const line = (unitPrice: string, commodityCode: string | null = "212312") => ({
  description: "Stone",
  commodityCode,
  quantity: "100",
  unit: "t",
  unitPrice,
  splits: [{ accountStringId: account }],
});
const head = () => ({ title: "Stone", departmentId: agency.departmentId });
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
const sent = async (over: object) => {
  const order = await as(people.buyer, (tx) =>
    createAndIssue(tx, people.buyer, orderInput.parse({ ...head(), vendorId, ...over }), origin),
  );
  if (order.status === "issued") return read(order.id);
  await approveDocument(t.database, people.manager, order.id);
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: order.id, version: null }, origin),
  );
  return read(order.id);
};
const direct = (price = "90.00", over: object = {}) => sent({ lines: [line(price)], ...over });
const asked = async (price: string, over: object = {}) => {
  const made = await as(people.clerk, (tx) =>
    createAndSubmit(
      tx,
      people.clerk,
      requisitionInput.parse({ ...head(), neededOn: "2026-12-20", lines: [line(price)], ...over }),
    ),
  );
  await approveDocument(t.database, people.manager, made.id);
  return made;
};
/** An order of a requisition's lines, whole. */
const requisitioned = async (price: string, over: object = {}) =>
  sent({
    requisitionLines: (await asked(price, over)).lines.map((l) => ({ requisitionLineId: l.id })),
  });
type Order = Awaited<ReturnType<typeof read>>;
const change = (o: Order, over: object) =>
  as(people.buyer, (tx) =>
    changeOrder(
      tx,
      people.buyer,
      { id: o.id, version: null },
      changeInput.parse({ reason: "More is needed", ...over }),
      origin,
    ),
  );
const raise = (o: Order, unitPrice: string, over: object = {}) =>
  change(o, { lines: [{ id: o.lines[0]!.id, unitPrice }], ...over });
const refused = (path: string) => ({
  status: 422,
  code: "method_not_allowed",
  errors: [{ path, message: expect.stringContaining("200.320") }],
});
const like = () => ({ codes: ["212312"], accounts: [account], uncoded: [] });

test("a micro-purchase does not grow beyond the threshold without another method; approvers read it, and the order takes it once approved", async () => {
  const o = await direct();
  await expect(raise(o, "400.00")).rejects.toMatchObject({
    ...refused("method"),
    errors: [
      {
        path: "method",
        message: expect.stringMatching(
          /Micro-purchase does not do .*\$40,000.*Choose how it is bought now/s,
        ),
      },
    ],
  });
  await expect(raise(o, "400.00", { method: "micro_purchase" })).rejects.toMatchObject(
    refused("method"),
  );
  await expect(
    raise(o, "400.00", { method: "noncompetitive", methodReason: "Why not" }),
  ).rejects.toMatchObject(refused("methodReason"));
  expect(await read(o.id)).toMatchObject({
    amount: 9_000_00,
    pendingChange: null,
    version: o.version,
  });
  await raise(o, "400.00", {
    method: "simplified",
    methodReason: "Three quotes of 20 November, file Q-17",
  });
  expect(await read(o.id)).toMatchObject({
    method: "micro_purchase",
    amount: 9_000_00,
    pendingChange: {
      method: "simplified",
      aggregateAmount: 40_000_00,
      methodReason: "Three quotes of 20 November, file Q-17",
      methodCitation: expect.stringContaining("200.320"),
    },
  });
  const told = await orderSummary(t.database.read(people.manager), o.id);
  expect(told.facts).toEqual(
    expect.arrayContaining([
      {
        label: "Method with the change",
        value: expect.stringMatching(/^Simplified.*before: Micro-purchase.*200\.320/),
      },
      {
        label: "Reason for the method with the change",
        value: "Three quotes of 20 November, file Q-17",
      },
      { label: "Counts toward the threshold", value: "$40,000.00" },
    ]),
  );
  await approveDocument(t.database, people.manager, o.id);
  expect(await read(o.id)).toMatchObject({
    amount: 40_000_00,
    revision: 2,
    method: "simplified",
    methodReason: "Three quotes of 20 November, file Q-17",
    aggregateAmount: 40_000_00,
    pendingChange: null,
  });
});

test("the method in force stands while it does, a stricter or a justified one too; its reason is the requisition's where that gave it", async () => {
  const small = await direct("90.00");
  expect((await raise(small, "120.00")).pendingChange).toMatchObject({
    weighed: { method: "micro_purchase", aggregateAmount: 12_000_00 },
  });
  await as(people.buyer, (tx) =>
    withdrawChange(tx, people.buyer, { id: small.id, version: null, reason: null }),
  );
  const sole = await sent({
    lines: [line("90.00", "325998")],
    method: "noncompetitive",
    methodReason: "The only quarry that the flood left standing",
  });
  expect((await raise(sole, "400.00")).pendingChange).toMatchObject({
    weighed: { method: "noncompetitive", methodCitation: expect.stringContaining("200.320(c)") },
  });
  const asking = await requisitioned("400.00", {
    lines: [line("400.00", "237310")],
    method: "noncompetitive",
    methodReason: "The only pump that fits the station's pit",
  });
  expect((await raise(asking, "500.00")).pendingChange).toMatchObject({
    weighed: { method: "noncompetitive", aggregateAmount: 50_000_00 },
  });
  const sealed = await sent({ lines: [line("900.00", "332999")], method: "sealed_bid" });
  expect((await raise(sealed, "4000.00")).pendingChange).toMatchObject({
    weighed: { method: "sealed_bid", aggregateAmount: 400_000_00 },
  });
});

test("the order counts once, with its new amount, whether it was requisitioned or not; like purchases of the look-back come on top", async () => {
  const o = await requisitioned("90.00");
  await asked("50.00");
  expect(await adviseChange(t.database.read(people.buyer), o.id, 10_000_00, like())).toMatchObject({
    aggregate: 15_000_00,
    near: { count: 1, amount: 5_000_00 },
    crosses: false,
    inForce: { method: "micro_purchase", outgrown: null },
  });
  expect(await adviseChange(t.database.read(people.buyer), o.id, 10_100_00, like())).toMatchObject({
    aggregate: 15_100_00,
    crosses: true,
    inForce: { outgrown: expect.stringContaining("$15,100 exceeds") },
  });
  expect(
    (await adviseChange(t.database.read(people.buyer), o.id, 10_100_50, like()))?.inForce?.outgrown,
  ).toContain("$15,100.50 exceeds");
  await expect(raise(o, "101.00")).rejects.toMatchObject(refused("method"));
  expect((await raise(o, "100.00")).pendingChange).toMatchObject({
    weighed: { aggregateAmount: 15_000_00, splitWarning: false },
  });
});

test("a line that a change cancels is not counted beside the one that takes its place", async () => {
  const o = await requisitioned("90.00");
  expect(
    (await change(o, { lines: [{ id: o.lines[0]!.id, cancelled: true }], added: [line("95.00")] }))
      .pendingChange,
  ).toMatchObject({ weighed: { method: "micro_purchase", aggregateAmount: 9_500_00 } });
});

test("what lowers the total or leaves it is not asked, whatever was bought meanwhile", async () => {
  const o = await direct();
  await asked("400.00");
  expect(await raise(o, "80.00")).toMatchObject({
    amount: 8_000_00,
    revision: 2,
    method: "micro_purchase",
  });
  expect(
    (await change(o, { lines: [{ id: o.lines[0]!.id, quantity: "50", unitPrice: "160.00" }] }))
      .pendingChange,
  ).toMatchObject({ difference: 0, weighed: {} });
});

describe("the look-back of others", () => {
  const next = async () => (await asked("1.00")).aggregateAmount - 100_00;

  test("counts a change from the moment that it is sent, and no more once it is taken back", async () => {
    const o = await requisitioned("90.00");
    await raise(o, "140.00");
    expect(await next()).toBe(14_000_00);
    await as(people.buyer, (tx) =>
      withdrawChange(tx, people.buyer, { id: o.id, version: null, reason: null }),
    );
    expect(await next()).toBe(9_100_00);
  });

  const shared = async () => {
    const second = (await makeBudget(t.database, agency, 900_000_00)).accountStringId;
    return requisitioned("90.00", {
      lines: [
        {
          ...line("90.00"),
          splits: [account, second].map((accountStringId) => ({ accountStringId, percent: "50" })),
        },
      ],
    });
  };
  test.each([
    ["of a requisition", () => requisitioned("90.00")],
    ["of its own lines", () => direct("90.00")],
    ["of a requisition that accounts share", shared],
  ])("counts what a change added to an order %s", async (_of, make) => {
    const o = await make();
    await raise(o, "120.00");
    await approveDocument(t.database, people.manager, o.id);
    expect(await next()).toBe(12_000_00);
    await raise(await read(o.id), "100.00");
    expect(await next()).toBe(10_100_00);
  });

  test("finds it by account where either side names no commodity", async () => {
    const o = await requisitioned("90.00", { lines: [line("90.00", null)] });
    await raise(o, "120.00");
    expect(await next()).toBe(12_000_00);
    await approveDocument(t.database, people.manager, o.id);
    expect((await asked("1.00", { lines: [line("1.00", null)] })).aggregateAmount).toBe(12_200_00);
  });
});

/** Makes an issued order one of an award: of quotations, or after an evaluation. */
const awarded = async (o: Order, formal: boolean) => {
  const s = await published(t.database, people, solicitationOf(agency));
  const [award, evaluation, org] = [newId(), newId(), agency.orgId];
  await as(people.admin, async (tx) => {
    if (formal)
      await tx.rows(sql`
        insert into evaluation (
          org_id, id, number, solicitation_id, coordinator_id, minimum_evaluators, scored
        )
        values (
          ${org}, ${evaluation}, ${`EVL-${o.number}`}, ${s.id}, ${people.buyer.personId}, 1, false
        )
      `);
    await tx.rows(sql`
      insert into award (
        org_id, id, number, solicitation_id, evaluation_id, parts, total_cents, posted_at,
        window_ends_at, window_rule
      )
      values (
        ${org}, ${award}, ${`AWD-${o.number}`}, ${s.id}, ${formal ? evaluation : null}, '[]',
        900000, now(), now(), '{}'
      )
    `);
    await tx.rows(sql`
      insert into award_order (org_id, id, award_id, purchase_order_id, vendor_id)
      values (${org}, ${newId()}, ${award}, ${o.id}, ${vendorId})
    `);
  });
  return o;
};

test("an order of an evaluated award was competed and is not weighed; one of quotes is for its own amount, as the award was", async () => {
  const formal = await awarded(await direct(), true);
  const quotes = await awarded(await direct(), false);
  await asked("2000.00");
  expect((await raise(formal, "9000.00")).pendingChange).toMatchObject({
    growth: 891_000_00,
    weighed: {},
    counts: [],
  });
  expect(
    await adviseChange(t.database.read(people.buyer), formal.id, 900_000_00, like()),
  ).toBeNull();
  expect((await raise(quotes, "2000.00")).pendingChange).toMatchObject({
    weighed: { method: "simplified", aggregateAmount: 200_000_00 },
  });
  await as(people.buyer, (tx) =>
    withdrawChange(tx, people.buyer, { id: quotes.id, version: null, reason: null }),
  );
  await expect(raise(quotes, "9000.00")).rejects.toMatchObject(refused("method"));
  expect(
    (
      await raise(quotes, "9000.00", {
        method: "noncompetitive",
        methodReason: "Only this maker's parts fit the pumps that failed",
      })
    ).pendingChange,
  ).toMatchObject({ weighed: { method: "noncompetitive" } });
});

test("changes of like orders that are sent at once take turns: each sees the ones before, and those that cross the threshold are refused", async () => {
  const orders: Order[] = [];
  for (let i = 0; i < 10; i++) orders.push(await direct("10.00"));
  const ends = await Promise.allSettled(orders.map((o) => raise(o, "20.00")));
  expect(
    ends
      .flatMap((e) =>
        e.status === "fulfilled"
          ? [
              (e.value.pendingChange as { weighed: { aggregateAmount: number } }).weighed
                .aggregateAmount,
            ]
          : [],
      )
      .sort((a, b) => a - b),
  ).toEqual([11, 12, 13, 14, 15].map((n) => n * 1_000_00));
  expect(
    ends.flatMap((e) => (e.status === "rejected" ? [(e.reason as { code: string }).code] : [])),
  ).toEqual(Array(5).fill("method_not_allowed"));
});

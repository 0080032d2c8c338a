import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { makeCompany } from "#server/testing/company.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { disputeInvoice } from "#areas/finance/invoice/course.service.ts";
import { submitVendorInvoice } from "#areas/finance/vendor-invoice/vendor-invoice.service.ts";
import { postReceipt } from "#areas/procurement/procurement.server.ts";
import { receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { listEvents } from "./events.service.ts";
import { formulaOf, markOf, scoreOf, type Counted } from "./performance.model.ts";
import { answerPlan, createPlan, movePlan } from "./plan.service.ts";
import {
  evaluate,
  readScorecard,
  recomputeScores,
  replyToEvent,
  spanOf,
} from "./performance.service.ts";

const none: Counted = {
  delivery: { n: 0, bad: 0 },
  quality: { n: 0, bad: 0 },
  price: { n: 0, bad: 0 },
  dispute: { n: 0, bad: 0 },
  evaluation: { n: 0, sum: 0 },
};

test("the total is the weighted mean of the marks that exist, and says how it came about", () => {
  expect(scoreOf(none)).toBeNull();
  expect(scoreOf({ ...none, delivery: { n: 4, bad: 0 } })).toBeNull();
  const some: Counted = { ...none, delivery: { n: 5, bad: 1 }, quality: { n: 4, bad: 0 } };
  expect(markOf(some, "delivery")).toBe(80);
  expect(scoreOf(some)).toBe(88.33);
  expect(formulaOf(some)).toBe("(35 × 80.0 + 25 × 100.0) ÷ 60 = 88.33");
  expect(
    [3, 9, 15].map((sum) => markOf({ ...none, evaluation: { n: 1, sum } }, "evaluation")),
  ).toEqual([0, 50, 100]);
  expect(
    scoreOf({
      delivery: { n: 10, bad: 10 },
      quality: { n: 1, bad: 1 },
      price: { n: 1, bad: 1 },
      dispute: { n: 1, bad: 1 },
      evaluation: { n: 1, sum: 3 },
    }),
  ).toBe(0);
});

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "receiver" | "manager" | "admin" | "ap", Actor>;
let vendor: Actor;
let rival: Actor;
let vendorId: string;
let account: string;
const today = agencyDay();
const day = (back: number) => agencyDay(-back);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    ap: { duties: ["ap"] },
  });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  account = (await makeBudget(t.database, agency, 900_000_00)).accountStringId;
  [vendor, rival] = [await makeCompany(t, "Northline"), await makeCompany(t, "Rival")];
  vendorId = (await makeVendor(t.database, agency, { name: "Northline" })).id;
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${vendor.vendorIds[0]}
      where org_id = ${agency.orgId} and id = ${vendorId}
    `),
  );
});
afterAll(() => t.drop());

const order = async (promisedOn: string) => {
  const made = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: [
      { quantity: "10", unitPrice: "5.00", splits: [{ accountStringId: account }] },
      { quantity: "4", unitPrice: "20.00", splits: [{ accountStringId: account }] },
    ],
  });
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update purchase_order
      set promised_on = ${promisedOn}, issued_at = now() - interval '30 days'
      where org_id = ${agency.orgId} and id = ${made.id}
    `),
  );
  return made;
};
const receive = (
  of: { id: string; lines: { id: string }[] },
  receivedOn: string,
  lines: readonly (readonly [at: number, quantity: string, rejected?: string])[],
) =>
  t.database.transaction(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: of.id, version: null },
      receiptInput.parse({
        receivedOn,
        lines: lines.map(([at, quantity, rejected = "0"]) => ({
          purchaseOrderLineId: of.lines[at]!.id,
          quantity,
          rejectedQuantity: rejected,
          rejectReason: rejected === "0" ? "" : "Wet bags",
        })),
      }),
    ),
  );
const card = () =>
  readScorecard(t.database.read(people.buyer), people.buyer, agency.orgId, vendorId);

test("every mark comes from events, each event is found again, and both sides see the same", async () => {
  const good = await order(day(10));
  const late = await order(day(8));
  const open = await order(day(-20));
  await receive(good, day(12), [
    [0, "10"],
    [1, "4"],
  ]);
  await receive(late, day(9), [[0, "6"]]);
  await receive(late, day(2), [
    [0, "4"],
    [1, "5", "1"],
  ]);
  await receive(open, day(1), [[0, "10"]]);
  const bill = (of: { id: string; lines: { id: string }[] }, number: string, price: string) =>
    submitVendorInvoice(t.app, vendor, agency.orgId, of.id, {
      vendorNumber: number,
      invoiceDate: today,
      charges: 0,
      tax: 0,
      note: "",
      lines: [{ lineId: of.lines[0]!.id, quantity: "5", unitPrice: price }],
    });
  await bill(good, "A-1", "5.00");
  const dear = await bill(late, "A-2", "6.00");
  await t.database.transaction(people.ap, (tx) =>
    disputeInvoice(tx, people.ap, {
      id: dear.id,
      version: null,
      reason: "Price is not the order's",
    }),
  );
  await expect(
    t.database.transaction(people.manager, (tx) =>
      evaluate(tx, people.manager, vendorId, {
        purchaseOrderId: (good as { id: string }).id,
        quality: 5,
        timeliness: 4,
        service: 3,
        comment: "Clean stone, quiet drivers",
      }),
    ),
  ).resolves.toBeDefined();
  const now = await card();
  expect(now.marks.map((m) => [m.measure, m.n, m.bad])).toEqual([
    ["delivery", 4, 2],
    ["quality", 6, 1],
    ["price", 2, 1],
    ["dispute", 2, 1],
    ["evaluation", 1, 0],
  ]);
  expect(now.score).toBeCloseTo(
    (35 * 50 + 25 * ((100 * 5) / 6) + 15 * 50 + 10 * 50 + 15 * 75) / 100,
    2,
  );
  const theirs = await readScorecard(
    vendorSide(t.database, vendor),
    vendor,
    agency.orgId,
    vendorId,
  );
  expect({ ...theirs, canEvaluate: true, canPlan: true }).toEqual({
    ...now,
    canEvaluate: true,
    canPlan: true,
  });
  await expect(
    readScorecard(vendorSide(t.database, rival), rival, agency.orgId, vendorId),
  ).rejects.toMatchObject({ status: 404 });
  const { items } = await listEvents(
    t.database.read(people.buyer),
    { ...(await spanOf(t.database.read(people.buyer), agency.orgId)), vendorId },
    "delivery",
    1,
  );
  expect(items.map((e) => [e.good, e.orderId])).toEqual([
    [false, late.id],
    [false, late.id],
    [true, good.id],
    [true, good.id],
  ]);
  expect(items[0]!.detail).toMatch(/^Promised [A-Z][a-z]{2} \d{1,2}, \d{4}, /);
});

test("the list's sums are the live figures", async () => {
  expect(await t.database.transaction(people.manager, (tx) => recomputeScores(tx))).toBe(1);
  const stored = await t.database.read(people.buyer).one<{ score: string; events: number }>(sql`
    select score, events
    from vendor_score
    where org_id = ${agency.orgId} and vendor_id = ${vendorId}
  `);
  const live = await card();
  expect(Number(stored.score)).toBe(live.score);
  expect(stored.events).toBe(live.events);
  expect(await t.database.transaction(people.manager, (tx) => recomputeScores(tx))).toBe(1);
});

test("the vendor answers its own events and nobody else's", async () => {
  const { items } = await listEvents(
    t.database.read(people.buyer),
    { ...(await spanOf(t.database.read(people.buyer), agency.orgId)), vendorId },
    "quality",
    1,
  );
  const event = items.find((e) => !e.good)!;
  await replyToEvent(t.app, vendor, agency.orgId, {
    kind: "quality",
    eventId: event.id,
    body: "The bags were dry when they left; the truck was held at the gate.",
  });
  await expect(
    replyToEvent(t.app, rival, agency.orgId, {
      kind: "quality",
      eventId: event.id,
      body: "Not mine",
    }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    replyToEvent(t.app, vendor, agency.orgId, {
      kind: "price",
      eventId: event.id,
      body: "Not of this kind",
    }),
  ).rejects.toMatchObject({ status: 404 });
  const again = await listEvents(
    t.database.read(people.buyer),
    { ...(await spanOf(t.database.read(people.buyer), agency.orgId)), vendorId },
    "quality",
    1,
  );
  expect(again.items.find((e) => e.id === event.id)!.replies).toEqual([
    expect.objectContaining({ person: vendor.name }),
  ]);
});

test("an order is evaluated once by each person, and only after a delivery", async () => {
  const fresh = await order(day(-5));
  const say = (id: string) =>
    t.database.transaction(people.manager, (tx) =>
      evaluate(tx, people.manager, vendorId, {
        purchaseOrderId: id,
        quality: 3,
        timeliness: 3,
        service: 3,
        comment: "Nothing to say yet",
      }),
    );
  await expect(say(fresh.id)).rejects.toMatchObject({ code: "nothing_delivered" });
  await receive(fresh, today, [[0, "10"]]);
  await say(fresh.id);
  await expect(say(fresh.id)).rejects.toMatchObject({ code: "evaluated" });
});

test("a corrective plan goes between both sides and excludes nobody", async () => {
  const plan = await t.database.transaction(people.manager, (tx) =>
    createPlan(tx, people.manager, {
      vendorId,
      title: "Deliver on the promised day",
      finding: "Two of four lines came late in the last year.",
      wanted: "No late line in 90 days",
      dueOn: day(-90),
    }),
  );
  expect(await vendorSide(t.database, vendor).rows(sql`select id from corrective_plan`)).toEqual(
    [],
  );
  await expect(
    answerPlan(t.app, vendor, agency.orgId, plan.id, "We buy a second truck"),
  ).rejects.toMatchObject({ status: 404 });
  await t.database.transaction(people.manager, (tx) =>
    movePlan(tx, people.manager, "send", { id: plan.id, version: plan.version, reason: null }),
  );
  await expect(
    answerPlan(t.app, rival, agency.orgId, plan.id, "We buy a second truck"),
  ).rejects.toMatchObject({ status: 404 });
  expect(
    await answerPlan(t.app, vendor, agency.orgId, plan.id, "We buy a second truck"),
  ).toMatchObject({ status: "answered", answeredByName: vendor.name });
  await t.database.transaction(people.manager, (tx) =>
    movePlan(tx, people.manager, "agree", { id: plan.id, version: null, reason: null }),
  );
  const ended = await t.database.transaction(people.manager, (tx) =>
    movePlan(tx, people.manager, "notMet", {
      id: plan.id,
      version: null,
      reason: "Three more late lines",
    }),
  );
  expect(ended).toMatchObject({ status: "not_met", outcome: "Three more late lines" });
  expect(
    await t.database
      .read(people.buyer)
      .one(sql`select status from vendor where org_id = ${agency.orgId} and id = ${vendorId}`),
  ).toEqual({ status: "active" });
});

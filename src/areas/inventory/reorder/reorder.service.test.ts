// What runs low is asked for once, comes with the order that buys it, and is not decided by who keeps it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import {
  createOrder,
  issueOrder,
  readRequisition,
  submitOrder,
  submitRequisition,
  withdrawRequisition,
} from "#areas/procurement/procurement.server.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { standingOfStock } from "../standing/standing.service.ts";
import type { ReorderAdvice } from "./advice.model.ts";
import type { ReorderProposal } from "./reorder.model.ts";

let t: TestDatabase;
let s: Stores;
let people: Record<"admin" | "manager" | "buyer" | "receiver", Actor>;
let vendorId: string;
let accountStringId: string;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  people = await makeMembers(t.database, s.agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  ({ accountStringId } = await makeBudget(t.database, s.agency, 50_000_00));
  vendorId = (await makeVendor(t.database, s.agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});
afterAll(() => t.drop());

const lowItem = async (over: object = {}): Promise<string> => {
  const id = await s.item({ reorderPoint: "10", orderUpTo: "50", ...over });
  await s.found(id, "8", 8_00);
  return id;
};
const proposalOf = async (itemId: string, by = s.people.keeper): Promise<ReorderProposal | null> =>
  (
    await s.asking<{ items: ReorderProposal[] }>(
      by,
      `GET /api/v1/stock-reorders/proposals?itemId=${itemId}`,
    )
  ).items[0] ?? null;
const ask = (itemId: string, over: object = {}, by = s.people.keeper) =>
  s.asking<{ requisitionId: string }>(by, "POST /api/v1/stock-reorders", {
    departmentId: s.agency.departmentId,
    accountStringId,
    neededOn: agencyDay(14),
    locationId: s.bay,
    lines: [{ itemId, unitPrice: "3.50" }],
    ...over,
  });
const requisitionOf = (id: string) =>
  readRequisition(t.database.read(people.manager), people.manager, id);

const orderedFrom = async (requisitionId: string, quantity?: string) => {
  const { buyer, manager } = people;
  const keeper = s.people.keeper;
  await s.as(keeper, (tx) => submitRequisition(tx, keeper, { id: requisitionId, version: null }));
  await approveDocument(t.database, manager, requisitionId);
  const [line] = (await requisitionOf(requisitionId)).lines;
  const { id } = await s.as(buyer, (tx) =>
    createOrder(
      tx,
      buyer,
      orderInput.parse({
        title: "Cold patch",
        vendorId,
        departmentId: s.agency.departmentId,
        requisitionLines: [{ requisitionLineId: line!.id, ...(quantity && { quantity }) }],
      }),
    ),
  );
  await s.as(buyer, (tx) => submitOrder(tx, buyer, { id, version: null }));
  await approveDocument(t.database, manager, id);
  await s.as(buyer, (tx) => issueOrder(tx, buyer, { id, version: null }, "http://levee.test"));
  return readOrder(t.database.read(buyer), buyer, id);
};

test("what runs low is proposed with what is free, comes and costs, and is asked for once", async () => {
  const id = await lowItem();
  expect(await proposalOf(id)).toMatchObject({
    available: "8",
    onOrder: "0",
    asked: "0",
    reorderPoint: "10",
    wanted: "42",
    unitPrice: "1.00",
  });
  expect(await standingOfStock(s.db(), s.people.keeper)).toMatchObject({ below: 1, toReorder: 1 });
  const { requisitionId } = await ask(id);
  expect(await standingOfStock(s.db(), s.people.keeper)).toMatchObject({ below: 1, toReorder: 0 });
  const requisition = await requisitionOf(requisitionId);
  expect(requisition).toMatchObject({ status: "draft", amount: 147_00 });
  expect(requisition.lines).toMatchObject([{ quantity: "42.0000", unit: "bag" }]);
  expect(await proposalOf(id)).toBeNull();
  expect(await refusalOf(ask(id))).toContain("comes_already");
});

test("two who ask at once ask once", async () => {
  const id = await lowItem();
  const said = await Promise.allSettled([ask(id), ask(id, {}, s.people.second)]);
  expect(said.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a requisition that is withdrawn asks for nothing any more; a changed one still does", async () => {
  const id = await lowItem();
  const { requisitionId } = await ask(id);
  const keeper = s.people.keeper;
  const { version, lines } = await requisitionOf(requisitionId);
  const [{ description, unit, unitPrice, splits }] = lines as [(typeof lines)[number]];
  const changed = {
    description,
    unit,
    unitPrice,
    quantity: "1",
    splits: splits.map((split) => ({ accountStringId: split.accountStringId, percent: "100" })),
  };
  await s.asking(
    keeper,
    `PATCH /api/v1/requisitions/${requisitionId}`,
    { lines: [changed] },
    version,
  );
  expect(await proposalOf(id)).toMatchObject({ asked: "1", wanted: "41" });
  const again = (await requisitionOf(requisitionId)).version;
  const other = { ...changed, description: "Something else" };
  await s.asking(keeper, `PATCH /api/v1/requisitions/${requisitionId}`, { lines: [other] }, again);
  expect(await proposalOf(id)).toBeNull();
  await s.as(keeper, (tx) => withdrawRequisition(tx, keeper, { id: requisitionId, version: null }));
  expect(await proposalOf(id)).toMatchObject({ asked: "0", wanted: "42" });
});

test("what is ordered counts until it came, and is put where it was asked for with its receipt", async () => {
  const id = await lowItem();
  const { requisitionId } = await ask(id, { locationId: s.shelf });
  const order = await orderedFrom(requisitionId);
  expect(await proposalOf(id)).toBeNull();
  await receiveGoods(t.database, people, order, ["5"]);
  expect(await s.free(id)).toBe("13");
  expect(await s.poolOf(id)).toEqual({ quantity: "13", valueCents: 8_00 + 17_50 });
  await s.issue(id, "8");
  expect(await proposalOf(id)).toBeNull();
});

test("whoever keeps an item asked for it: they do not approve its requisition", async () => {
  const keeperId = people.manager.personId;
  const id = await lowItem({ keeperId });
  const { requisitionId } = await ask(id);
  const keeper = s.people.keeper;
  await s.as(keeper, (tx) => submitRequisition(tx, keeper, { id: requisitionId, version: null }));
  await expect(approveDocument(t.database, people.manager, requisitionId)).rejects.toThrow();
});

test("asked in vain: without a point, above it, in the past, out of use, by a lower role, for another agency", async () => {
  const id = await lowItem();
  const plain = await s.item();
  expect(await refusalOf(ask(plain))).toContain("no_point");
  const full = await s.item({ reorderPoint: "5", orderUpTo: "50" });
  await s.found(full, "6", 6_00);
  expect(await refusalOf(ask(full))).toContain("comes_already");
  expect(await refusalOf(ask(id, { neededOn: agencyDay(-1) }))).toContain("day_over");
  const twice = [
    { itemId: id, unitPrice: "1" },
    { itemId: id, unitPrice: "1" },
  ];
  expect(await refusalOf(ask(id, { lines: twice }))).toContain("An item stands here twice.");
  expect(await refusalOf(ask(id, { colour: "red" }))).toContain("invalid");
  await expect(ask(id, {}, s.people.clerk)).rejects.toMatchObject({ code: "not_allowed" });
  await expect(ask(id, {}, s.elsewhere)).rejects.toMatchObject({ status: 404 });
  expect(await proposalOf(id, s.elsewhere)).toBeNull();
});

test("a reorder point is proposed from use and real lead times, and taken as it was shown", async () => {
  const id = await s.item({ reorderPoint: "55", orderUpTo: "80" });
  await s.found(id, "60", 60_00, {}, { movedOn: agencyDay(-60) });
  for (const days of [-40, -20, -3]) await s.issue(id, "4", { movedOn: agencyDay(days) });
  const path = `/api/v1/stock-items/${id}/reorder-advice`;
  const advice = () => s.asking<ReorderAdvice>(s.people.clerk, `GET ${path}`);
  const take = async (shown: object, by = s.people.keeper) =>
    s.asking<{ version: number }>(by, `POST ${path}`, shown, (await advice()).version);
  expect(await advice()).toMatchObject({
    point: null,
    used: { days: 3, quantity: "12", over: 60 },
    tooFew: expect.stringContaining("3, 0 and 60 stand here"),
  });
  expect(await refusalOf(take({ point: "1", upTo: "7" }).then(String))).toContain("too_few_rows");
  const order = await orderedFrom((await ask(id)).requisitionId);
  for (const part of ["5", "6"]) await receiveGoods(t.database, people, order, [part]);
  const now = await advice();
  expect(now).toMatchObject({ point: "1", upTo: "7", leadDays: 1, tooFew: null });
  expect(now.issues.map(({ quantity }) => quantity)).toEqual(["4", "4", "4"]);
  expect(now.leads).toMatchObject([
    { orderId: order.id, days: 0 },
    { orderId: order.id, days: 0 },
  ]);
  expect(await refusalOf(take({ point: "2", upTo: "7" }).then(String))).toContain("advice_changed");
  expect(await refusalOf(take(now, s.people.clerk).then(String))).toContain("not_allowed");
  expect(await refusalOf(take({ point: "1", upTo: "7" }, s.elsewhere).then(String))).toContain(
    "not_found",
  );
  await take({ point: "1", upTo: "7" });
  expect(await advice()).toMatchObject({ reorderPoint: "1", orderUpTo: "7" });
});

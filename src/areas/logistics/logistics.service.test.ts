// Shipments of orders: where they stand follows from events, receipts and what the rule of their day demands.
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
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import {
  announceInStory,
  postReceipt,
  receiptInput,
} from "#areas/procurement/procurement.server.ts";
import { reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import type { ShipmentDesk, ShipmentDetail } from "./shipment/desk.model.ts";
import { eventImporter } from "./shipment/event.importer.ts";
import type { ReportAnswer } from "./shipment/event.model.ts";
import { shipmentsDay } from "./morning.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"manager" | "admin" | "buyer" | "receiver" | "asker", Actor>;
let stranger: Actor;
let vendorId: string;
let order: { id: string; lines: { id: string }[] };
const asking = askingOf(() => t);
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
});
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    asker: {},
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  order = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: [
      { quantity: "10", unitPrice: "5", splits: [{ accountStringId }] },
      { quantity: "4", unitPrice: "7", splits: [{ accountStringId }] },
    ],
  });
});

const announced = (quantity: string, over: object = {}, line = 0) =>
  as(people.buyer, (tx) =>
    announceInStory(
      tx,
      {
        id: order.id,
        vendorId,
        vendor: "Vendor",
        year: 2027,
        status: "issued",
        receiptId: null,
        receivedOn: null,
        lines: [],
      },
      {
        carrier: "USPS",
        tracking: `T-${newId()}`,
        shippedOn: agencyDay(-1),
        expectedOn: agencyDay(2),
        packages: 1,
        lines: [{ lineId: order.lines[line]!.id, quantity }],
        ...over,
      },
    ),
  );
const read = (id: string, actor = people.asker) =>
  asking<ShipmentDetail>(actor, `GET /api/v1/ship-notices/${id}`);
const event = (id: string, body: object, actor = people.receiver) =>
  asking(actor, `POST /api/v1/ship-notices/${id}/events`, body);
// Minutes ago.
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const receive = (quantity: string, over: object = {}, line = 0) =>
  as(people.receiver, (tx) =>
    postReceipt(
      tx,
      people.receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: [{ purchaseOrderLineId: order.lines[line]!.id, quantity }],
        ...over,
      }),
    ),
  );
const told = () =>
  t.database.read(people.buyer).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${agency.orgId}
      and person_id = ${people.buyer.personId}
      and kind = 'shipment.differs'
  `);

test("a shipment stands by its events; its receipt verifies it, and reversed it is on its way again", async () => {
  const id = await announced("6");
  expect(await read(id)).toMatchObject({
    status: "info_received",
    oursOn: null,
    pastDeliveries: 0,
    mayRecord: false,
    mayReceive: false,
  });
  // Events that came late count by their own time.
  await event(id, { at: ago(30), kind: "out_for_delivery", place: "Chaska, MN" });
  await event(id, { at: ago(90), code: "03" });
  expect((await read(id)).status).toBe("out_for_delivery");
  const receipt = await receive("6");
  const whole = await read(id, people.receiver);
  expect(whole).toMatchObject({
    status: "verified",
    deliveredOn: agencyDay(0),
    receipts: [{ receiver: people.receiver.name }],
    lines: [{ announced: "6.0000", came: "6", rejected: "0" }],
  });
  expect(whole.events.map(({ kind, code }) => [kind, code])).toEqual([
    ["out_for_delivery", ""],
    ["in_transit", "03"],
  ]);
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, receipt.id, 1, "It was another order's"),
  );
  expect(await read(id)).toMatchObject({ status: "out_for_delivery", deliveredOn: null });
  const next = await announced("1");
  await event(next, { at: ago(1), kind: "delivered" });
  expect((await read(next)).status).toBe("delivered");
});

test("less than was announced is a difference whose owner is told once; the whole of it verifies", async () => {
  const id = await announced("6");
  await receive("5");
  expect(await read(id)).toMatchObject({ status: "delivered" });
  expect((await read(id)).testimony).toEqual([
    { witness: "place", says: "missing", demanded: false },
    { witness: "receiver", says: "agrees", demanded: true },
    { witness: "quantity", says: "differs", demanded: true },
  ]);
  await event(id, { at: ago(5), kind: "delivered" });
  expect(await told()).toHaveLength(1);
  const desk = await asking<ShipmentDesk>(people.receiver, "GET /api/v1/shipment-desk");
  expect(desk).toMatchObject({
    mayRecord: true,
    items: [{ id, lacking: ["quantity!"], status: "delivered" }],
  });
  await receive("1", { shipNoticeId: id });
  expect((await read(id)).status).toBe("verified");
  // How late its vendor came is what the next one is expected by.
  expect(await read(await announced("1"))).toMatchObject({
    oursOn: agencyDay(0),
    pastDeliveries: 1,
    medianDaysLate: -2,
  });
});

test("a receipt names its shipment; without a word it is the one that has waited longest with such a line", async () => {
  const first = await announced("3", { expectedOn: agencyDay(1) });
  const second = await announced("3", { expectedOn: agencyDay(3) });
  const other = await announced("4", { expectedOn: agencyDay(0) }, 1);
  await receive("3", { shipNoticeId: second });
  await receive("3");
  expect([(await read(first)).status, (await read(second)).status]).toEqual([
    "verified",
    "verified",
  ]);
  expect((await read(other)).status).toBe("info_received");
  await expect(receive("1", { shipNoticeId: newId() })).rejects.toMatchObject({
    errors: [{ path: "shipNoticeId", message: "This is no shipment of the order that stands." }],
  });
});

test("an agency's own rule demands the place of the driver, too", async () => {
  await as(people.admin, (tx) =>
    addRule(tx, people.admin, {
      key: "deliveryProof",
      jurisdiction: "local",
      citation: "County policy 12",
      text: "The place of the driver is witness, too.",
      effectiveFrom: agencyDay(-30),
      effectiveTo: null,
      parameters: { proofWitnesses: "place,receiver" },
      source: "Board of commissioners",
      verified: true,
    }),
  );
  const id = await announced("6");
  await receive("6");
  expect(await read(id)).toMatchObject({
    status: "delivered",
    testimony: [
      { witness: "place", says: "missing", demanded: true },
      { witness: "receiver", says: "agrees", demanded: true },
      { witness: "quantity", says: "agrees", demanded: false },
    ],
  });
});

test("a carrier's program sends many events: those that cannot be are named, the rest is kept once", async () => {
  const id = await announced("6", { tracking: "9400 1118" });
  const { number } = await read(id);
  const sent = [
    { shipment: "9400 1118", at: ago(60), code: "03" },
    { shipment: number, at: ago(30), code: "OF", latitude: 44.8, longitude: -93.6 },
    { shipment: number, at: agencyDay(365) + "T08:00:00Z", code: "01" },
    { shipment: number, at: ago(10), code: "Q7" },
    { shipment: number, at: ago(10) },
    { shipment: number, at: ago(10), kind: "delivered", latitude: 44.8 },
    { shipment: "ASN-0", at: ago(10), kind: "delivered" },
  ];
  const send = (actor: Actor) =>
    asking<ReportAnswer>(actor, "POST /api/v1/shipment-events", { events: sent });
  const answer = await send(people.receiver);
  expect(answer).toEqual({
    taken: 2,
    known: 0,
    refused: [
      { at: 2, shipment: number, message: "This time is still to come." },
      {
        at: 3,
        shipment: number,
        message: "USPS has no code Q7 here. Say what happened in words.",
      },
      { at: 4, shipment: number, message: "Say what happened." },
      {
        at: 5,
        shipment: number,
        message: "A position has latitude and longitude, or neither.",
      },
      {
        at: 6,
        shipment: "ASN-0",
        message: "No shipment of this number or tracking number is here.",
      },
    ],
  });
  expect(await send(people.receiver)).toMatchObject({ taken: 0, known: 2 });
  expect((await read(id)).status).toBe("out_for_delivery");
  await expect(send(people.asker)).rejects.toMatchObject({ status: 403 });
  expect((await send(stranger)).taken).toBe(0);
});

test("a file of events is refused by row, and the rest comes in", async () => {
  const id = await announced("6", { tracking: "1Z" });
  const row = (over: object) =>
    eventImporter.schema.parse({ shipment: "1z", at: ago(20), kind: "in_transit", ...over });
  const rows = [
    row({}),
    row({ at: `${agencyDay(400)}T10:00:00Z` }),
    row({ shipment: "other" }),
    row({ kind: null, code: "??" }),
  ];
  const verdicts = await eventImporter.plan(t.database.read(people.receiver), rows, "");
  expect(verdicts.map((v) => v.action)).toEqual(["create", "reject", "reject", "reject"]);
  await as(people.receiver, (tx) =>
    eventImporter.apply(
      tx,
      people.receiver,
      [{ row: rows[0]!, action: "create", plan: (verdicts[0] as unknown as { plan: never }).plan }],
      newId(),
      () => {},
    ),
  );
  expect(await read(id)).toMatchObject({ status: "in_transit", events: [{ source: "csv" }] });
});

test("events are kept as they came; other agencies and other roles have no part in them", async () => {
  const id = await announced("6");
  const delivered = { at: ago(5), kind: "delivered" };
  expect(await refusalOf(event(id, { at: ago(5), code: "ZZ" }))).toContain("event_refused");
  await expect(event(id, delivered, people.asker)).rejects.toMatchObject({ status: 403 });
  await expect(event(id, delivered, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(read(id, stranger)).rejects.toMatchObject({ status: 404 });
  const strange = await asking<ShipmentDesk>(stranger, "GET /api/v1/shipment-desk");
  expect(strange.items).toEqual([]);
  await event(id, delivered);
  await event(id, delivered);
  expect((await read(id)).events).toHaveLength(1);
  for (const change of [
    sql`update shipment_event set place = 'X' where org_id = ${agency.orgId}`,
    sql`delete from shipment_event where org_id = ${agency.orgId}`,
  ])
    await expect(as(people.admin, (tx) => tx.rows(change))).rejects.toThrow();
});

test("of what nothing is heard for thirty days nobody waits any more", async () => {
  const old = { shippedOn: agencyDay(-40), expectedOn: agencyDay(-31) };
  const silent = await announced("2", old);
  const late = await announced("2", { ...old, expectedOn: agencyDay(-30) });
  await shipmentsDay.run(t.app, agency.orgId);
  expect([(await read(silent)).status, (await read(late)).status]).toEqual([
    "expired",
    "info_received",
  ]);
});

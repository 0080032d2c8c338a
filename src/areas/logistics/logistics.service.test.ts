// Shipments of orders: where they stand follows from events, receipts and what the rule of their day demands.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
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
import type { ProofView } from "./proof/proof.model.ts";
import { shipmentsDay } from "./morning.service.ts";

// The smallest picture there is: a PNG of one pixel.
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
// Whoever opens a link: nobody that the agency knows.
const outside = systemActor(null);

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
        orderedOn: agencyDay(-20),
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

type Link = { path: string; endsAt: string };
const linkOf = async (id: string, actor = people.receiver): Promise<string> =>
  (await asking<Link>(actor, `POST /api/v1/ship-notices/${id}/driver-links`)).path
    .split("/")
    .at(-1)!;
const look = (token: string) =>
  asking<ProofView>(outside, "POST /api/v1/delivery-proofs/look", { token });
const handOver = (token: string, over: object = {}) =>
  asking<{ number: string }>(outside, "POST /api/v1/delivery-proofs/give", {
    token,
    key: newId(),
    at: ago(2),
    position: { latitude: 44.79, longitude: -93.6, accuracy: 12 },
    driver: "Dana Fox",
    mark: [[10, 10, 60, 40]],
    counts: [{ lineId: order.lines[0]!.id, quantity: "6" }],
    ...over,
  });
const atYard = () =>
  as(people.admin, async (tx) => {
    const id = newId();
    await tx.rows(sql`
      insert into agency_place (org_id, id, name, kind, latitude, longitude)
      values (${agency.orgId}, ${id}, 'County yard', 'yard', 44.79, -93.6)
    `);
    await tx.rows(sql`
      update purchase_order
      set place_id = ${id}
      where org_id = ${agency.orgId} and id = ${order.id}
    `);
  });
const demandPlace = () =>
  as(people.admin, (tx) =>
    addRule(tx, people.admin, {
      key: "deliveryProof",
      jurisdiction: "local",
      citation: "County policy 12",
      text: "Three witnesses.",
      effectiveFrom: agencyDay(-30),
      effectiveTo: null,
      parameters: { proofWitnesses: "place,receiver,quantity" },
      source: "Board of commissioners",
      verified: true,
    }),
  );

test("a driver hands over one delivery by a link, without an account; three witnesses that agree verify it", async () => {
  await atYard();
  await demandPlace();
  const id = await announced("6");
  const token = await linkOf(id);
  expect(await look(token)).toMatchObject({
    closed: null,
    place: "",
    lines: [{ lineId: order.lines[0]!.id, announced: "6.0000" }],
  });
  const { number } = await handOver(token, { photo: picture });
  const handed = await read(id);
  expect(handed).toMatchObject({
    number,
    status: "delivered",
    proofs: [{ driver: "Dana Fox", accuracy: 12, counts: [{ quantity: "6" }] }],
    events: [{ kind: "delivered", source: "proof", latitude: 44.79 }],
  });
  expect(handed.proofs[0]!.photoFileId).not.toBeNull();
  await receive("6");
  expect(await read(id)).toMatchObject({
    status: "verified",
    testimony: [{ says: "agrees" }, { says: "agrees" }, { says: "agrees" }],
  });
  // What was handed in stands.
  for (const change of [
    sql`update delivery_proof set driver = 'X' where org_id = ${agency.orgId}`,
    sql`delete from delivery_proof where org_id = ${agency.orgId}`,
  ])
    await expect(as(people.admin, (tx) => tx.rows(change))).rejects.toThrow();
});

test("handed over elsewhere, or without a place, is not verified: one contradicts, the other cannot be told", async () => {
  await atYard();
  await demandPlace();
  const away = await announced("6");
  await handOver(await linkOf(away), {
    position: { latitude: 44.9, longitude: -93.6, accuracy: 10 },
    at: `${agencyDay(400)}T08:00:00Z`,
  });
  await receive("6", { shipNoticeId: away });
  expect((await read(away)).testimony[0]).toMatchObject({ witness: "place", says: "differs" });
  expect((await read(away)).status).toBe("delivered");
  // The clock of the phone ran ahead: it is kept as told and counts as now.
  expect((await read(away)).deliveredOn).toBe(agencyDay(0));
  const blind = await announced("3");
  await handOver(await linkOf(blind), {
    position: null,
    counts: [{ lineId: order.lines[0]!.id, quantity: "3" }],
  });
  expect((await read(blind)).testimony[0]).toMatchObject({ says: "unknown" });
});

test("a link is for one delivery: forged, replayed, replaced, expired and withdrawn ones are refused", async () => {
  const id = await announced("6");
  const first = await linkOf(id);
  const token = await linkOf(id);
  const kept = await t.database.read(people.admin).rows<{ digest: string }>(sql`
    select digest
    from delivery_proof
    where org_id = ${agency.orgId}
  `);
  expect(kept.some(({ digest }) => token.includes(digest))).toBe(false);
  const [orgId, proofId, secret] = token.split(".") as [string, string, string];
  const forged = [
    `${orgId}.${proofId}.${"A".repeat(43)}`,
    `${stranger.orgId}.${proofId}.${secret}`,
    `${orgId}.${newId()}.${secret}`,
    "x".repeat(90),
  ];
  for (const wrong of forged) {
    await expect(look(wrong)).rejects.toMatchObject({ status: 404 });
    await expect(handOver(wrong)).rejects.toMatchObject({ status: 404 });
  }
  expect(await refusalOf(handOver(first))).toBe(
    "link_closed: A newer link was made for this delivery. Ask whoever sent it.",
  );
  await expect(
    handOver(token, { counts: [{ lineId: newId(), quantity: "1" }] }),
  ).rejects.toMatchObject({
    errors: [{ path: "counts.0.lineId", message: "This line is not in the shipment." }],
  });
  await expect(
    handOver(token, { photo: Buffer.from("plain words").toString("base64") }),
  ).rejects.toMatchObject({
    errors: [{ path: "photo", message: "Send a picture: JPEG, PNG or HEIC." }],
  });
  expect((await read(id)).proofs).toEqual([]);
  // The phone did not hear the answer and sends the same again: it arrives once.
  const key = newId();
  const once = await handOver(token, { key });
  expect(await handOver(token, { key })).toEqual(once);
  expect(await refusalOf(handOver(token))).toBe(
    "link_closed: This delivery was handed in. Thank you.",
  );
  expect(await read(id)).toMatchObject({ proofs: [{ driver: "Dana Fox" }] });
  expect((await read(id)).events).toHaveLength(1);
  expect(await look(token)).toMatchObject({ given: true, lines: [], title: "" });
  expect(
    await refusalOf(asking(people.receiver, `POST /api/v1/ship-notices/${id}/driver-links`)),
  ).toContain("not_to_come");

  const other = await announced("2");
  const late = await linkOf(other);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update delivery_proof
      set made_at = clock_timestamp() - interval '4 days', ends_at = clock_timestamp()
      where org_id = ${agency.orgId} and ship_notice_id = ${other}
    `),
  );
  expect(await refusalOf(handOver(late))).toBe(
    "link_closed: This link has ended. Ask whoever sent it for a new one.",
  );
  const again = await linkOf(other);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update ship_notice
      set status = 'withdrawn'
      where org_id = ${agency.orgId} and id = ${other}
    `),
  );
  expect(await refusalOf(handOver(again))).toBe("link_closed: The vendor took this shipment back.");
  await expect(linkOf(other, people.asker)).rejects.toMatchObject({ status: 403 });
});

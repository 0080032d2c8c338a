import type { Actor } from "#kernel/access.ts";
import { addQuantity } from "#kernel/quantity.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import {
  arrivingShipments,
  pastDeliveries,
  shipmentOf,
  type Shipment,
} from "#areas/procurement/procurement.server.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import type { ShipmentDesk, ShipmentDetail } from "./desk.model.ts";
import { witnesses, type Witness } from "./shipment.labels.ts";
import { visitOf } from "../route/stop/visit.service.ts";
import { inOrder, ownExpectation, pastError } from "./shipment.model.ts";
import { witnessed, type Witnessed } from "./standing.service.ts";

type Awaited = Pick<ShipmentDetail, "oursOn" | "pastDeliveries" | "medianDaysLate">;

// What we expect ourselves of each shipment, by how late its vendor's past deliveries came.
const expectationsOf = async (
  db: Db,
  shipments: readonly Shipment[],
): Promise<(s: Shipment) => Awaited> => {
  const past = await pastDeliveries(db, [...new Set(shipments.map((s) => s.vendorId))]);
  return (s) => {
    const error = pastError(past.filter((one) => one.vendorId === s.vendorId));
    return {
      oursOn: ownExpectation(s.expectedOn, error),
      pastDeliveries: error.deliveries,
      medianDaysLate: error.medianDaysLate,
    };
  };
};

const mayRecord = (actor: Actor): boolean => actor.permissions.has("shipment.record");

/** What arrives and what waits for its proof, the earliest first. */
export const readDesk = async (db: Db, actor: Actor): Promise<ShipmentDesk> => {
  const shipments = await arrivingShipments(db);
  const awaited = await expectationsOf(db, shipments);
  return {
    today: businessDate(db.scope),
    mayRecord: mayRecord(actor),
    items: shipments.map((s) => ({
      id: s.id,
      number: s.number,
      status: s.status,
      title: s.title,
      vendor: s.vendor,
      orderId: s.orderId,
      orderNumber: s.orderNumber,
      carrier: s.carrier,
      tracking: s.tracking,
      place: s.place,
      latitude: s.latitude,
      longitude: s.longitude,
      lacking: s.lacking,
      promisedOn: s.promisedOn,
      expectedOn: s.expectedOn,
      ...awaited(s),
    })),
  };
};

type Lines = ShipmentDetail["lines"];
// Announced and not come, come and not announced: both stand.
const linesOf = ({ announced, came }: Witnessed): Lines => {
  const lines = new Map<string, Lines[number]>();
  const of = (l: { lineId: string; lineNo: number; description: string; unit: string }) => {
    const { lineId, lineNo, description, unit } = l;
    const kept = lines.get(lineId) ?? {
      ...{ lineId, lineNo, description, unit },
      ...{ announced: "0", lot: "", came: "0", rejected: "0" },
    };
    lines.set(lineId, kept);
    return kept;
  };
  for (const l of announced) Object.assign(of(l), { announced: l.quantity, lot: l.lot });
  for (const l of came) {
    const kept = of(l);
    kept.came = addQuantity(kept.came, l.quantity);
    kept.rejected = addQuantity(kept.rejected, l.rejected);
  }
  return [...lines.values()].toSorted((a, b) => a.lineNo - b.lineNo);
};

const receiptsOf = ({ came }: Witnessed): ShipmentDetail["receipts"] => [
  ...new Map(
    came.map((l) => [l.receiptId, { number: l.receipt, on: l.receivedOn, receiver: l.receiver }]),
  ).values(),
];

/** A shipment with its events and what bears witness of it. 404. */
export const readShipment = async (db: Db, actor: Actor, id: string): Promise<ShipmentDetail> => {
  const s = await shipmentOf(db, id);
  const [w, awaited, route] = await Promise.all([
    witnessed(db, s),
    expectationsOf(db, [s]),
    visitOf(db, { type: "shipNotice", id }),
  ]);
  const { amount: _, federal: _f, incidentId: _i, buyerId: _b, orderedOn: _o, ...shown } = s;
  const { lacking: _l, ...head } = shown;
  return {
    ...head,
    ...awaited(s),
    route,
    lines: linesOf(w),
    receipts: receiptsOf(w),
    events: inOrder(w.events).toReversed(),
    proofs: w.proofs,
    testimony: (Object.keys(witnesses) as Witness[]).map((witness) => ({
      witness,
      says: w.testimony[witness],
      demanded: w.demanded.includes(witness),
    })),
    mayRecord: mayRecord(actor) && s.status !== "withdrawn",
    mayReceive:
      actor.permissions.has("receipt.post") && !["withdrawn", "returned"].includes(s.status),
    mayLink: mayRecord(actor) && isToCome(s.status),
    actions: [],
  };
};

import { z } from "zod";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { shipNoticeStatuses } from "#areas/procurement/procurement.public.ts";
import { visitShown } from "../route/stop/visit.model.ts";
import { givenProof } from "../proof/proof.model.ts";
import { eventKinds, eventSources, testimonies, witnesses } from "./shipment.labels.ts";

const status = z.enum(names(shipNoticeStatuses));

/** A row of the list of shipments. `lacking`: witnesses with commas between them. */
export const shipmentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    vendorName: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    carrier: z.string(),
    tracking: z.string(),
    promisedOn: dayField.nullable(),
    expectedOn: dayField,
    deliveredOn: dayField.nullable(),
    place: z.string(),
    lacking: z.string(),
    status,
    version: z.number(),
  })
  .meta({ id: "ShipmentRow" });
export type ShipmentRow = z.output<typeof shipmentRow>;

/** When a shipment is awaited: promised by the vendor, expected by it, and by us with its past error. */
const awaited = {
  promisedOn: dayField.nullable(),
  expectedOn: dayField,
  /** The vendor's day and its past error; null without past deliveries. */
  oursOn: dayField.nullable(),
  pastDeliveries: z.number(),
  medianDaysLate: z.number().nullable(),
};

const arriving = z.object({
  id: z.string(),
  number: z.string(),
  status,
  title: z.string(),
  vendor: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  carrier: z.string(),
  tracking: z.string(),
  place: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  lacking: z.array(z.string()),
  ...awaited,
});
export type Arriving = z.output<typeof arriving>;

export const shipmentDesk = z
  .object({ today: dayField, items: z.array(arriving), mayRecord: z.boolean() })
  .meta({ id: "ShipmentDesk" });
export type ShipmentDesk = z.output<typeof shipmentDesk>;

const line = z.object({
  lineId: z.string(),
  lineNo: z.number(),
  description: z.string(),
  unit: z.string(),
  announced: z.string(),
  lot: z.string(),
  came: z.string(),
  rejected: z.string(),
});
const event = z.object({
  id: z.string(),
  at: instantField,
  kind: z.enum(names(eventKinds)),
  code: z.string(),
  place: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  source: z.enum(names(eventSources)),
  by: z.string(),
  enteredAt: instantField,
});
const testimony = z.object({
  witness: z.enum(names(witnesses)),
  says: z.enum(names(testimonies)),
  demanded: z.boolean(),
});

/** A shipment with its events, its order, what each witness says and what may be done. */
export const shipmentDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    version: z.number(),
    title: z.string(),
    vendorId: z.string(),
    vendor: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    buyer: z.string().nullable(),
    carrier: z.string(),
    tracking: z.string(),
    shippedOn: dayField,
    deliveredOn: dayField.nullable(),
    packages: z.number().nullable(),
    note: z.string(),
    by: z.string(),
    place: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    ...awaited,
    /** The route by which the agency fetches it, once it is released. */
    route: visitShown.nullable(),
    lines: z.array(line),
    receipts: z.array(
      z.object({ number: z.string(), on: dayField, receiver: z.string().nullable() }),
    ),
    events: z.array(event),
    proofs: z.array(givenProof),
    testimony: z.array(testimony),
    mayRecord: z.boolean(),
    mayReceive: z.boolean(),
    mayLink: z.boolean(),
    actions: z.array(z.custom<OfferedAction>()),
  })
  .meta({ id: "ShipmentDetail" });
export type ShipmentDetail = z.output<typeof shipmentDetail>;

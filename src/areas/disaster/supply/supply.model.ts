import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { supplyAnswers } from "./question.labels.ts";
import { consequences } from "./weather.model.ts";

const counted = z.object({ count: z.number(), cents: z.number() });
const placeRow = z.object({
  id: z.string(),
  noun: z.string(),
  label: z.string(),
  about: z.string(),
  href: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number(),
  verdict: z.enum(["inside", "unknown"]),
});
export const supplyAnswer = z.object({
  late: counted,
  exposed: counted,
  /** Vendors that a warning may keep from delivering. */
  vendors: z.number(),
  alerts: z.array(z.object({ id: z.string(), headline: z.string(), area: z.unknown() })),
  places: z.array(placeRow),
  /** Orders that a warning touches: each once, under the worst of what it does. */
  touched: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      title: z.string(),
      vendor: z.string(),
      amount: z.number(),
      promisedOn: dayField.nullable(),
      late: z.boolean(),
      consequence: z.enum(names(consequences)),
      verdict: z.enum(["inside", "unknown"]),
      alertId: z.string(),
      headline: z.string(),
    }),
  ),
  /** Places of the agency inside a warning at which stock lies, the most valuable first. */
  stores: z.array(
    z.object({
      placeId: z.string(),
      place: z.string(),
      items: z.number(),
      cents: z.number(),
      verdict: z.enum(["inside", "unknown"]),
      alertId: z.string(),
      headline: z.string(),
    }),
  ),
  lateVendors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      orders: z.number(),
      cents: z.number(),
      oldest: dayField,
    }),
  ),
});
export type Supply = z.output<typeof supplyAnswer>;

export const askedVendorRow = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    vendor: z.string(),
    orders: z.string(),
    askedAt: instantField,
    answer: z.enum(names(supplyAnswers)).nullable(),
    answeredAt: instantField.nullable(),
    over: z.boolean(),
  })
  .meta({ id: "AskedVendor" });
export type AskedVendor = z.output<typeof askedVendorRow>;

export const supplyRiskRow = z
  .object({
    id: z.string(),
    name: z.string(),
    score: z.number(),
    shareCents: z.number(),
    concentration: z.number(),
    singleSource: z.array(z.string()),
    lateOrders: z.number(),
    insuranceEnds: dayField.nullable(),
    insuranceLapsed: z.boolean(),
    screening: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "SupplyRisk" });
export type SupplyRisk = z.output<typeof supplyRiskRow>;
export const alternateRow = z.object({
  id: z.string(),
  name: z.string(),
  commodities: z.array(z.string()),
  lastPriceCents: z.number().nullable(),
  exposed: z.boolean(),
});
export type Alternate = z.output<typeof alternateRow>;

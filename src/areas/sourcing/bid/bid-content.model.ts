import { z } from "zod";
import type { Instant } from "#kernel/time.ts";

const price = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A price is a number with at most four decimals.");
const quantity = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A quantity is a number with at most four decimals.");

/** A file inside an envelope: its bytes travel in the ciphertext, never beside it. */
const enclosedFile = z.strictObject({
  requirementId: z.uuid().nullable(),
  name: z.string().min(1).max(255),
  mediaType: z.string().max(120),
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What the technical envelope (or the only one) says besides prices. */
export const technicalContent = z.strictObject({
  answers: z
    .array(z.strictObject({ requirementId: z.uuid(), value: z.string().max(20_000) }))
    .max(500),
  statement: z.string().max(20_000).default(""),
  addendaAcknowledged: z.array(z.number().int().positive()).max(200),
  files: z.array(enclosedFile).max(50),
});
export type TechnicalContent = z.output<typeof technicalContent>;

/** One priced line of a bid: prices per unit in the agency's currency. */
const bidLine = z.strictObject({
  itemId: z.uuid(),
  noBid: z.boolean().default(false),
  unitPrice: price.nullable(),
  quantity: quantity.nullable().default(null),
  alternate: z.string().max(2000).default(""),
  leadDays: z.number().int().min(0).max(3650).nullable().default(null),
});
export type BidLine = z.output<typeof bidLine>;

/** Percent off the value of the named lots, when together they reach `fromCents`. */
const bidDiscount = z.strictObject({
  lotIds: z.array(z.uuid()).max(500),
  fromCents: z.number().int().min(0),
  percent: z
    .string()
    .regex(
      /^\d{1,2}(\.\d{1,2})?$/,
      "A discount is a percentage below 100 with at most two decimals.",
    ),
});
type BidDiscount = z.output<typeof bidDiscount>;
/**
 * The most that the vendor can deliver of a lot (or of all, with `lotId` null), in cents of its own
 * prices.
 */
const bidCapacity = z.strictObject({
  lotId: z.uuid().nullable(),
  mostCents: z.number().int().positive(),
});
type BidCapacity = z.output<typeof bidCapacity>;

export const priceContent = z.strictObject({
  lines: z.array(bidLine).max(2000),
  discounts: z.array(bidDiscount).max(50).default([]),
  capacities: z.array(bidCapacity).max(500).default([]),
  files: z.array(enclosedFile).max(50).default([]),
  validDays: z.number().int().min(1).max(730).default(90),
  note: z.string().max(4000).default(""),
});
export type PriceContent = z.output<typeof priceContent>;

/**
 * A bid after its opening, as evaluation reads it. `price` is null until the price envelope is
 * open.
 */
export type OpenedBid = {
  bidId: string;
  vendorId: string;
  vendorName: string;
  vendorNumber: string;
  receivedAt: Instant;
  status: string;
  technical: {
    answers: { requirementId: string; value: string }[];
    statement: string;
    addendaAcknowledged: number[];
    files: {
      id: string;
      requirementId: string | null;
      name: string;
      mediaType: string;
      size: number;
      sha256: string;
    }[];
  } | null;
  price: {
    lines: BidLine[];
    discounts: BidDiscount[];
    capacities: BidCapacity[];
    validDays: number;
    note: string;
  } | null;
};

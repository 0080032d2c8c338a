import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import { dayField } from "#kernel/time-fields.ts";
import { consumerTypes } from "../movement/movement.labels.ts";

/** So many days with issues and receipts of orders there must be, over so many days, before a point is proposed. */
const leastRows = { issues: 3, receipts: 2, days: 30 } as const;

/** What went out of an item: decimal text of its unit, over all funds and places. */
export type Used = {
  /** On how many days something went out that counts. */
  days: number;
  quantity: string;
  /** Since the first movement that is looked at, or for a year. */
  over: number;
};

/** How long an order took: from the day on which it went out to a receipt of it. */
export type Lead = { days: number };

/** A reorder point and what is ordered up to, whole in the item's unit; or why none is proposed. */
export type Advice =
  | { point: string; upTo: string; leadDays: number; perDay: string; tooFew: null }
  | { point: null; upTo: null; leadDays: null; perDay: null; tooFew: string };

const none = (tooFew: string): Advice => ({
  point: null,
  upTo: null,
  leadDays: null,
  perDay: null,
  tooFew,
});

const whole = 10_000n;
const upwards = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/**
 * The reorder point that issues and real lead times propose: what is used a day, for as long as the slowest
 * of the last orders took, in whole units upwards; up to thirty days of use above it. The slowest, because a
 * store that runs out while it waits has ordered too late. Nothing below `leastRows`, which says what is missing.
 */
export const adviceOf = (used: Used, leads: readonly Lead[]): Advice => {
  const { issues, receipts, days } = leastRows;
  if (used.days < issues || leads.length < receipts || used.over < days)
    return none(
      `A reorder point is worked out of at least ${issues} days with issues, ${receipts} receipts of orders and ${days} days of movements: ${used.days}, ${leads.length} and ${used.over} stand here.`,
    );
  const sum = quantity(used.quantity);
  if (sum <= 0n) return none("As much came back as went out: nothing is used of it.");
  const over = BigInt(used.over);
  const leadDays = Math.max(1, ...leads.map((lead) => lead.days));
  const point = upwards(sum * BigInt(leadDays), over * whole);
  const upTo = point + upwards(sum * 30n, over * whole);
  return {
    point: String(point),
    upTo: String(upTo),
    leadDays,
    perDay: quantityText(sum / over),
    tooFew: null,
  };
};

const text = z.string();
/** What is proposed for an item's reorder point, with the rows behind it. Quantities in the item's unit. */
export const reorderAdvice = z
  .object({
    unit: text,
    version: z.number(),
    reorderPoint: text.nullable(),
    orderUpTo: text.nullable(),
    used: z.object({ days: z.number(), quantity: text, over: z.number() }),
    point: text.nullable(),
    upTo: text.nullable(),
    leadDays: z.number().nullable(),
    perDay: text.nullable(),
    /** Why nothing is proposed; null where something is. */
    tooFew: text.nullable(),
    issues: z.array(
      z.object({
        id: text,
        number: text,
        movedOn: dayField,
        consumerType: z.enum(names(consumerTypes)).nullable(),
        consumer: text.nullable(),
        /** Below 0 for what came back. */
        quantity: text,
      }),
    ),
    leads: z.array(
      z.object({
        id: text,
        orderId: text,
        order: text,
        vendor: text,
        sentOn: dayField,
        receipt: text,
        receivedOn: dayField,
        days: z.number(),
      }),
    ),
  })
  .meta({ id: "ReorderAdvice" });
export type ReorderAdvice = z.output<typeof reorderAdvice>;

/** What is accepted: as it was shown, so that nobody accepts another figure than they read. */
export const adviceInput = z.strictObject({ point: text, upTo: text });

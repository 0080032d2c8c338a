import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { stockRequestStatuses } from "./request.labels.ts";

/** What the stores have of what somebody is about to ask the buyers for. Quantities in the item's unit. */
export const stockOffer = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    unit: z.string(),
    /** Free: not held for others, not in quarantine, not expired. */
    free: z.string(),
    /** Where it lies, most of it first. */
    places: z.array(z.string()),
  })
  .meta({ id: "StockOffer" });
export type StockOffer = z.output<typeof stockOffer>;

/** What is asked of the stores instead of being bought. */
export const stockRequestInput = z.strictObject({
  itemId: z.uuid("Choose the item."),
  departmentId: z.uuid("Choose a department."),
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.")
    .refine((text) => /[1-9]/.test(text), "Enter more than 0."),
  neededOn: dayInput().nullable().default(null),
  note: z.string().trim().max(500).default(""),
});

const stockRequestRow = z
  .object({
    id: z.string(),
    itemId: z.string(),
    item: z.string(),
    itemNumber: z.string(),
    unit: z.string(),
    quantity: z.string(),
    departmentId: z.string(),
    department: z.string(),
    /** It is held where it is charged as it is issued: a budget line bears it. */
    charged: z.boolean(),
    neededOn: dayField.nullable(),
    /** The last day on which it is held. */
    heldUntil: dayField,
    note: z.string(),
    askedBy: z.string(),
    askedAt: instantField,
    status: z.enum(names(stockRequestStatuses)),
    answer: z.string(),
    movementId: z.string().nullable(),
    /** Whether the reader asked for it: another person hands it out, they may withdraw it. */
    mine: z.boolean(),
  })
  .meta({ id: "StockRequest" });
export type StockRequest = z.output<typeof stockRequestRow>;

/** With how many days the agency holds what is asked for today. */
export const stockRequests = z.object({
  items: z.array(stockRequestRow),
  holdDays: z.number().int(),
});
export type StockRequests = z.output<typeof stockRequests>;

export const handOutInput = z.strictObject({
  /** The budget line that bears it, where it lies in a location that is charged as it is issued. */
  accountStringId: z.uuid("Choose the budget line.").nullable().default(null),
});

export const declineInput = z.strictObject({
  reason: z.string().trim().min(3, "Say why, so that they can buy it.").max(500),
});

import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { arrivalKinds } from "./arrival.labels.ts";

/** What lies where goods are received: one item, lot and fund. */
export const putAwayRow = z
  .object({
    id: z.string(),
    itemId: z.string(),
    itemNumber: z.string(),
    item: z.string(),
    lot: z.string().nullable(),
    /** Decimal text of the unit. */
    quantity: z.string(),
    unit: z.string(),
    location: z.string(),
    cameOn: dayField.nullable(),
    /** The code of the shelf where it belongs: as its order says, else where most of it lies. */
    shelf: z.string().nullable(),
  })
  .meta({ id: "StockPutAway" });
export type PutAwayRow = z.output<typeof putAwayRow>;

const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.");

/** What is put away: all of it on the shelf where it belongs, where nothing else is said. */
export const putAwayInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        id: z.uuid("Choose what is put away."),
        /** The shelf's code as it stands on its label, or as a scanner types it. */
        shelf: z.string().trim().max(300).nullable().default(null),
        quantity: quantity.nullable().default(null),
      }),
    )
    .min(1, "Choose what is put away.")
    .max(200),
});
export type PutAwayInput = z.output<typeof putAwayInput>;

export const arrivalRow = z
  .object({
    id: z.string(),
    kind: z.enum(names(arrivalKinds)),
    itemId: z.string(),
    itemNumber: z.string(),
    item: z.string(),
    quantity: z.string(),
    unit: z.string(),
    location: z.string(),
    order: z.string(),
    orderId: z.string(),
    receipt: z.string(),
    cameOn: dayField,
  })
  .meta({ id: "StockArrival" });
export type ArrivalRow = z.output<typeof arrivalRow>;

/** Serial numbers of pieces that came, one each. */
export const serialsInput = z.strictObject({
  codes: z
    .array(z.string().trim().max(60, "A serial number has at most 60 characters."))
    .max(2000, "Enter at most 2,000 pieces at once."),
});

/** Whether goods of a place are received at a location. */
export const receivingInput = z.strictObject({ receiving: z.boolean() });

import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { lotConditions } from "./lot.labels.ts";

/** What is typed of a lot: its own number, and the last day on which it may be issued. */
export const lotFields = {
  code: z
    .string()
    .trim()
    .min(1, "Enter the lot or serial number as it stands on the goods.")
    .max(60)
    .meta({ title: "Lot or serial number" }),
  expiresOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Expires on" }),
};

export const lotInput = z.object(lotFields);
export const newLotInput = lotInput.extend({ itemId: z.uuid("Choose the item.") });
export type LotInput = z.output<typeof lotInput>;

/** A lot as it comes to be: what it is of, and what it came by. */
export type NewLot = LotInput & {
  itemId: string;
  condition?: "ok" | "attention" | "damaged" | "quarantined";
  receiptLineId?: string | null;
  purchaseOrderId?: string | null;
  vendorId?: string | null;
  awardId?: string | null;
};

export const lotRow = z
  .object({
    id: z.string(),
    code: z.string(),
    itemId: z.string(),
    itemNumber: z.string(),
    item: z.string(),
    unit: z.string(),
    onHand: z.string(),
    condition: z.enum(names(lotConditions)),
    expiresOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "StockLot" });
export type LotRow = z.output<typeof lotRow>;

export const lotDetail = lotRow
  .extend({
    number: z.string(),
    status: z.enum(names(lotConditions)),
    vendorId: z.string().nullable(),
    vendor: z.string().nullable(),
    purchaseOrderId: z.string().nullable(),
    awardId: z.string().nullable(),
    quarantinedBy: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockLotDetail" });
export type LotDetail = z.output<typeof lotDetail>;

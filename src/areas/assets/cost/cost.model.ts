import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** A charge of a posted invoice for what a work order bought. */
const purchaseRow = z
  .object({
    id: z.string(),
    invoiceId: z.string().nullable(),
    invoice: z.string(),
    vendor: z.string().nullable(),
    description: z.string(),
    account: z.string(),
    postedOn: dayField,
    cents: z.number(),
    requisitionId: z.string(),
  })
  .meta({ id: "WorkPurchase" });
export type PurchaseRow = z.output<typeof purchaseRow>;

export const purchasesAnswer = z.object({ items: z.array(purchaseRow), cents: z.number() });
export type PurchasesAnswer = z.output<typeof purchasesAnswer>;

/** What one work order cost: hours in cents for who may read rates, and what was bought for it. */
const workCost = z.object({
  /** Null: hours on the asset that no work order names. */
  workOrderId: z.string().nullable(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  completedAt: instantField.nullable(),
  /** Null for who may not read hours. */
  minutes: z.number().nullable(),
  equipmentMinutes: z.number().nullable(),
  hourCents: z.number().nullable(),
  unrated: z.number(),
  purchaseCents: z.number(),
});
export const assetCost = z
  .object({
    /** Newest first. */
    work: z.array(workCost),
    minutes: z.number().nullable(),
    equipmentMinutes: z.number().nullable(),
    hourCents: z.number().nullable(),
    unrated: z.number(),
    purchaseCents: z.number(),
  })
  .meta({ id: "AssetCost" });
export type AssetCost = z.output<typeof assetCost>;
export type WorkCost = AssetCost["work"][number];

import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import type { RatedItem } from "#areas/procurement/procurement.public.ts";

const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);

/** One price: of an item, from a quantity on. */
export const rateInput = z.strictObject({
  code: z
    .string()
    .trim()
    .min(1, "Give the item a number.")
    .max(60, "The item's number has at most 60 characters."),
  description: z.string().trim().min(1, "Describe the item.").max(500),
  commodityCode: z.string().trim().toUpperCase().max(20).nullish(),
  unit: z.string().trim().min(1, "Name the unit.").max(20),
  fromQuantity: decimal("The quantity").default("0"),
  unitPrice: decimal("The unit price"),
});
export type RateInput = z.output<typeof rateInput>;

/**
 * A sheet of prices as it is written: the contract's own, or the one that an amendment brings.
 * `effectiveFrom`: the first day on which orders take its prices. Without rates it is taken away.
 */
export const rateSheetInput = z.strictObject({
  amendmentId: z.uuid().nullish(),
  effectiveFrom: z.iso.date("Enter the first day of the prices."),
  note: z.string().trim().max(1000).default(""),
  rates: z.array(rateInput).max(2000, "A sheet has at most 2,000 prices."),
});
export type RateSheetInput = z.output<typeof rateSheetInput>;

const rateRow = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  unit: z.string(),
  fromQuantity: z.string(),
  unitPrice: z.string(),
});
export const rateSheetRow = z
  .object({
    id: z.string(),
    sequence: z.number(),
    amendmentId: z.string().nullable(),
    amendment: z.string().nullable(),
    effectiveFrom: dayField,
    note: z.string(),
    /** Whether both sides signed it: orders of its days take its prices. */
    agreed: z.boolean(),
    canEdit: z.boolean(),
    rates: z.array(rateRow),
  })
  .meta({ id: "ContractRateSheet" });
export type RateSheet = z.output<typeof rateSheetRow>;

/** An item of the sheet in force, with its price by quantity. */
export const ratedItem = z
  .object({
    id: z.string(),
    code: z.string(),
    description: z.string(),
    commodityCode: z.string().nullable(),
    unit: z.string(),
    tiers: z.array(z.object({ from: z.string(), unitPrice: z.string() })),
  })
  .meta({ id: "ContractRate" }) satisfies z.ZodType<RatedItem>;

/**
 * What is wrong with a sheet, by the place of the price: a tier named twice, or an item that changes
 * its words, its unit or its commodity between its tiers.
 */
export const faultsOf = (rates: readonly RateInput[]): { at: number; message: string }[] => {
  const first = new Map<string, RateInput>();
  const tiers = new Set<string>();
  return rates.flatMap((rate, at) => {
    const known = first.get(rate.code);
    first.set(rate.code, known ?? rate);
    const tier = `${rate.code}\n${Number(rate.fromQuantity)}`;
    const twice = tiers.has(tier);
    tiers.add(tier);
    if (twice)
      return [{ at, message: `${rate.code} has two prices from ${Number(rate.fromQuantity)} on.` }];
    const differs =
      known &&
      (known.unit !== rate.unit ||
        known.description !== rate.description ||
        (known.commodityCode ?? null) !== (rate.commodityCode ?? null));
    return differs
      ? [{ at, message: `${rate.code} is described in another way, or in another unit, above.` }]
      : [];
  });
};

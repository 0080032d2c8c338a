import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { costMethods } from "../movement/movement.labels.ts";

export const costPolicyInput = z.strictObject({
  costClass: z.string().trim().min(1, "Choose the class of items.").max(40),
  method: z.enum(names(costMethods), "Choose how issues are priced."),
  fromOn: dayInput("Choose from which day on."),
});

export const costPolicyRow = z
  .object({
    id: z.string(),
    costClass: z.string(),
    method: z.enum(names(costMethods)),
    fromOn: dayField,
    setBy: z.string().nullable(),
  })
  .meta({ id: "StockCostPolicy" });
export type CostPolicy = z.output<typeof costPolicyRow>;

/** A class of items in use: how many, what they are worth in cents, how their issues are priced today. */
export const costClassRow = z
  .object({
    costClass: z.string(),
    items: z.number(),
    valueCents: z.number(),
    method: z.enum(names(costMethods)),
  })
  .meta({ id: "StockCostClass" });
export type CostClass = z.output<typeof costClassRow>;

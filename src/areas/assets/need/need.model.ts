import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { needStatuses } from "./need.labels.ts";

const decimal = (what: string, above: boolean) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`)
    .refine((text) => !above || Number(text) > 0, `${what} must be above zero.`);

export const needInput = z.object({
  description: z.string().trim().min(1, "Say what is needed.").max(500),
  commodityCode: z
    .string()
    .trim()
    .toUpperCase()
    .max(20)
    .nullish()
    .transform((code) => code || null),
  quantity: decimal("The quantity", true),
  unit: z.string().trim().min(1, "Name the unit.").max(20).default("each"),
});
export const buyInput = z.object({
  accountStringId: z.uuid("Choose the account that pays."),
  neededOn: z.iso.date("Enter the day."),
  lines: z
    .array(z.object({ needId: z.uuid(), unitPrice: decimal("The unit price", false) }))
    .min(1, "Choose what is bought.")
    .max(100),
});
export const receivedInput = z.object({ receiptLineId: z.uuid("Choose the receipt's line.") });

/** `accountStringId`: the budget line that bears what is charged as it is issued. */
export const takenInput = z.strictObject({
  accountStringId: z.uuid("Choose the budget line.").nullable().default(null),
});

export const needRow = z.object({
  id: z.string(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  status: z.enum(names(needStatuses)),
  requisitionId: z.string().nullable(),
  /** What stands at the receipt's line that brought it. */
  receipt: z.string().nullable(),
  /** What the stock holds; null while no area keeps stock. */
  available: z.string().nullable(),
});
export type NeedRow = z.output<typeof needRow>;

import { z } from "zod";
import { lineTotalCents, maxCents } from "#kernel/money.ts";
import { dayInput } from "#kernel/time-fields.ts";

const decimal = (said: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, said);

/** A row of the file of opening balances: what lies where, of which lot and fund, and what it cost. */
export const openingRow = z
  .object({
    item: z.string().trim().min(1, "Name the item.").max(200),
    location: z.string().trim().min(1, "Name the location.").max(40),
    lot: z.string().trim().max(60).default(""),
    expiresOn: dayInput("Enter a day.").nullable().default(null),
    fund: z.string().trim().min(1, "Name the fund.").max(120),
    quantity: decimal("The quantity is a number with at most four decimals.").refine(
      (text) => /[1-9]/.test(text),
      "Enter more than 0.",
    ),
    unit: z.string().trim().max(40).default(""),
    unitCost: decimal("The unit cost is dollars with at most four decimals.")
      .nullable()
      .default(null),
    value: z.number().int().min(0, "A value is not below 0.").nullable().default(null),
    day: dayInput("Enter a day."),
  })
  .superRefine(({ unitCost, value, quantity }, ctx) => {
    const say = (field: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [field], message });
    if (unitCost === null && value === null)
      say("value", "Enter the unit cost or the value; 0 for what cost nothing.");
    if (unitCost === null) return;
    const cents = lineTotalCents(quantity, unitCost);
    if (cents > maxCents) say("unitCost", "This is more than can be kept.");
    else if (value !== null && value !== cents)
      say("value", "Quantity times unit cost is another value: correct one of the three.");
  });
export type OpeningRow = z.output<typeof openingRow>;

/** What all of a row cost, in integer cents. */
export const worthOfRow = ({ value, quantity, unitCost }: OpeningRow): number =>
  value ?? lineTotalCents(quantity, unitCost ?? "0");

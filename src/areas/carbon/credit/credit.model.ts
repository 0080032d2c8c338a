import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { creditStatuses, registries } from "./credit.labels.ts";

const serial = (title: string) =>
  z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Serial numbers count from 0.")
    .max(999_999_999_999, "At most twelve digits.")
    .meta({ title });
const year = (title: string) =>
  z
    .number("Enter a year.")
    .int("Enter a year.")
    .min(1990, "Enter a year.")
    .max(2200)
    .meta({ title });

/** Credits as they are listed: what stands before the running numbers, and which of these. */
export const creditInput = z
  .strictObject({
    registry: z.enum(names(registries), "Choose the registry.").meta({ title: "Registry" }),
    project: z.string().trim().min(2, "Name the project.").max(200).meta({ title: "Project" }),
    vintage: year("Vintage"),
    block: z
      .string()
      .trim()
      .min(2, "Enter what stands before the running number.")
      .max(80)
      .transform((text) => text.toUpperCase().replace(/\s+/g, ""))
      .meta({ title: "Serial block" }),
    serialFrom: serial("First number"),
    serialTo: serial("Last number"),
  })
  .refine(({ serialFrom, serialTo }) => serialTo >= serialFrom, {
    path: ["serialTo"],
    message: "The last number comes before the first.",
  });
export type CreditInput = z.output<typeof creditInput>;

export const holdInput = z.strictObject({ orderId: z.uuid("Choose the order.") });
export const reserveInput = z.strictObject({
  year: z.coerce.number("Enter a year.").int("Enter a year.").min(1990, "Enter a year.").max(2200),
});
/** What the registry gave for the retirement. */
export const retireInput = z.strictObject({
  document: z.string().trim().min(3, "Name the registry's document.").max(200),
});

export const creditRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(creditStatuses)),
    registry: z.enum(names(registries)),
    project: z.string(),
    vintage: z.number(),
    serials: z.string(),
    /** One serial number is one metric ton. */
    tons: z.number(),
    orderNumber: z.string().nullable(),
    forYear: z.number().nullable(),
    document: z.string(),
    version: z.number(),
  })
  .meta({ id: "CarbonCredit" });
export type CreditRow = z.output<typeof creditRow>;

export const creditDetail = creditRow
  .extend({
    orderId: z.string().nullable(),
    retiredAt: instantField.nullable(),
    retiredBy: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CarbonCreditDetail" });
export type CreditDetail = z.output<typeof creditDetail>;

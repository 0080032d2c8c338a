import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

const cents = (message: string) =>
  heldAs(
    "cents",
    z.number(message).int("A price is whole cents.").min(0, "A price is not negative.").max(9e11),
  );
const limit = z.number().int("Enter a whole number.").min(1, "Enter at least 1.").max(1e9);

/** What an operator writes of an offer. Prices in cents, without tax; an empty limit is none. */
export const planInput = z.strictObject({
  name: z.string().trim().min(2, "Name the plan.").max(60),
  code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z][a-z0-9-]{1,23}$/, "Use 2 to 24 small letters, digits and hyphens."),
  audience: z.string().trim().min(3, "Say whom it is for.").max(200),
  monthlyCents: cents("Enter the price of a month."),
  yearlyCents: cents("Enter the price of a year."),
  includes: z
    .array(z.string().trim().min(3, "Say what is included.").max(200))
    .min(1, "Say what is included.")
    .max(20, "At most twenty lines."),
  people: limit.nullable().default(null),
  storageGb: limit.nullable().default(null),
  callsPerDay: limit.nullable().default(null),
  trialDays: z.number().int().min(0).max(366, "At most 366 days.").default(0),
  public: z.boolean().default(true),
  place: z.number().int().min(1).max(99).default(1),
});

const offered = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  audience: z.string(),
  monthlyCents: z.number(),
  yearlyCents: z.number(),
  includes: z.array(z.string()),
  people: z.number().nullable(),
  storageGb: z.number().nullable(),
  callsPerDay: z.number().nullable(),
  trialDays: z.number(),
  place: z.number(),
};
/** An offer as an agency compares it. */
export const offerRow = z.object(offered).meta({ id: "Offer" });

export const planRow = z
  .object({
    ...offered,
    public: z.boolean(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "PricePlan" });

/** A version with how many agencies are on it, and the least that they pay a month, in cents. */
export const planWithHolders = planRow
  .extend({ agencies: z.number(), leastHeld: z.number().nullable() })
  .meta({ id: "PricePlanHeld" });
export type PlanHeld = z.output<typeof planWithHolders>;

import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

const dated = {
  datedOn: z.iso.date("Enter the day of the letter."),
  document: z.string().trim().min(3, "Name FEMA's letter.").max(200),
};
/** A letter of FEMA on hazard mitigation money: an estimate of the assistance, or more time to apply. */
export const letterInput = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("estimate"),
    ...dated,
    assistanceCents: z.number("Enter the assistance.").int().positive().max(9e15),
    enhanced: z.boolean(),
  }),
  z.object({
    kind: z.literal("extension"),
    ...dated,
    untilOn: z.iso.date("Enter the last day to apply."),
  }),
]);
export type LetterInput = z.output<typeof letterInput>;

/** What the law gives a declaration beside its projects. Amounts in cents. */
export const entitlementRow = z
  .object({
    applyUntil: dayField,
    extendableTo: dayField,
    performUntil: dayField,
    daysCitation: z.string(),
    daysVerified: z.boolean(),
    /** Null before FEMA's first estimate. */
    ceiling: z
      .object({
        assistance: z.number(),
        enhanced: z.boolean(),
        cents: z.number(),
        datedOn: dayField,
        document: z.string(),
        citation: z.string(),
        verified: z.boolean(),
      })
      .nullable(),
    /** Federal part (`mitigationShare`) of sub-applications that are drafted, sent or awarded. */
    applied: z.number(),
    management: z.object({
      award: z.number(),
      cap: z.number(),
      asked: z.number(),
      citation: z.string(),
    }),
    donated: z.object({
      donated: z.number(),
      offset: z.number(),
      carried: z.number(),
      unused: z.number(),
    }),
    letters: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["estimate", "extension"]),
        datedOn: dayField,
        document: z.string(),
        assistanceCents: z.number().nullable(),
        untilOn: dayField.nullable(),
      }),
    ),
  })
  .meta({ id: "PaEntitlement" });
export type Entitlement = z.output<typeof entitlementRow>;

import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { disposalWays, valueBases, type DisposalWay, type ValueBasis } from "./disposal.labels.ts";

const optionalDay = z
  .literal("")
  .or(dayInput("Enter a day."))
  .nullish()
  .transform((value) => (value ? value : null));
const cents = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);

/** A disposal as it is proposed: how, what it is worth and on what that rests. */
export const proposalInput = z.object({
  way: z.enum(names<DisposalWay>(disposalWays), "Choose how it leaves."),
  valueCents: cents,
  valueOn: dayInput("Enter the day of the value."),
  basis: z.enum(names<ValueBasis>(valueBases), "Choose what the value rests on."),
  basisWords: z.string().trim().min(3, "Say who valued it, and by what.").max(1000),
  reason: z.string().trim().min(3, "Say why it goes.").max(2000),
});
export type Proposal = z.output<typeof proposalInput>;

/** When the grantor was asked, and what it answered. */
export const grantorInput = z.object({
  askedOn: optionalDay,
  answeredOn: optionalDay,
  words: z.string().trim().max(2000).default(""),
  keepsExpenses: z.boolean().default(false),
});
export type GrantorSaid = z.output<typeof grantorInput>;

/** A disposal with the grantor's share, by which rule, and what still holds it. */
export const disposalShown = z.object({
  way: z.enum(names<DisposalWay>(disposalWays)),
  valueCents: z.number(),
  valueOn: dayField,
  basis: z.enum(names<ValueBasis>(valueBases)),
  basisWords: z.string(),
  reason: z.string(),
  proposedBy: z.string().nullable(),
  grantorAskedOn: dayField.nullable(),
  grantorAnsweredOn: dayField.nullable(),
  grantorWords: z.string(),
  keepsExpenses: z.boolean(),
  shareCents: z.number(),
  keptCents: z.number(),
  owedCents: z.number(),
  because: z.string(),
  citation: z.string(),
  asksGrantor: z.boolean(),
});
export type DisposalShown = z.output<typeof disposalShown>;

import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { cycleStatuses } from "./cycle.labels.ts";

export const cycleInput = z
  .strictObject({
    bankId: z.uuid("Choose the bank."),
    opensOn: dayInput("Enter the first day."),
    closesOn: dayInput("Enter the last day."),
  })
  .refine(({ opensOn, closesOn }) => closesOn >= opensOn, {
    path: ["closesOn"],
    message: "The last day comes before the first.",
  });
export type CycleInput = z.output<typeof cycleInput>;

/** What the bank's statement says; cents. */
export const stateInput = z.strictObject({
  statementNumber: z.string().trim().min(1, "Enter the statement's number.").max(60),
  statementOn: dayInput("Enter the statement's day."),
  dueOn: dayInput("Enter the day until which it is paid."),
  statementCents: z
    .number("Enter an amount such as 12,345.67.")
    .int()
    .min(-9e12)
    .max(9e12, "This amount is too large."),
  fileId: z.uuid().nullable().default(null),
});
export type StateInput = z.output<typeof stateInput>;

export const cycleRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(cycleStatuses)),
    bankName: z.string(),
    opensOn: dayField,
    closesOn: dayField,
    lines: z.number(),
    linesCents: z.number(),
    unapproved: z.number(),
    statementCents: z.number().nullable(),
    dueOn: dayField.nullable(),
    invoiceNumber: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "CardCycle" });
export type CycleRow = z.output<typeof cycleRow>;

export const cycleDetail = cycleRow
  .extend({
    bankId: z.string(),
    statementNumber: z.string(),
    statementOn: dayField.nullable(),
    file: z.object({ id: z.string(), name: z.string() }).nullable(),
    invoiceId: z.string().nullable(),
    /** Cents of its lines by account, as its invoice charges them. */
    accounts: z.array(z.object({ id: z.string(), code: z.string(), cents: z.number() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CardCycleDetail" });
export type CycleDetail = z.output<typeof cycleDetail>;

import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

const share = z.number("Enter a share such as 6.2.").int().min(0).max(20_000);
export const benefitInput = z.object({
  laborClassId: z.uuid("Choose a class of work."),
  fromDay: z.iso.date("Enter the day from which it holds."),
  regularWage: z.number("Enter the wage of a regular hour.").int().positive().max(100_000),
  overtimeWage: z.number("Enter the wage of an overtime hour.").int().positive().max(200_000),
  premiumWage: z
    .number("Enter the wage of a premium hour.")
    .int()
    .positive()
    .max(400_000)
    .nullish()
    .transform((cents) => cents ?? null),
  benefits: z
    .array(
      z.object({
        label: z.string().trim().min(2, "Name the benefit.").max(60),
        regular: share,
        overtime: share,
      }),
    )
    .min(1, "Enter a benefit at least.")
    .max(30),
  source: z.string().trim().min(3, "Say where the figures come from.").max(300),
});
export const benefitRow = z.object({
  id: z.string(),
  laborClass: z.string(),
  fromDay: dayField,
  regularWage: z.number(),
  regularBenefit: z.number(),
  overtimeWage: z.number(),
  overtimeBenefit: z.number(),
  premiumWage: z.number().nullable(),
  benefits: z.array(z.object({ label: z.string(), regular: z.number(), overtime: z.number() })),
  source: z.string(),
});
export type BenefitRow = z.output<typeof benefitRow>;

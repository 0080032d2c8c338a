import { z } from "zod";
import { dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import "#kernel/plain-words.ts";
import {
  constructionLines,
  indirectBases,
  indirectKinds,
  lineKinds,
  matchKinds,
  matchOrigins,
} from "./budget.labels.ts";
const cents = z.number("Enter an amount such as 12,500.00.").int().min(0).max(9e13);
const percent = (most: number) =>
  z
    .number("Enter a percentage such as 22.5.")
    .min(0)
    .max(most)
    .refine((n) => Number.isInteger(Math.round(n * 1e6) / 1e4), "Two decimals at most.");

const line = z.object({
  kind: z.enum(names(lineKinds), "Choose what it is."),
  description: z.string().trim().min(1, "Say what it is.").max(200),
  /** Places among the budget's activities and years, from 0. */
  activity: z.number().int().min(0).max(3).default(0),
  year: z.number().int().min(0).max(4).default(0),
  /** Of a person the yearly salary; of things and trips the price of one; else the whole. */
  cents,
  quantity: z
    .number("Enter how many.")
    .min(0.01, "At least 0.01.")
    .max(1e6, "At most 1,000,000.")
    .default(1),
  /** Of a person: share of a full year, months, fringe benefits in percent of the salary. */
  effort: percent(100).default(100),
  months: z.number().min(0.5).max(12).default(12),
  fringe: percent(200).default(0),
  /** Of things: years of use. */
  usefulYears: z.number().min(0).max(100).default(1),
  /** Of a construction project: the line of the SF-424C, where it is another one than usual. */
  construction: z.enum(names(constructionLines)).nullable().default(null),
  /** Why it is needed, for the narrative. */
  why: z.string().trim().max(2000).default(""),
});
export type BudgetLine = z.output<typeof line>;

const match = z.object({
  source: z.string().trim().min(2, "Say who gives it.").max(200),
  origin: z.enum(names(matchOrigins)).default("applicant"),
  kind: z.enum(names(matchKinds)).default("cash"),
  activity: z.number().int().min(0).max(3).default(0),
  year: z.number().int().min(0).max(4).default(0),
  cents: cents.min(1, "Enter an amount above zero."),
});

/** A budget as somebody builds it; what follows from it is `workOut`'s. */
export const budgetInput = z
  .object({
    years: z.number().int().min(1, "One year at least.").max(5, "Five years at most.").default(1),
    activities: z
      .array(
        z.object({
          title: z.string().trim().min(1, "Name the program or activity.").max(120),
          aln: z.string().trim().max(15).default(""),
          /** Of a revision: what was authorized before. */
          beforeFederal: cents.default(0),
          beforeOther: cents.default(0),
          programIncome: cents.default(0),
        }),
      )
      .min(1, "Name one activity at least.")
      .max(4, "SF-424A takes four activities."),
    lines: z.array(line).max(300).default([]),
    indirect: z
      .object({
        kind: z.enum(names(indirectKinds)).default("none"),
        rate: percent(200).default(0),
        base: z.enum(names(indirectBases)).default("mtdc"),
        agreement: z.string().trim().max(300).default(""),
        validUntil: dayInput().nullable().default(null),
      })
      .prefault({}),
    match: z.array(match).max(50).default([]),
    /** The share of all costs that the announcement asks of the applicant, in percent. */
    matchRequired: percent(100).default(0),
    /** The agency's own threshold for equipment, where it is lower than the law's. */
    ownThreshold: cents.nullable().default(null),
  })
  .superRefine((budget, context) => {
    const outside = (list: "lines" | "match") =>
      budget[list].forEach(({ activity, year }, at) => {
        if (activity >= budget.activities.length)
          context.addIssue({
            code: "custom",
            path: [list, at, "activity"],
            message: "There is no such activity.",
          });
        if (year >= budget.years)
          context.addIssue({
            code: "custom",
            path: [list, at, "year"],
            message: "The budget has fewer years.",
          });
      });
    outside("lines");
    outside("match");
  });
export type Budget = z.output<typeof budgetInput>;
export const emptyBudget = (title: string, aln: string): Budget =>
  budgetInput.parse({ activities: [{ title, aln }] });

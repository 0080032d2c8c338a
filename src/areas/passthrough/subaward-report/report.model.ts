import { z } from "zod";
import "#kernel/plain-words.ts";
import { addDays, utcDay, type Day } from "#kernel/time.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { reportStates } from "./report.labels.ts";

/** The key of the law's amount and clock among the agency's rules. */
export const reportRuleKey = "subawardReport";

/** The last day of the month that comes so many months after the month of a day. */
const endOfMonth = (from: Day, months: number): Day => {
  const [year, month] = from.split("-").map(Number) as [number, number];
  return addDays(utcDay(Date.UTC(year, month - 1 + months + 1, 1)), -1);
};

/**
 * By when a subaward's obligation is reported to SAM.gov, and by which rule of its day; null where the
 * award is not federal or less money is obligated. 2 CFR part 170, appendix A, I.a.
 */
export const reportDue = (
  of: { federal: boolean; amount: number; obligatedOn: Day },
  rules: readonly Rule[],
): { dueOn: Day; citation: string } | null => {
  const rule = rulesOn(rules, of.obligatedOn)[0];
  if (!rule || !of.federal || of.amount < Number(rule.parameters.fromCents)) return null;
  return {
    dueOn: endOfMonth(of.obligatedOn, Number(rule.parameters.monthsAfter)),
    citation: rule.citation,
  };
};

export const reportInput = z.object({
  reportedOn: dayInput("Enter the day on which it was reported."),
  reference: z
    .string("Enter the number of the report in SAM.gov.")
    .trim()
    .min(1, "Enter the number of the report in SAM.gov.")
    .max(120),
});
export type ReportInput = z.output<typeof reportInput>;

/** A line of what is reported: as SAM.gov asks it of each subaward. */
export const reportRow = z
  .object({
    id: z.string(),
    number: z.string(),
    state: z.enum(names(reportStates)),
    dueOn: dayField,
    obligatedOn: dayField,
    subrecipient: z.string(),
    uei: z.string(),
    fain: z.string(),
    listing: z.string(),
    title: z.string(),
    award: z.string(),
    amount: z.number(),
    reportedOn: dayField.nullable(),
    reference: z.string(),
    version: z.number(),
  })
  .meta({ id: "SubawardReport" });
export type SubawardReport = z.output<typeof reportRow>;

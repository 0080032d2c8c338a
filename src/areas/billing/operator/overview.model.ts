import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { addMonths, type Day } from "#kernel/time.ts";
import { dayField } from "#kernel/time-fields.ts";
import { agreementStatuses } from "../agreement/agreement.labels.ts";
import type { Billed } from "../period/period.labels.ts";
import { periodAfter } from "../period/period.model.ts";

/** How many months of income are expected ahead, this one included. */
const monthsAhead = 12;

const month = z.object({
  /** The first day of the month. */
  month: dayField,
  /** Within terms that stand. */
  agreed: z.number(),
  /** Behind the last day of a term that is renewed unless somebody gives notice. */
  ifRenewed: z.number(),
  /** Of plans without an agreement, at their price. */
  withoutAgreement: z.number(),
  /** The agreements that the month's income comes from. */
  agreementIds: z.array(z.string()),
});
export type IncomeMonth = z.output<typeof month>;
const term = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.string(),
  plan: z.string(),
  status: z.enum(names(agreementStatuses)),
  startsOn: dayField,
  endsOn: dayField,
  noticeBefore: dayField.nullable(),
  renews: z.boolean(),
});
export type Term = z.output<typeof term>;

export const overview = z
  .object({
    today: dayField,
    income: z.array(month),
    terms: z.array(term),
    toApprove: z.number(),
    toSend: z.number(),
    toConfirm: z.number(),
    late: z.object({ bills: z.number(), agencies: z.number(), cents: z.number() }),
    disputed: z.number(),
    trials: z.number(),
    noticeSoon: z.number(),
  })
  .meta({ id: "HostingOverview" });
export type Overview = z.output<typeof overview>;

/** A plan that is billed, as far as its coming periods ask. */
export type Earning = {
  agreementId: string | null;
  priceCents: number;
  billed: Billed;
  anchorOn: Day;
  periodTo: Day;
  /** The last day of the plan, where it ends. */
  endsOn: Day | null;
  /** The last day of its agreement's term, and whether that is renewed. */
  termTo: Day | null;
  renews: boolean;
};

const firstOf = (day: Day): Day => `${day.slice(0, 8)}01` as Day;

/**
 * What comes in by month: the periods that begin in it, at the price of now. Bills that stand already are not in it.
 */
export const incomeOf = (plans: readonly Earning[], today: Day): IncomeMonth[] => {
  const first = firstOf(today);
  const months: IncomeMonth[] = Array.from({ length: monthsAhead }, (_, n) => ({
    ...{ month: addMonths(first, n), agreed: 0, ifRenewed: 0, withoutAgreement: 0 },
    agreementIds: [],
  }));
  const end = addMonths(first, monthsAhead);
  for (const plan of plans) {
    let period = periodAfter(plan.anchorOn, plan.billed, plan.periodTo);
    while (period.from < end) {
      const over = plan.endsOn !== null && period.from > plan.endsOn;
      const behindTerm = plan.termTo !== null && period.from > plan.termTo;
      if (over || (behindTerm && !plan.renews)) break;
      const at = months.findLast(({ month }) => month <= period.from);
      if (at) {
        const kind =
          plan.agreementId === null ? "withoutAgreement" : behindTerm ? "ifRenewed" : "agreed";
        at[kind] += plan.priceCents;
        if (plan.agreementId && !at.agreementIds.includes(plan.agreementId))
          at.agreementIds.push(plan.agreementId);
      }
      period = periodAfter(plan.anchorOn, plan.billed, period.to);
    }
  }
  return months;
};

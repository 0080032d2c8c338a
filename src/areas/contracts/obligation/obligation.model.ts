import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { names } from "#kernel/labels.ts";
import { monthsAfter } from "../contract/term.model.ts";
import {
  dueStatuses,
  monthsBetween,
  recurrences,
  sides,
  type DueStatus,
  type Recurrence,
  type Side,
} from "./obligation.labels.ts";

export const obligationInput = z.object({
  side: z.enum(names<Side>(sides)),
  title: z.string().trim().min(3, "Say what must be done.").max(200),
  description: z.string().trim().max(4000).default(""),
  citation: z.string().trim().max(200).default(""),
  ownerId: z.uuid().nullish(),
  firstDueOn: z.iso.date("Enter the first day on which it is due."),
  recurrence: z.enum(names<Recurrence>(recurrences)),
});
export type ObligationInput = z.output<typeof obligationInput>;

/** What was delivered: in words, and as a file where there is one. */
export const deliveryInput = z.object({
  evidence: z.string().trim().min(3, "Say what was delivered.").max(4000),
  fileId: z.uuid().nullish(),
});
export type Delivery = z.output<typeof deliveryInput>;

/** An obligation has at most so many days. */
const mostDays = 400;

/** The days on which an obligation is due until a contract's last day; both days included. */
export const dueDays = (
  { firstDueOn, recurrence }: Pick<ObligationInput, "firstDueOn" | "recurrence">,
  endsOn: string,
): Day[] => {
  const step = monthsBetween[recurrence];
  // An obligation that is due once may be due after the end: a final report, a return of keys.
  if (step === 0) return [firstDueOn as Day];
  const days: Day[] = [];
  for (let n = 0; n < mostDays; n++) {
    // From the first day each time: the 31st stays the last of its month, and does not wander.
    const day = monthsAfter(firstDueOn, n * step);
    if (day > endsOn) break;
    days.push(day);
  }
  return days;
};

export const dueRow = z
  .object({
    id: z.string(),
    obligationId: z.string(),
    title: z.string(),
    side: z.enum(names<Side>(sides)),
    recurrence: z.enum(names<Recurrence>(recurrences)),
    contract: z.string(),
    contractId: z.string(),
    vendor: z.string(),
    owner: z.string().nullable(),
    dueOn: dayField,
    status: z.enum(names<DueStatus>(dueStatuses)),
    missed: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "ObligationDue" });
export type DueRow = z.output<typeof dueRow>;

/** One day of an obligation with what was delivered, and what this person may do. */
export const dueDetail = dueRow
  .extend({
    number: z.string(),
    description: z.string(),
    citation: z.string(),
    evidence: z.string(),
    fileId: z.string().nullable(),
    deliveredBy: z.string().nullable(),
    deliveredAt: instantField.nullable(),
    decidedBy: z.string().nullable(),
    statusReason: z.string().nullable(),
    obligationVersion: z.number(),
    ended: z.boolean(),
    canEnd: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ObligationDueDetail" });
export type DueDetail = z.output<typeof dueDetail>;

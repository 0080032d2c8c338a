import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { correctiveStatuses } from "./action.labels.ts";

const said = (what: string) => z.string().trim().min(3, what).max(4000);

export const correctiveInput = z.object({
  title: z.string().trim().min(3, "Say what is to be put right.").max(200),
  /** The noun as the history names it: safetyCase, inspection, asset. */
  subjectType: z.string().min(1).max(60),
  subjectId: z.uuid("Not a record id."),
  problem: said("Say what went wrong."),
  ownerId: z.uuid("Choose who sees to it."),
  dueOn: z.iso.date("Enter the day by which it is implemented."),
});
export type CorrectiveInput = z.output<typeof correctiveInput>;
export const containInput = z.object({ containment: said("Say what was done at once.") });
export const causeInput = z.object({
  rootCause: said("Say why it happened."),
  plan: said("Say what is done so that it does not happen again."),
});
export const checkInput = z.object({
  found: said("Say what was looked at and seen."),
  effective: z.boolean("Say whether it works."),
});

export const correctiveRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(correctiveStatuses)),
    title: z.string(),
    subjectNumber: z.string(),
    owner: z.string().nullable(),
    dueOn: dayField.nullable(),
    recurrences: z.number(),
    late: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "CorrectiveAction" });
export type CorrectiveRow = z.output<typeof correctiveRow>;

export const correctiveDetail = correctiveRow
  .extend({
    subjectType: z.string(),
    subjectLink: z.string(),
    problem: z.string(),
    containment: z.string(),
    rootCause: z.string(),
    plan: z.string(),
    opener: z.string().nullable(),
    approver: z.string().nullable(),
    implementer: z.string().nullable(),
    implementedOn: dayField.nullable(),
    firstCheckOn: dayField.nullable(),
    firstCheck: z.string(),
    secondCheckOn: dayField.nullable(),
    secondCheck: z.string(),
    /** The day from which the next check may be done. */
    nextCheckOn: dayField.nullable(),
    statusReason: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CorrectiveActionDetail" });
export type CorrectiveDetail = z.output<typeof correctiveDetail>;

import { z } from "zod";
import { controlAnswers, controlSeverities } from "#kernel/control.ts";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { waiverStatuses } from "../waiver/waiver.labels.ts";
import { failureStatuses } from "./failure.labels.ts";

export const failureRow = z
  .object({
    id: z.string(),
    number: z.string(),
    control: z.string(),
    subject: z.string(),
    title: z.string(),
    said: z.string(),
    severity: z.enum(names(controlSeverities)),
    department: z.string().nullable(),
    owner: z.string().nullable(),
    amount: z.number(),
    dueOn: dayField,
    status: z.enum(names(failureStatuses)),
    version: z.number(),
  })
  .meta({ id: "ControlFailure" });
export type FailureRow = z.output<typeof failureRow>;

/** How a record stood with the control, each time that it was judged. */
const judgement = z.object({
  id: z.string(),
  answer: z.enum(names(controlAnswers)),
  said: z.string(),
  day: dayField,
  judgedAt: instantField,
  cause: z.enum(["record", "rule", "control", "time", "asked"]),
  facts: z.record(z.string(), z.unknown()),
  citations: z.array(z.object({ text: z.string(), verified: z.boolean() })),
  shown: z.array(z.object({ label: z.string(), href: z.string() })),
});

export const failureDetail = failureRow
  .extend({
    checkName: z.string(),
    subjectType: z.string(),
    demands: z.string(),
    dayNamed: z.string(),
    remedy: z.string(),
    citation: z.string(),
    href: z.string(),
    ownerId: z.string().nullable(),
    openedAt: instantField,
    closedAt: instantField.nullable(),
    answer: z.string().nullable(),
    answeredBy: z.string().nullable(),
    answeredAt: instantField.nullable(),
    judgements: z.array(judgement),
    /** The waiver that covers it, or that was asked for it last. */
    waiver: z
      .object({
        id: z.string(),
        number: z.string(),
        status: z.enum(names(waiverStatuses)),
        endsAt: instantField,
      })
      .nullable(),
    /** What a request for a waiver names, and whether the reader may ask for one. */
    askWaiver: z.object({
      controlId: z.string(),
      subjectId: z.string(),
      part: z.number(),
      offered: z.boolean(),
    }),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ControlFailureDetail" });
export type FailureDetail = z.output<typeof failureDetail>;

export const failureAnswer = z.strictObject({
  answer: z.string().trim().min(3, "Say what happened, and what is done about it.").max(4000),
});

export const failureAssignment = z.strictObject({
  ownerId: z.uuid("Choose who answers for it."),
});

/** The chain of a purchase with what fails in each stage, for whoever watches over it. */
export const complianceStage = z
  .object({
    stage: z.string(),
    label: z.string(),
    /** Records that are judged there, and failures that are open. */
    judged: z.number(),
    open: z.number(),
    late: z.number(),
    /** The list that opens them. */
    query: z.string(),
  })
  .meta({ id: "ComplianceStage" });
export type ComplianceStage = z.output<typeof complianceStage>;

/** Somebody who answers for failures; `owner` null: nobody yet. */
export const complianceOwner = z
  .object({ owner: z.string().nullable(), open: z.number(), late: z.number() })
  .meta({ id: "ComplianceOwner" });
export type ComplianceOwner = z.output<typeof complianceOwner>;

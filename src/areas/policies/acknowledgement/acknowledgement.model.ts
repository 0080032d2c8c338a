import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** Somebody who is asked to confirm a version. */
export const acknowledgementRow = z
  .object({
    id: z.string(),
    person: z.string(),
    dueOn: dayField,
    askedAt: instantField,
    confirmedAt: instantField.nullable(),
  })
  .meta({ id: "PolicyAcknowledgement" });
export type AcknowledgementRow = z.output<typeof acknowledgementRow>;

/** A policy that waits for the reader's own confirmation. */
export const toAcknowledge = z
  .object({
    id: z.string(),
    title: z.string(),
    versionNo: z.number(),
    summary: z.string(),
    dueOn: dayField,
  })
  .meta({ id: "PolicyToAcknowledge" });
export type ToAcknowledge = z.output<typeof toAcknowledge>;

import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { objectClass } from "../award/award.model.ts";
import { revisionStatuses } from "./revision.labels.ts";

const move = z.object({ objectClass, cents: z.number().int().min(-9e14).max(9e14) });
/** The fields of its form; it revises one award. */
export const revisionFields = {
  title: z.string().trim().min(1, "Say what changes.").max(200),
  reason: z.string().trim().min(3, "Say why.").max(4000),
  moves: z.array(move).max(9).default([]),
  newPeriodTo: z.iso.date().nullish().default(null),
  scopeChange: z.boolean().default(false),
  keyPerson: z.boolean().default(false),
  newSubaward: z.boolean().default(false),
};
export const revisionInput = z.object({
  awardId: z.uuid("Choose the award."),
  ...revisionFields,
});
export const revisionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    awardId: z.string(),
    award: z.string(),
    status: z.enum(names(revisionStatuses)),
    version: z.number(),
  })
  .meta({ id: "AwardRevision" });
export type Revision = z.output<typeof revisionRow>;
export const revisionDetail = revisionRow
  .extend({
    awardTitle: z.string(),
    reason: z.string(),
    moves: z.array(move),
    newPeriodTo: dayField.nullable(),
    scopeChange: z.boolean(),
    keyPerson: z.boolean(),
    newSubaward: z.boolean(),
    findings: z.array(
      z.object({ text: z.string(), citation: z.string(), asksGrantor: z.boolean() }),
    ),
    asksGrantor: z.boolean().nullable(),
    answeredOn: dayField.nullable(),
    answer: z.string(),
    budget: z.array(z.object({ objectClass, cents: z.number() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AwardRevisionDetail" });
export type RevisionDetail = z.output<typeof revisionDetail>;

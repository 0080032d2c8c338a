import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** What an administrator says who asks to end the agency. */
export const endingInput = z.object({
  reason: z.string().trim().min(1, "Say why.").max(2000, "Use at most 2,000 characters."),
  /** The SHA-256 (hex) of an export that was downloaded; null where nothing has to be kept. */
  exportSha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, "Type the 64 letters and digits of the export's SHA-256.")
    .nullable(),
  keeper: z.string().trim().max(200, "Use at most 200 characters."),
  keeperContact: z.string().trim().max(500, "Use at most 500 characters."),
});
export type EndingInput = z.output<typeof endingInput>;

export const endingReason = z.object({
  reason: z.string().trim().min(1, "Say why.").max(2000, "Use at most 2,000 characters."),
});

const ending = z.object({
  id: z.string(),
  status: z.enum(["asked", "waiting", "taken_back", "stopped", "deleting"]),
  reason: z.string(),
  askedBy: z.string(),
  askedName: z.string(),
  keeper: z.string(),
  keeperContact: z.string(),
  exportSha256: z.string().nullable(),
  confirmedName: z.string().nullable(),
  confirmedAt: instantField.nullable(),
  waitingDays: z.number().nullable(),
  deletesAt: instantField.nullable(),
  endedName: z.string().nullable(),
  endedReason: z.string(),
  endedAt: instantField.nullable(),
  version: z.number(),
  createdAt: instantField,
});

/** How the end of an agency stands, and what refuses it now. */
export const endingStanding = z
  .object({
    ending: ending.nullable(),
    operates: z.boolean(),
    administrators: z.number(),
    waitingDays: z.number(),
    retentionUntil: instantField.nullable(),
    matters: z.array(z.object({ sentence: z.string(), href: z.string() })),
  })
  .meta({ id: "AgencyEndingStanding" });
export type EndingStanding = z.output<typeof endingStanding>;

/** What remains of a deleted agency. */
export const deletionRow = z
  .object({
    id: z.string(),
    status: z.enum(["deleting", "deleted"]),
    agency: z.string(),
    again: z.boolean(),
    rows: z.number(),
    files: z.number(),
    keeper: z.string(),
    beganAt: instantField,
    endedAt: instantField.nullable(),
    report: z.string().nullable(),
  })
  .meta({ id: "AgencyDeletion" });
export type DeletionRow = z.output<typeof deletionRow>;

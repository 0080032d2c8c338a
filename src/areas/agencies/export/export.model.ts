import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { leastPassphrase } from "./export.labels.ts";

/** What is asked for: sealed by the passphrase, where there is one. */
export const exportInput = z.object({
  passphrase: z
    .string()
    .min(leastPassphrase, `Use at least ${leastPassphrase} characters.`)
    .max(200, "Use at most 200 characters.")
    .nullable(),
});

export const exportRow = z
  .object({
    id: z.string(),
    status: z.enum(["making", "ready", "failed", "cancelled", "ended"]),
    sealed: z.boolean(),
    rowCount: z.number().nullable(),
    tableCount: z.number().nullable(),
    fileCount: z.number().nullable(),
    entryCount: z.number().nullable(),
    leftOut: z.number().nullable(),
    size: z.number().nullable(),
    sha256: z.string().nullable(),
    snapshotAt: instantField.nullable(),
    offeredUntil: instantField.nullable(),
    takenAt: instantField.nullable(),
    failure: z.string(),
    requestedName: z.string(),
    createdAt: instantField,
  })
  .meta({ id: "AgencyExport" });
export type ExportRow = z.output<typeof exportRow>;

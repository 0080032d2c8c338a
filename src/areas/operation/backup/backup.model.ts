import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const backupRunRow = z.object({
  id: z.string(),
  kind: z.enum(["backup", "rehearsal", "restore"]),
  beganAt: instantField,
  endedAt: instantField,
  good: z.boolean(),
  madeAt: instantField.nullable(),
  folder: z.string(),
  rows: z.number(),
  bytes: z.number(),
  said: z.string(),
});
export type BackupRun = z.infer<typeof backupRunRow>;

/** What stands of backups, for whoever runs the machine. */
export const backupsRow = z
  .object({
    /** Whether the installation makes them by itself (LEVEE_BACKUP_DIR). */
    scheduled: z.boolean(),
    newest: backupRunRow.nullable(),
    rehearsed: backupRunRow.nullable(),
    /** Entries of the audit record of this agency that no good backup holds; capped. */
    lostNow: z.number(),
    lostNowCapped: z.boolean(),
    runs: z.array(backupRunRow),
  })
  .meta({ id: "Backups" });
export type Backups = z.infer<typeof backupsRow>;

/** What waits since a restore, kind by kind. */
export const heldRow = z
  .object({
    kind: z.string(),
    label: z.string(),
    about: z.string(),
    madeAt: instantField,
    heldAt: instantField,
    /** What it would have done at the restore, and to how many. */
    due: z.number(),
    people: z.number(),
    since: instantField.nullable(),
    /** Some of what is due, by its name. */
    names: z.array(z.string()),
    answer: z.enum(["released", "dropped"]).nullable(),
    answeredAt: instantField.nullable(),
    answeredBy: z.string().nullable(),
  })
  .meta({ id: "HeldAfterRestore" });
export type HeldAfterRestore = z.infer<typeof heldRow>;

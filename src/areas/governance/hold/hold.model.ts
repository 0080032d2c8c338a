import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { holdStatuses } from "./hold.labels.ts";

/** A record by its noun's name or address, and its id. */
const recordNamed = z.strictObject({
  type: z.string().min(1).max(60),
  id: z.uuid("Not a record id."),
});

export const holdInput = z.strictObject({
  matter: z.string().trim().min(3, "Name the matter, such as the case and its number.").max(200),
  reason: z.string().trim().min(3, "Say why the records are kept.").max(2000),
  records: z.array(recordNamed).min(1, "Name a record.").max(200),
});
export type HoldInput = z.output<typeof holdInput>;

export const holdRecords = holdInput.pick({ records: true });

export const holdRow = z
  .object({
    id: z.string(),
    number: z.string(),
    matter: z.string(),
    reason: z.string(),
    records: z.number(),
    placedName: z.string(),
    placedAt: instantField,
    liftedAt: instantField.nullable(),
    status: z.enum(names(holdStatuses)),
    version: z.number(),
  })
  .meta({ id: "LegalHold" });
export type HoldRow = z.output<typeof holdRow>;

export const holdDetail = holdRow
  .omit({ records: true })
  .extend({
    liftedName: z.string().nullable(),
    liftReason: z.string().nullable(),
    /** What is held; a record that the reader may not see is named by its number alone. */
    records: z.array(
      z.object({
        type: z.string(),
        what: z.string(),
        id: z.string(),
        number: z.string(),
        href: z.string().nullable(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "LegalHoldDetail" });
export type HoldDetail = z.output<typeof holdDetail>;

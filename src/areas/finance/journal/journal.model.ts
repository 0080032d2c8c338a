import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { objectClasses, type ObjectClass } from "../cost/cost.labels.ts";
import { journalKinds, journalStatuses, type JournalStatus } from "./journal.labels.ts";
export const objectClass = z.enum(names<ObjectClass>(objectClasses));

export const transferInput = z.object({
  title: z.string().trim().min(1, "Say what is moved.").max(200),
  reason: z.string().trim().min(10, "Say why the cost belongs elsewhere.").max(4000),
  moves: z
    .array(
      z.object({
        costLineId: z.uuid("Choose the cost line."),
        accountStringId: z.uuid("Choose the account."),
        cents: z.number().int().min(1, "Enter the amount that moves.").max(9e14),
      }),
    )
    .min(1, "Name a cost line.")
    .max(200),
});
export type TransferInput = z.output<typeof transferInput>;

const status = z.enum(names<JournalStatus>(journalStatuses));
export const journalRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(names<keyof typeof journalKinds>(journalKinds)),
    status,
    title: z.string(),
    total: z.number(),
    paidOn: dayField.nullable(),
    preparedBy: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Journal" });
export type Journal = z.output<typeof journalRow>;

export const journalDetail = journalRow
  .extend({
    reason: z.string(),
    approvedBy: z.string().nullable(),
    reverses: z.object({ id: z.string(), number: z.string() }).nullable(),
    payShown: z.boolean(),
    lines: z.array(
      z.object({
        id: z.string(),
        lineNo: z.number(),
        account: z.string(),
        objectClass: z.string(),
        description: z.string(),
        employee: z.string(),
        hours: z.string(),
        incurredFrom: dayField,
        incurredTo: dayField,
        cents: z.number(),
        moves: z.string().nullable(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "JournalDetail" });
export type JournalDetail = z.output<typeof journalDetail>;

import { z } from "zod";
import { instantField, instantInput } from "#kernel/time-fields.ts";

/** What became of one kind of things at the end. */
const handover = z.object({
  kind: z.string(),
  label: z.string(),
  taken: z.number().meta({ description: "so many went to the successor" }),
  left: z.number().meta({ description: "so many still hang on the person" }),
  note: z.string().meta({ description: "why they are left, or empty" }),
});
export type Handover = z.infer<typeof handover>;

export const leavingRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    personName: z.string(),
    endsAt: instantField,
    reason: z.string(),
    status: z.enum(["planned", "ended", "cancelled"]),
    successors: z.record(z.string(), z.string()),
    outcome: z.array(handover).nullable(),
    plannerName: z.string(),
    version: z.number(),
  })
  .meta({ id: "Leaving" });
export type LeavingRow = z.infer<typeof leavingRow>;

export const leavingPage = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string(), active: z.boolean() }),
  leaving: leavingRow.nullable(),
  holds: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      items: z.array(z.object({ id: z.string(), label: z.string(), link: z.string().nullable() })),
      byHand: z.string().nullable(),
      successor: z.boolean(),
    }),
  ),
});
export type LeavingPage = z.infer<typeof leavingPage>;

export const leavingInput = z.object({
  endsAt: instantInput("Enter a day and time"),
  reason: z.string().trim().min(3, "Say why.").max(500, "Reason must be at most 500 characters"),
  /** Who takes over what, by kind. */
  successors: z.record(z.string().max(40), z.uuid("Choose a member.")).default({}),
});
export type LeavingInput = z.infer<typeof leavingInput>;

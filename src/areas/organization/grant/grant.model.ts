import { z } from "zod";
import { roles } from "#kernel/access.ts";
import { instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";

export const grantRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    personName: z.string(),
    role: z.enum(roles).nullable().meta({ description: "null: the role stays as it is" }),
    roleExpiresAt: instantField.nullable(),
    duties: z.array(z.enum(duties)),
    dutyEnds: z
      .record(z.string(), instantField.nullable())
      .meta({ description: "when which duty ends; one that is not named has no end" }),
    why: z.string().meta({ description: "why it was asked for" }),
    liftsReadOnly: z.boolean(),
    status: z.enum(["waiting", "confirmed", "declined", "withdrawn", "lapsed", "alone", "taken"]),
    askedBy: z.string(),
    askedByName: z.string().nullable(),
    decidedByName: z.string().nullable(),
    decidedAt: instantField.nullable(),
    reason: z.string().nullable(),
    createdAt: instantField,
    version: z.number(),
    mayConfirm: z.boolean().meta({ description: "you may confirm or decline it" }),
    mayWithdraw: z.boolean().meta({ description: "you asked for it" }),
  })
  .meta({ id: "AccessGrant" });
export type GrantRow = z.infer<typeof grantRow>;

export const grantList = z.object({
  items: z.array(grantRow),
  alone: z.boolean().meta({
    description:
      "nobody else of the agency may confirm: what you grant holds at once, and is marked",
  }),
});
export type GrantList = z.infer<typeof grantList>;

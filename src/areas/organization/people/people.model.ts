import { z } from "zod";
import { memberRow } from "../member/member.model.ts";
import { sourceNames } from "../member/right.labels.ts";
import { roles } from "#kernel/access.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";

const source = z.enum(sourceNames);
const strength = z.enum(["password", "mfa"]).nullable();

export const personRow = memberRow
  .extend({
    source,
    endsAt: instantField.nullable().meta({ description: "when the membership ends" }),
    lastSignInAt: instantField.nullable().meta({ description: "null: never in this agency" }),
    strength,
    secondFactor: z.boolean(),
    sessions: z.number(),
  })
  .meta({ id: "PersonOfAgency" });
export type PersonOfAgency = z.infer<typeof personRow>;

export const rightRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    personName: z.string(),
    email: z.string(),
    departmentId: z.string().nullable(),
    departmentName: z.string().nullable(),
    kind: z.enum(["role", "duty"]),
    right: z.enum([...roles, ...duties]).meta({ description: "the role or duty" }),
    giverId: z.string().nullable(),
    giverName: z.string().nullable(),
    source,
    reason: z.string(),
    since: instantField,
    until: instantField.nullable(),
    lastUsedOn: dayField.nullable().meta({ description: "a day of the agency" }),
  })
  .meta({ id: "Right" });
export type RightRow = z.infer<typeof rightRow>;

export const personFile = z
  .object({
    person: personRow,
    rights: z.array(rightRow),
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: instantField,
        seenAt: instantField,
        address: z.string(),
        userAgent: z.string(),
        assurance: z.enum(["password", "mfa"]),
      }),
    ),
    waits: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        items: z.array(
          z.object({ id: z.string(), label: z.string(), link: z.string().nullable() }),
        ),
        byHand: z.string().nullable(),
        successor: z.boolean().meta({ description: "a successor takes it over" }),
      }),
    ),
  })
  .meta({ id: "PersonFile" });
export type PersonFile = z.infer<typeof personFile>;

const ids = z.array(z.uuid("Invalid UUID format")).min(1, "Choose somebody.").max(200);
const reason = z
  .string()
  .trim()
  .min(3, "Say why.")
  .max(500, "Reason must be at most 500 characters");
export const endInput = z.object({ ids, reason });
export const departmentInput = z.object({ ids, departmentId: z.uuid("Invalid UUID format") });
export const manyAnswer = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});
export type ManyAnswer = z.infer<typeof manyAnswer>;

export const dormancy = z
  .object({
    days: z
      .number()
      .nullable()
      .meta({ description: "null: memberships do not end for lack of use" }),
    fromDay: dayField.nullable(),
    next: z.object({ days: z.number().nullable(), fromDay: dayField }).nullable(),
  })
  .meta({ id: "DormancyRule" });
export const dormancyInput = z.object({
  days: z.number().int().min(30, "At least 30 days.").max(730, "At most 730 days.").nullable(),
  fromDay: z.iso.date("Enter a day"),
});

export const accountRow = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    createdAt: instantField,
    confirmed: z.boolean(),
    lockedAt: instantField.nullable(),
    secondFactor: z.boolean(),
    sessions: z.number(),
    lastSignInAt: instantField.nullable(),
  })
  .meta({ id: "InstallationAccount" });
export type InstallationAccount = z.infer<typeof accountRow>;
export const reasonInput = z.object({ reason });

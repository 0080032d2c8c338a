import { z } from "zod";
import { roles } from "#kernel/access.ts";
import { instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";

const role = z.enum(roles);
const duty = z.enum(duties);

export const memberRow = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    title: z.string(),
    departmentId: z.string().nullable(),
    departmentName: z.string().nullable(),
    supervisorId: z.string().nullable(),
    supervisorName: z.string().nullable(),
    lacks: z
      .string()
      .optional()
      .meta({ description: "why the seat that was asked for is closed to them" }),
    role,
    roleExpiresAt: instantField.nullable(),
    duties: z.array(duty),
    dutyEnds: z
      .record(z.string(), instantField)
      .meta({ description: "when which duty ends; one that is not named has no end" }),
    active: z.boolean(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "Member" });
export type MemberRow = z.infer<typeof memberRow>;

/** What a change of a member answers. */
export const changedMember = memberRow
  .extend({
    waits: z
      .string()
      .nullable()
      .meta({ description: "the request for access that a second person must confirm" }),
  })
  .meta({ id: "ChangedMember" });
export type ChangedMember = z.infer<typeof changedMember>;

export const memberPatch = z.object({
  title: z.string().trim().max(120, "Title must be at most 120 characters").optional(),
  departmentId: z.uuid("Invalid UUID format").nullable().optional(),
  supervisorId: z.uuid("Invalid UUID format").nullable().optional(),
  role: role.optional(),
  /**
   * Null: the role does not expire. Given together with or without `role`; a new grant row is
   * written either way.
   */
  roleExpiresAt: z.iso
    .datetime({ offset: true, message: "Enter a date and time" })
    .nullable()
    .optional(),
  duties: z.array(duty).max(duties.length).optional(),
  /** Ends of duties that are held from now on; null: no end. */
  dutyEnds: z
    .partialRecord(
      duty,
      z.iso.datetime({ offset: true, message: "Enter a date and time" }).nullable(),
    )
    .optional(),
  /** Why the rights change; it stands beside what is given. */
  reason: z.string().trim().max(500, "Reason must be at most 500 characters").optional(),
  active: z.boolean().optional(),
});
export type MemberPatch = z.infer<typeof memberPatch>;

export const invitationInput = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(255, "Email must be less than 255 characters")
    .pipe(z.email("Invalid email address")),
  role: z.enum(["user", "manager", "admin"]).default("user"),
  departmentId: z.uuid("Invalid UUID format").nullable().default(null),
  title: z.string().trim().max(120, "Title must be at most 120 characters").default(""),
  supervisorId: z.uuid("Invalid UUID format").nullable().default(null),
  duties: z.array(duty).max(duties.length).default([]),
});

export const invitationRow = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    departmentId: z.string().nullable(),
    title: z.string(),
    supervisorId: z.string().nullable(),
    duties: z.array(duty),
    invitedByName: z.string().nullable(),
    createdAt: instantField,
    expiresAt: instantField,
    status: z.enum(["open", "accepted", "revoked", "expired"]),
  })
  .meta({ id: "Invitation" });
export type InvitationRow = z.infer<typeof invitationRow>;

export const roleGrant = z
  .object({ user_id: z.string(), role, granted_at: z.string(), expires_at: z.string().nullable() })
  .meta({ id: "UserRole" });

import { z } from "zod";
import { roles } from "#kernel/access.ts";
import type { Worker } from "#areas/organization/organization.public.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { addMonths, type Day } from "#kernel/time.ts";
import { duties } from "#roles.ts";
import { certificateFields } from "../certificate/certificate.model.ts";

/** Whom a requirement touches: whoever fits one of these. */
const audience = z.strictObject({
  everybody: z.boolean().default(false),
  roles: z.array(z.enum(roles)).max(10).default([]),
  duties: z.array(z.enum(duties)).max(duties.length).default([]),
  departmentIds: z.array(z.uuid()).max(100).default([]),
  titles: z.array(z.string().trim().min(1).max(120)).max(50).default([]),
  supervisors: z.boolean().default(false),
  personIds: z.array(z.uuid()).max(500).default([]),
});
export type Audience = z.output<typeof audience>;

const codes = z.array(certificateFields.code).max(20).default([]);
export const requirementInput = z.object({
  name: z.string().trim().min(3, "Name the requirement.").max(120),
  code: certificateFields.code,
  audience,
  dueDays: z.number().int().min(0).max(730).default(30),
  renewMonths: z.number().int().min(1).max(240).nullable().default(null),
  prerequisites: codes,
  equivalents: codes,
});

export const requirementRow = z
  .object({
    ...requirementInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "TrainingRequirement" });
export type RequirementRow = z.output<typeof requirementRow>;

/** Whether a requirement touches a person. */
export const touches = (of: Audience, one: Worker): boolean =>
  of.everybody ||
  of.roles.includes(one.role) ||
  one.duties.some((duty) => of.duties.includes(duty)) ||
  (one.departmentId !== null && of.departmentIds.includes(one.departmentId)) ||
  of.titles.some((title) => title.toLowerCase() === one.title.trim().toLowerCase()) ||
  (of.supervisors && one.supervises) ||
  of.personIds.includes(one.id);

/** A verified certificate of somebody. */
export type Held = { holderId: string; code: string; validFrom: Day; validUntil: Day | null };

/** Until when a certificate counts for a requirement: its own end, or sooner where the agency renews sooner. */
export const countsUntil = (
  { validFrom, validUntil }: Pick<Held, "validFrom" | "validUntil">,
  renewMonths: number | null,
): Day | null => {
  const own = renewMonths === null ? null : addMonths(validFrom, renewMonths);
  return own === null ? validUntil : validUntil === null || own < validUntil ? own : validUntil;
};

export type Asked = Pick<RequirementRow, "definitionId" | "code" | "equivalents" | "renewMonths">;

/** Whether somebody meets a requirement on a day, by certificates of it or of its equivalents. */
export const meets = (of: Asked, held: readonly Held[], on: Day): boolean =>
  held.some((one) => {
    if (one.validFrom > on || (one.code !== of.code && !of.equivalents.includes(one.code)))
      return false;
    const until = countsUntil(one, of.renewMonths);
    return until === null || until >= on;
  });

const missing = z.object({
  personId: z.string(),
  name: z.string(),
  departmentName: z.string(),
  dueOn: dayField,
  overdue: z.boolean(),
});
export const requirementStanding = z
  .object({
    definitionId: z.string(),
    name: z.string(),
    code: z.string(),
    people: z.number(),
    met: z.number(),
    overdue: z.number(),
    missing: z.array(missing).meta({ description: "who is missing, the first two hundred" }),
  })
  .meta({ id: "RequirementStanding" });
export type RequirementStanding = z.output<typeof requirementStanding>;

export const ownRequirement = z
  .object({
    definitionId: z.string(),
    name: z.string(),
    code: z.string(),
    met: z.boolean(),
    dueOn: dayField.nullable(),
    courseId: z.string().nullable(),
  })
  .meta({ id: "OwnRequirement" });
export type OwnRequirement = z.output<typeof ownRequirement>;

export const previewed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      departmentName: z.string(),
      met: z.boolean(),
    }),
  ),
});

import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Write a colour as # and six digits, such as #1e40af.");

/** Two colours and, where the agency has one, the file of its mark. */
export const lookFields = z.object({
  primaryColor: color,
  secondaryColor: color,
  markFileId: z.uuid("Choose the picture anew.").nullable(),
});
export type LookFields = z.infer<typeof lookFields>;

export const lookRow = z
  .object({
    number: z.number(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
    markFileId: z.string().nullable(),
    markUrl: z.string().nullable(),
    restoredFrom: z.number().nullable(),
    publishedBy: z.string(),
    createdAt: instantField,
  })
  .meta({ id: "AgencyLook" });
export type LookRow = z.infer<typeof lookRow>;

/** What was published, newest first, and the version of the agency's record. */
export const lookList = z.object({ items: z.array(lookRow), version: z.number() });
export type LookList = z.infer<typeof lookList>;

/** Where an agency's mark is served; what a number names never changes. */
export const markPath = (orgId: string, number: number): string =>
  `/branding/${orgId}/${number}/mark`;

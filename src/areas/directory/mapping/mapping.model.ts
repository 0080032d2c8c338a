import { z } from "zod";
import "#kernel/plain-words.ts";
import { duties } from "#roles.ts";

const role = z.enum(["user", "manager", "admin"]);

/** What a group gives; the platform's operator is none of the roles. */
export const mappingInput = z
  .object({
    groupName: z.string().trim().min(1, "Type the group's name as the directory sends it").max(300),
    role: role.nullable().default(null),
    duties: z.array(z.enum(duties)).max(duties.length).default([]),
    departmentId: z.uuid("Choose a department").nullable().default(null),
  })
  .refine((rule) => rule.role !== null || rule.duties.length > 0 || rule.departmentId !== null, {
    path: ["role"],
    message: "Choose a role, a duty or a department",
  });
export type MappingInput = z.output<typeof mappingInput>;

export const mappingRow = z
  .object({
    id: z.string(),
    groupName: z.string(),
    role: role.nullable(),
    duties: z.array(z.enum(duties)),
    departmentId: z.string().nullable(),
    departmentName: z.string().nullable(),
    status: z.string(),
    askedByName: z.string().nullable(),
    decidedByName: z.string().nullable(),
    mayDecide: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "DirectoryMapping" });
export type MappingRow = z.infer<typeof mappingRow>;

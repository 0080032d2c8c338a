import { z } from "zod";
import "#kernel/plain-words.ts";
import { duties } from "#roles.ts";

const role = z.enum(["user", "manager", "admin"]);

/** What a claim gives; the platform's operator is none of the roles. */
export const mappingInput = z
  .object({
    claim: z.string().trim().min(1, "Name the claim, such as groups").max(300),
    value: z.string().trim().min(1, "Type the value as the provider sends it").max(500),
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
    providerId: z.string(),
    claim: z.string(),
    value: z.string(),
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
  .meta({ id: "SignInMapping" });
export type MappingRow = z.infer<typeof mappingRow>;

export const tryInput = z.object({
  claims: z.record(z.string().max(300), z.unknown()),
});
export const tried = z.object({
  role: role.nullable(),
  duties: z.array(z.enum(duties)),
  departmentName: z.string().nullable(),
  by: z.array(z.string()),
  waiting: z.array(z.string()),
});
export type Tried = z.infer<typeof tried>;

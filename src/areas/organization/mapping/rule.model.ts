import { z } from "zod";
import "#kernel/plain-words.ts";
import { duties } from "#roles.ts";
import { mappedRoles } from "./rule.labels.ts";

const role = z.enum(mappedRoles).nullable();

/** The part of a rule that says what it gives; the rest says to whom. */
export const givesFields = {
  role: role.default(null),
  duties: z.array(z.enum(duties)).max(duties.length).default([]),
  departmentId: z.uuid("Choose a department").nullable().default(null),
};

/** A rule gives something. */
export const givesSomething = [
  (rule: { role: unknown; duties: readonly unknown[]; departmentId: unknown }) =>
    rule.role !== null || rule.duties.length > 0 || rule.departmentId !== null,
  { path: ["role"], message: "Choose a role, a duty or a department" },
] as const satisfies [unknown, { path: string[]; message: string }];

/** A rule as it is shown, but for whom it is. */
export const ruleRow = z.object({
  id: z.string(),
  role,
  duties: z.array(z.enum(duties)),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
  status: z.string(),
  askedByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  mayDecide: z.boolean(),
  version: z.number(),
});
export type RuleRow = z.infer<typeof ruleRow>;

import { z } from "zod";
import { duties } from "#roles.ts";
import {
  givesFields,
  givesSomething,
  mappedRoles,
  ruleRow,
} from "#areas/organization/organization.public.ts";

/** What a claim gives. */
export const mappingInput = z
  .object({
    claim: z.string().trim().min(1, "Name the claim, such as groups").max(300),
    value: z.string().trim().min(1, "Type the value as the provider sends it").max(500),
    ...givesFields,
  })
  .refine(...givesSomething);
export type MappingInput = z.output<typeof mappingInput>;

export const mappingRow = ruleRow
  .extend({ providerId: z.string(), claim: z.string(), value: z.string() })
  .meta({ id: "SignInMapping" });
export type MappingRow = z.infer<typeof mappingRow>;

export const tryInput = z.object({
  claims: z.record(z.string().max(300), z.unknown()),
});
export const tried = z.object({
  role: z.enum(mappedRoles).nullable(),
  duties: z.array(z.enum(duties)),
  departmentName: z.string().nullable(),
  by: z.array(z.string()),
  waiting: z.array(z.string()),
});
export type Tried = z.infer<typeof tried>;

import { z } from "zod";
import { givesFields, givesSomething, ruleRow } from "#areas/organization/organization.public.ts";

/** What a group of a directory gives. */
export const mappingInput = z
  .object({
    groupName: z.string().trim().min(1, "Type the group's name as the directory sends it").max(300),
    ...givesFields,
  })
  .refine(...givesSomething);
export type MappingInput = z.output<typeof mappingInput>;

export const mappingRow = ruleRow
  .extend({ groupName: z.string() })
  .meta({ id: "DirectoryMapping" });
export type MappingRow = z.infer<typeof mappingRow>;

import { z } from "zod";
import { answerOf } from "#kernel/fields.ts";

/** The fields of a cost code, said once: list, import and proposals derive from them. */
export const costCodeFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(
      /^[0-9A-Z][0-9A-Z.-]{0,19}$/,
      "A code has letters, digits, dots and hyphens, at most twenty of them.",
    )
    .meta({ title: "Code" }),
  name: z.string().trim().min(1, "Enter the name.").max(120).meta({ title: "Name" }),
  covers: z.string().trim().max(500).default("").meta({ title: "What it covers" }),
};
export const costCodeInput = z.object(costCodeFields);

export const costCodeRow = z
  .object({
    id: z.string(),
    ...answerOf(costCodeFields),
    active: z.boolean(),
    retiredBecause: z.string(),
    uses: z.number(),
    version: z.number(),
  })
  .meta({ id: "CostCode" });
export type CostCodeRow = z.output<typeof costCodeRow>;

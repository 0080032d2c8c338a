import { z } from "zod";

/** The fields of a commodity, said once: list, import and proposals derive from them. */
export const commodityFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(
      /^[0-9A-Z][0-9A-Z.-]{0,19}$/,
      "A code has letters, digits, dots and hyphens, at most twenty of them.",
    )
    .meta({ title: "Code" }),
  name: z.string().trim().min(1, "Enter the name.").max(300).meta({ title: "Name" }),
  scheme: z.string().trim().toUpperCase().max(20).default("NIGP").meta({ title: "Scheme" }),
};
export const commodityInput = z.object(commodityFields);

export const commodityEntry = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    scheme: z.string(),
    active: z.boolean(),
    retiredBecause: z.string(),
    uses: z.number(),
    version: z.number(),
  })
  .meta({ id: "CommodityEntry" });
export type CommodityEntry = z.output<typeof commodityEntry>;

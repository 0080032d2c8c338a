import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { dayInput } from "#kernel/time-fields.ts";

/** An asset that is drafted of what a project built, with the cents of one cost code that it bears. */
export const draftAssetInput = z.object({
  name: z.string().trim().min(3, "Say what was built.").max(200).meta({ title: "Asset" }),
  classId: z.uuid("Choose a class.").meta({ title: "Class" }),
  costCodeId: z.uuid().nullable().default(null).meta({ title: "Cost code" }),
  cents: heldAs(
    "cents",
    z.number("Enter an amount.").int().min(1, "Enter an amount above zero.").max(9e13),
  ).meta({ title: "Cost" }),
  warrantyUntil: dayInput("Enter a day.")
    .nullable()
    .default(null)
    .meta({ title: "Warranty until" }),
});
export type DraftAssetInput = z.output<typeof draftAssetInput>;

/** What was billed of each code, and the assets that bear it. */
export const projectAssets = z
  .object({
    codes: z.array(
      z.object({
        costCodeId: z.string().nullable(),
        code: z.string(),
        name: z.string(),
        billed: z.number(),
        onAssets: z.number(),
      }),
    ),
    assets: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        name: z.string(),
        code: z.string(),
        cents: z.number(),
      }),
    ),
    /** Whether assets are drafted now. */
    takesAssets: z.boolean(),
  })
  .meta({ id: "ProjectAssets" });
export type ProjectAssets = z.output<typeof projectAssets>;

import { z } from "zod";
import { answerOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { entryRow } from "../master/master.model.ts";
import { unitKinds } from "./unit.labels.ts";

const kinds = names(unitKinds);

/** The fields of a unit, said once. */
export const unitFields = {
  code: z
    .string()
    .trim()
    .min(1, "Enter the word that lines name it by.")
    .max(20)
    .meta({ title: "Unit" }),
  name: z.string().trim().min(1, "Enter the name.").max(80).meta({ title: "Name" }),
  kind: z.enum(kinds, "Choose a kind of the list.").meta({ title: "Kind" }),
  factor: heldAs(
    "decimal",
    z
      .string()
      .trim()
      .refine(
        (text) => text === "" || (/^\d{1,15}(\.\d{1,15})?$/.test(text) && !/^[0.]+$/.test(text)),
        "The factor is a number above zero with at most fifteen decimals.",
      ),
  )
    .nullish()
    .transform((text) => text || null)
    .meta({ title: "Factor" }),
};

export const unitInput = z
  .object(unitFields)
  .refine((unit) => (unit.kind === "other") === (unit.factor === null), {
    path: ["factor"],
    message: "A unit has a factor to the base of its kind; one of kind Other has none.",
  });

export const unitRow = entryRow
  .extend({ ...answerOf(unitFields), factor: z.string().nullable() })
  .meta({ id: "Unit" });
export type UnitRow = z.output<typeof unitRow>;

export const conversionInput = z.object({
  amount: z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, "Enter a number."),
  from: z.string().trim().min(1).max(20),
  to: z.string().trim().min(1).max(20),
});

import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { bankProblem, bankRowFields, type BankPlan } from "../bank/bank-import.service.ts";
import { nameKey } from "./key.model.ts";
import { tinProblem, vendorColumns, vendorFields } from "./vendor.model.ts";

/** Fields that are columns under their own name; the tax number is sealed into its own. */
export const typed = Object.keys(vendorColumns) as (keyof typeof vendorColumns)[];
const { name, ...others } = vendorFields;

/**
 * A row: the vendor's fields, all but the name optional (an empty cell leaves the field alone), the
 * number of a vendor to change, and whether a person looked and found another firm at the address.
 */
export const vendorRowSchema = z
  .object({
    anotherFirm: z.boolean().optional(),
    /** A column of before: read past, and said to be needed no longer. */
    form1099: z.string().optional(),
    number: z
      .string()
      .regex(/^V-\d{5,}$/, "A vendor number looks like V-00012.")
      .optional(),
    name,
    ...patchOf(others).shape,
    ...bankRowFields,
  })
  .superRefine((row, context) => {
    const problem = row.tin ? tinProblem(row.tin, row.tinKind ?? "ein") : null;
    if (problem) context.addIssue({ code: "custom", path: ["tin"], message: problem });
    const bank = bankProblem(row);
    if (bank) context.addIssue({ code: "custom", ...bank });
  });
export type ImportedVendor = z.output<typeof vendorRowSchema>;
export type Plan = {
  id: string | null;
  patch: Partial<ImportedVendor>;
  tinDigest: string | null;
  bank: BankPlan | null;
};

// A row's name is compared several times on its way.
const ownNameKey = Symbol("name key");
export const nameKeyOf = (row: Partial<ImportedVendor> & { [ownNameKey]?: string }): string =>
  (row[ownNameKey] ??= nameKey(row.name!));

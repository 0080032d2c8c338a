import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField } from "#kernel/time-fields.ts";
import { contractStatuses, type ContractStatus } from "../contract/contract.labels.ts";
import { contractFields } from "../contract/contract.model.ts";

/** The fields of a contract with lots: what stands over all of them. */
export const masterFields = {
  title: z
    .string()
    .trim()
    .min(1, "Say what the contract is for.")
    .max(200)
    .meta({ title: "Title" }),
  ceiling: heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,234.56.")
      .int()
      .min(1, "Enter what all lots together may come to.")
      .max(9e14, "This amount is too large."),
  ).meta({ title: "Ceiling over all lots" }),
};

export const masterInput = z.object(masterFields);
export type MasterInput = z.output<typeof masterInput>;
export const masterPatch = patchOf(masterFields);
export type MasterPatch = z.output<typeof masterPatch>;

// What the lots of an award have in common, beside what the award says of each.
const awardFields = {
  ...masterFields,
  kind: contractFields.kind,
  priceType: contractFields.priceType,
  startsOn: contractFields.startsOn,
  endsOn: contractFields.endsOn,
};
export const awardInput = z
  .object({ ...awardFields, awardId: z.uuid() })
  .refine((m) => m.endsOn >= m.startsOn, {
    path: ["endsOn"],
    message: "The contract ends before it begins.",
  });
export type AwardInput = z.output<typeof awardInput>;

export const masterRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    lots: z.number(),
    vendors: z.number(),
    ceiling: z.number(),
    drawn: z.number(),
    left: z.number(),
    version: z.number(),
  })
  .meta({ id: "ContractWithLots" });
export type Master = z.output<typeof masterRow>;

const lotRow = z.object({
  id: z.string(),
  number: z.string(),
  lotNo: z.number(),
  title: z.string(),
  status: z.enum(names<ContractStatus>(contractStatuses)),
  vendor: z.string(),
  vendorId: z.string(),
  endsOn: dayField,
  ceiling: z.number(),
  drawn: z.number(),
  signedOn: dayField.nullable(),
  insuranceRequired: z.boolean(),
  /** What its insurance and bonds lack today, in sentences; asked of lots in force. */
  lacking: z.array(z.string()),
});
export type Lot = z.output<typeof lotRow>;

export const masterDetail = masterRow
  .extend({
    earlierNumber: z.string(),
    awardId: z.string().nullable(),
    members: z.array(lotRow),
    canEdit: z.boolean(),
    /** Why title and ceiling are not changed here any more; null while they may be. */
    settled: z.string().nullable(),
  })
  .meta({ id: "ContractWithLotsDetail" });
export type MasterDetail = z.output<typeof masterDetail>;

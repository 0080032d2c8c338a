import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";

const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);

const kitLine = z.object({
  contractLineId: z.uuid().nullish(),
  rateCode: z.string().trim().max(60).nullish(),
  description: z.string().trim().min(1, "Describe the item.").max(300),
  commodityCode: z.string().trim().toUpperCase().max(20).nullish(),
  unit: z.string().trim().min(1, "Name the unit.").max(20).default("each"),
  unitPrice: decimal("The unit price"),
  quantity: decimal("The quantity"),
});
/** A kit: what may be ordered at once under a contract in force. */
export const kitInput = z.object({
  name: z.string().trim().min(3, "Name the kit.").max(120),
  contractId: z.uuid("Choose a contract in force."),
  lines: z.array(kitLine).min(1, "Add at least one item.").max(60),
});
export type KitInput = z.output<typeof kitInput>;

export const accountInput = z.object({
  departmentId: z.uuid("Choose a department."),
  accountStringId: z.uuid("Choose an account."),
});

/** Somebody who may approve an emergency order by telephone. `amountLimit` in cents, null without. */
export const approverFields = {
  personId: z.uuid("Choose a member."),
  telephone: z.string().trim().max(40).default(""),
  amountLimit: heldAs("cents", z.number().int().positive()).nullish(),
  fromOn: z.iso.date("Enter the first day."),
  toOn: z.iso.date().nullish(),
};
export const approverInput = z.object(approverFields).refine((a) => !a.toOn || a.toOn >= a.fromOn, {
  path: ["toOn"],
  message: "The last day must not come before the first.",
});
export type ApproverInput = z.output<typeof approverInput>;

const kit = z.object({
  id: z.string(),
  name: z.string(),
  contractId: z.string(),
  contract: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  /** Why it cannot be ordered now; null when it can. */
  why: z.string().nullable(),
  left: z.number(),
  version: z.number(),
  lines: z.array(
    z.object({
      id: z.string(),
      contractLineId: z.string().nullable(),
      rateCode: z.string().nullable(),
      description: z.string(),
      commodityCode: z.string().nullable(),
      unit: z.string(),
      unitPrice: z.string(),
      quantity: z.string(),
    }),
  ),
});
export type Kit = z.output<typeof kit>;

const account = z.object({
  id: z.string(),
  departmentId: z.string(),
  department: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  fund: z.string(),
  available: z.number(),
});
export type PreparedAccount = z.output<typeof account>;

const approver = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  telephone: z.string(),
  amountLimit: z.number().nullable(),
  fromOn: dayField,
  toOn: dayField.nullable(),
  /** Whether this person may say yes today to whoever reads it. */
  now: z.boolean(),
});
export type Approver = z.output<typeof approver>;

/** What the agency has prepared, with what is in force: all that the one screen shows. */
export const preparation = z.object({
  declarations: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      title: z.string(),
      area: z.string(),
      holdsUntil: instantField,
    }),
  ),
  kits: z.array(kit),
  accounts: z.array(account),
  approvers: z.array(approver),
  ratifyHours: z.number(),
  termDays: z.number(),
  termCitation: z.string(),
});
export type Preparation = z.output<typeof preparation>;

import { z } from "zod";
import { asIssued } from "#areas/vendors/vendors.public.ts";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import {
  bases,
  contractKinds,
  contractStatuses,
  priceTypes,
  type Basis,
  type ContractKind,
  type ContractStatus,
  type PriceType,
  type Source,
} from "./contract.labels.ts";
import { entryKinds, type EntryKind } from "../ceiling/ceiling.labels.ts";
const methodNames = [
  "micro_purchase",
  "simplified",
  "sealed_bid",
  "proposal",
  "noncompetitive",
] as const;

/** Cents of a fiscal year. */
export const yearAmount = z.object({
  year: z.number("Enter a fiscal year such as 2027.").int().min(2000).max(2200),
  amount: heldAs("cents", z.number("Enter an amount such as 1,234.56.").int().min(-9e14).max(9e14)),
});

/** Money in whole cents that is not below zero. */
const money = heldAs(
  "cents",
  z
    .number("Enter an amount such as 1,234.56.")
    .int()
    .min(0, "The amount cannot be below zero.")
    .max(9e14, "This amount is too large."),
);

/**
 * The fields of a contract, said once: create, edit, form, import, answers and labels derive from
 * them.
 */
export const contractFields = {
  title: z
    .string()
    .trim()
    .min(1, "Say what the contract is for.")
    .max(200)
    .meta({ title: "Title" }),
  vendorId: z.uuid("Choose a vendor.").meta({ title: "Vendor" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  ownerId: z.uuid().nullish().meta({ title: "Owner" }),
  kind: z.enum(names<ContractKind>(contractKinds), "Choose a kind.").meta({ title: "Kind" }),
  priceType: z
    .enum(names<PriceType>(priceTypes), {
      error: ({ input }) =>
        input === "cost_plus_percentage"
          ? "Cost plus a percentage of cost is not allowed: agree on a fixed fee. 2 CFR 200.324(c)"
          : "Choose a price type.",
    })
    .meta({ title: "Price type" }),
  determination: z
    .string()
    .trim()
    .max(4000)
    .default("")
    .meta({ title: "Why no other price type is suitable" }),
  method: z.enum(methodNames).nullish().meta({ title: "Procurement method" }),
  basis: z.enum(names<Basis>(bases)).nullish().meta({ title: "Chosen by" }),
  evidence: z.string().trim().max(4000).default("").meta({ title: "Evidence or justification" }),
  startsOn: z.iso.date("Enter the first day.").meta({ title: "Begins" }),
  endsOn: dayInput("Enter the last day.").meta({ title: "Ends" }),
  optionCount: z.number().int().min(0).max(20).default(0).meta({ title: "Options" }),
  optionMonths: z
    .number()
    .int()
    .min(0)
    .max(120)
    .default(0)
    .meta({ title: "Months of each option" }),
  optionNoticeDays: z
    .number()
    .int()
    .min(0)
    .max(730)
    .default(0)
    .meta({ title: "Notice for an option, days" }),
  optionNoticeMonths: z
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .meta({ title: "Notice for an option, months" }),
  ceiling: money.meta({ title: "Ceiling" }),
  yearPlan: z.array(yearAmount).max(40).default([]).meta({ title: "Plan per fiscal year" }),
  federalAward: z.string().trim().max(200).default("").meta({ title: "Federal award" }),
  retainagePercent: heldAs(
    "decimal",
    z.string().regex(/^\d{1,2}(\.\d{1,2})?$/, "A percentage from 0 to 99.99."),
  )
    .default("0")
    .meta({ title: "Retainage, %" }),
  insuranceRequired: z.boolean().default(false).meta({ title: "Insurance demanded" }),
  scope: z.string().trim().max(20_000).default("").meta({ title: "Scope or statement of work" }),
  deliverables: z.string().trim().max(20_000).default("").meta({ title: "Deliverables" }),
  description: z.string().trim().max(20_000).default("").meta({ title: "Description" }),
};

const inOrder = (c: { startsOn?: string | undefined; endsOn?: string | undefined }) =>
  !c.startsOn || !c.endsOn || c.endsOn >= c.startsOn;
const notInOrder = { path: ["endsOn"], message: "The contract ends before it begins." };

/** Where a contract comes from: a share of an award, an approved requisition, or neither. */
export const contractInput = z
  .object({
    ...contractFields,
    awardId: z.uuid().nullish(),
    requisitionId: z.uuid().nullish(),
    /** The contract whose lot it is; its number there, the next one unless it is said. */
    masterId: z.uuid().nullish(),
    lotNo: z.number("Enter a whole number.").int().min(1).max(9999).nullish(),
    /** The awarded lot of the solicitation, of an award. */
    lotId: z.uuid().nullish(),
  })
  .refine(inOrder, notInOrder)
  .refine((c) => c.masterId || !(c.lotNo || c.lotId), {
    path: ["lotNo"],
    message: "A lot belongs to a contract with lots: begin it there.",
  })
  .refine((c) => !(c.awardId && c.requisitionId), {
    path: ["requisitionId"],
    message: "A contract begins from an award or from a requisition, not from both.",
  });
export type ContractInput = z.output<typeof contractInput>;
export const contractPatch = patchOf(contractFields).refine(inOrder, notInOrder);
export type ContractPatch = z.output<typeof contractPatch>;

export type Terms = Pick<
  ContractInput,
  "priceType" | "determination" | "method" | "basis" | "evidence" | "ceiling" | "yearPlan"
> & { optionCount: number; optionMonths: number };

/** Cents of all years of a plan. */
export const planned = (plan: readonly { amount: number }[]): number =>
  plan.reduce((sum, year) => sum + year.amount, 0);

/**
 * What a contract lacks before counsel reads it and approvers decide, in sentences that say what to
 * do. Time and materials: 2 CFR 200.318(j); without competition: 200.320(c); method and reason:
 * 200.318(i).
 */
export const missingOf = (c: Terms): string[] => {
  const rest = c.ceiling - planned(c.yearPlan);
  return [
    ...(c.ceiling > 0 ? [] : ["Enter the ceiling."]),
    ...(c.priceType === "time_and_materials" && !c.determination
      ? ["Say why no other price type than time and materials is suitable. 2 CFR 200.318(j)"]
      : []),
    ...(c.method ? [] : ["Choose the procurement method. 2 CFR 200.318(i)"]),
    ...(c.basis ? [] : ["Say by what the vendor was chosen. 2 CFR 200.318(i)"]),
    ...((c.basis === "noncompetitive" || c.method === "noncompetitive") && !c.evidence
      ? ["Give the justification of a purchase without competition. 2 CFR 200.320(c)"]
      : []),
    ...(c.basis && c.basis !== "noncompetitive" && !c.evidence
      ? [
          "Say where the evidence is: numbers of the quotes, the award or the other agency's contract.",
        ]
      : []),
    ...(c.optionCount > 0 && c.optionMonths === 0 ? ["Say how many months an option adds."] : []),
    ...(rest === 0
      ? []
      : [
          `The plan per fiscal year comes to ${formatCents(planned(c.yearPlan))}; the ceiling is ${formatCents(c.ceiling)}.`,
        ]),
  ];
};

const status = z.enum(names<ContractStatus>(contractStatuses));
export const contractRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    kind: z.enum(names<ContractKind>(contractKinds)),
    vendor: z.string(),
    vendorId: z.string(),
    department: z.string(),
    departmentId: z.string(),
    owner: z.string().nullable(),
    startsOn: dayField,
    endsOn: dayField,
    ceiling: z.number(),
    drawn: z.number(),
    left: z.number(),
    /** The number of the contract with lots that it is a lot of, and which. */
    master: z.string().nullable(),
    lotNo: z.number().nullable(),
    version: z.number(),
    /** Where in one of its files the searched words stand, between ⟦ and ⟧. */
    passage: z.object({ file: z.string(), text: z.string() }).optional(),
  })
  .meta({ id: "Contract" });
export type Contract = z.output<typeof contractRow>;

export const signingRow = z.object({
  id: z.string(),
  kind: z.enum(["wet_ink", "electronic"]),
  signedOn: dayField,
  ourSigner: z.string(),
  vendorSigner: z.string(),
  fileId: z.string(),
  /** Why its words are not searched; null where they are, or will be. */
  unsearchable: z.string().nullable(),
  recordedBy: z.string().nullable(),
});
const lineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.number(),
});
const amendmentShort = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.string(),
  status: z.string(),
  title: z.string(),
  ceilingChange: z.number(),
  newEndsOn: dayField.nullable(),
});

/** Everything that the record's page shows. */
export const contractDetail = contractRow
  .extend({
    ...answerOf(contractFields),
    ...contractRow.shape,
    /** The vendor as it stood, where its record was merged since. */ issuedTo: asIssued,
    originalCeiling: z.number().nullable(),
    originalEndsOn: dayField.nullable(),
    optionsUsed: z.number(),
    source: z.enum(["blank", "award", "requisition", "import"] satisfies Source[]),
    awardId: z.string().nullable(),
    solicitationId: z.string().nullable(),
    masterId: z.string().nullable(),
    /** The ceiling over all lots, and what all of them have drawn. */
    joint: z
      .object({ number: z.string(), ceiling: z.number(), drawn: z.number(), left: z.number() })
      .nullable(),
    requisitionId: z.string().nullable(),
    earlierNumber: z.string(),
    statusReason: z.string().nullable(),
    lines: z.array(lineRow),
    amendments: z.array(amendmentShort),
    signings: z.array(signingRow),
    versions: z.array(
      z.object({
        versionNo: z.number(),
        reason: z.string(),
        ceiling: z.number(),
        endsOn: dayField,
        createdAt: instantField,
      }),
    ),
    entries: z.array(
      z.object({
        sequence: z.number(),
        kind: z.enum(names<EntryKind>(entryKinds)),
        amount: z.number(),
        orderId: z.string().nullable(),
        amendmentId: z.string().nullable(),
        note: z.string(),
        at: instantField,
        by: z.string().nullable(),
      }),
    ),
    /** When the ceiling is used up at the pace of the last 180 days. */
    burnOutOn: dayField.nullable(),
    clauses: z.array(z.object({ name: z.string(), text: z.string(), citation: z.string() })),
    insured: z.array(z.object({ ok: z.boolean(), text: z.string() })),
    missing: z.array(z.string()),
    approvalId: z.string().nullable(),
    canEdit: z.boolean(),
    canAmend: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ContractDetail" });
export type ContractDetail = z.output<typeof contractDetail>;

/** Signatures on paper: who signed for whom, on which day, and the signed file. */
export const wetInk = z.object({
  signedOn: z.iso.date("Enter the day of the last signature.").meta({ title: "Signed on" }),
  ourSigner: z
    .string()
    .trim()
    .min(2, "Say who signed for the agency.")
    .max(200)
    .meta({ title: "Signed for the agency by" }),
  ourSignerId: z.uuid().nullish(),
  vendorSigner: z
    .string()
    .trim()
    .min(2, "Say who signed for the vendor.")
    .max(200)
    .meta({ title: "Signed for the vendor by" }),
  fileId: z.uuid("Attach the signed contract.").meta({ title: "Signed contract" }),
});
export type WetInk = z.output<typeof wetInk>;

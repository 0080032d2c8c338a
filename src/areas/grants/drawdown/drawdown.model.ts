import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { objectClass } from "../award/award.model.ts";
import { formSheet } from "../federal-form/sheet.model.ts";
import { drawdownKinds, drawdownStatuses, type DrawdownStatus } from "./drawdown.labels.ts";
const kind = z.enum(names<keyof typeof drawdownKinds>(drawdownKinds));

export const drawdownInput = z.object({
  awardId: z.uuid("Choose the award."),
  kind: kind.default("reimbursement"),
  through: z.iso.date("Enter the last day of the costs."),
  /** Only these lines; all of them when left out. */
  costLineIds: z.array(z.uuid()).max(5000).nullish(),
  /** Of a line only so many cents; negative cents give back what this award drew of the line. */
  parts: z
    .array(z.object({ costLineId: z.uuid(), cents: z.number().int().min(-9e14).max(9e14) }))
    .max(5000)
    .default([]),
});
export type DrawdownInput = z.output<typeof drawdownInput>;
/** A request as somebody begins it: whole lines where no parts are named. */
export type DrawdownAsk = Omit<DrawdownInput, "parts"> & Partial<Pick<DrawdownInput, "parts">>;
export const paidInput = z.object({
  paidOn: z.iso.date("Enter the day of the deposit."),
  /** As asked for, or as approved, when left out. */
  paid: z.number("Enter the amount.").int().min(-9e14).max(9e14).optional(),
  deposit: z.string().trim().min(1, "Enter the bank's reference.").max(120),
});
export type PaidInput = z.output<typeof paidInput>;

export const drawdownRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names<DrawdownStatus>(drawdownStatuses)),
    kind,
    awardId: z.string(),
    award: z.string(),
    awardTitle: z.string(),
    through: dayField,
    outlay: z.number(),
    federal: z.number(),
    match: z.number(),
    submittedOn: dayField.nullable(),
    paidOn: dayField.nullable(),
    paid: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "Drawdown" });
export type Drawdown = z.output<typeof drawdownRow>;

const line = z.object({
  costLineId: z.string(),
  source: z.enum(["invoice", "payroll", "transfer", "stock"]),
  documentId: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  vendor: z.string().nullable(),
  account: z.string(),
  objectClass,
  incurredTo: dayField,
  paidOn: dayField.nullable(),
  federal: z.number(),
  match: z.number(),
  uncovered: z.number(),
});
export const drawdownDetail = drawdownRow
  .extend({
    preparedBy: z.string().nullable(),
    certifiedBy: z.string().nullable(),
    certifiedAt: instantField.nullable(),
    certificate: z.string().nullable(),
    reference: z.string(),
    deposit: z.string(),
    approved: z.number().nullable(),
    statusReason: z.string().nullable(),
    lines: z.array(line),
    findings: z.array(z.object({ ok: z.boolean(), text: z.string() })),
    /** Form SF-270, cumulative up to this request. */
    sf270: formSheet,
    evidence: z.array(z.string()),
    actions: z.array(offeredAction),
  })
  .meta({ id: "DrawdownDetail" });
export type DrawdownDetail = z.output<typeof drawdownDetail>;

const choiceRow = z.object({
  costLineId: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  vendor: z.string().nullable(),
  objectClass,
  incurredTo: dayField,
  cents: z.number(),
  why: z.string().nullable(),
});
export type ChoiceRow = z.output<typeof choiceRow>;

/** A cost that the award has drawn or asked for, and can give back. */
const heldRow = z.object({
  costLineId: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  claimers: z.string(),
  federal: z.number(),
  match: z.number(),
});
export type HeldRow = z.output<typeof heldRow>;
export const drawableAnswer = z.object({
  items: z.array(choiceRow),
  /** The first of what can be given back, by document; the search narrows it. */
  held: z.array(heldRow),
});

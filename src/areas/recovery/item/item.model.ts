import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { priceBases, type PriceBasis } from "./item.labels.ts";
import { overtimeAnswers, type OvertimeAnswer } from "../schedule/schedule.labels.ts";
import { dayField } from "#kernel/time-fields.ts";

const kind = z.enum(["cost", "labor", "equipment", "material"]);

export const itemRow = z
  .object({
    id: z.string(),
    costLineId: z.string().nullable(),
    kind,
    label: z.string(),
    person: z.string(),
    dayFrom: dayField,
    dayTo: dayField,
    minutes: z.number(),
    pay: z.enum(["regular", "overtime", "premium", "leave"]).nullable(),
    cents: z.number(),
    eligible: z.boolean(),
    rule: z.string(),
    citation: z.string(),
    project: z.string(),
    request: z.string().nullable(),
    waitsBecause: z.string().nullable(),
    asked: z.string().nullable(),
    answerReason: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaItem" });
export type Item = z.output<typeof itemRow>;

export const costsInput = z.object({
  costLineIds: z.array(z.uuid()).min(1, "Choose a cost at least.").max(2_000),
});
export const hoursInput = z.object({
  from: z.iso.date("Enter the first day."),
  to: z.iso.date("Enter the last day."),
});
export type HoursInput = z.output<typeof hoursInput>;
export const answerInput = z.object({
  itemIds: z.array(z.uuid()).min(1, "Choose a line.").max(500),
  answer: z.enum(names<OvertimeAnswer>(overtimeAnswers), "Say what it was."),
  reason: z.string().trim().min(10, "Say who confirms it, and by which roster.").max(500),
});
export type AnswerInput = z.output<typeof answerInput>;

export const choiceRow = z.object({
  id: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  vendor: z.string().nullable(),
  account: z.string(),
  incurredTo: dayField,
  cents: z.number(),
  open: z.number(),
  emergency: z.boolean(),
  lacks: z.array(z.string()),
  /** What has taken it, or why it cannot be assigned. */
  why: z.string().nullable(),
});
export type Choice = z.output<typeof choiceRow>;

export const tieRow = z.object({
  person: z.string(),
  from: dayField,
  to: dayField,
  document: z.string(),
  paid: z.number(),
  claimed: z.number(),
  difference: z.number(),
});
export type TieRow = z.output<typeof tieRow>;

export const materialsInput = z.object({
  stockLineIds: z.array(z.uuid()).min(1, "Choose an issue at least.").max(500),
  site: z.string().trim().min(3, "Say where it was used.").max(200),
  /** Of what came by no invoice and has no price of the stores. */
  price: z
    .object({
      basis: z.enum(["history", "area"], "Say by what the price is known."),
      unitCents: z.int().positive("Enter the price of one.").max(100_000_000),
      reason: z
        .string()
        .trim()
        .min(10, "Say which purchases or vendors, with their days.")
        .max(500),
    })
    .nullish(),
});
export type MaterialsInput = z.output<typeof materialsInput>;

export const materialRow = z.object({
  id: z.string(),
  movementId: z.string(),
  movement: z.string(),
  movedOn: dayField,
  item: z.string(),
  quantity: z.string(),
  unit: z.string(),
  lot: z.string().nullable(),
  cents: z.number(),
  /** What of its cost stands on bills, and is nobody else's. */
  billed: z.number(),
  /** Whether a price of history or of area vendors is needed. */
  unpriced: z.boolean(),
  /** What has taken it, or why it cannot be assigned. */
  why: z.string().nullable(),
});
export type MaterialRow = z.output<typeof materialRow>;

export const chainRow = z.object({
  id: z.string(),
  label: z.string(),
  day: dayField,
  site: z.string(),
  category: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitCents: z.number(),
  basis: z.enum(names<PriceBasis>(priceBases)),
  cents: z.number(),
  movementId: z.string().nullable(),
  lot: z.string().nullable(),
  /** Receipt, order, invoice and payments behind it. */
  behind: z.array(
    z.object({
      receipt: z.string().nullable(),
      order: z.string().nullable(),
      orderId: z.string().nullable(),
      invoice: z.string(),
      invoiceId: z.string(),
      payments: z.array(z.string()),
      cents: z.number(),
      paid: z.number(),
    }),
  ),
});
export type ChainRow = z.output<typeof chainRow>;

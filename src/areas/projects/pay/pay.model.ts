import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { claims, type Claim } from "./amounts.model.ts";
import { payStatuses, retainageScopes } from "./pay.labels.ts";

const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);
const rate = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "A rate in percent, such as 5 or 2.5.")
  .refine((text) => Number(text) <= 100, "At most 100 percent.");

const line = z.strictObject({
  purchaseOrderLineId: z.uuid(),
  claim: z.enum(names<Claim>(claims)).default("quantity"),
  value: decimal("What was done").default("0"),
  /** Dollars of material that lies on the site and is not in place yet. */
  stored: decimal("Stored material").default("0"),
  /** Left out, as much as the contract says. */
  retainagePercent: rate.nullable().default(null),
});
export type PayLineInput = z.output<typeof line>;

/** The fields of a pay application, said once: form, API and history derive from them. */
export const payFields = {
  periodFrom: dayInput("Enter the first day of the period.").meta({ title: "Period from" }),
  periodTo: dayInput("Enter the last day of the period.").meta({ title: "Period to" }),
  contractorNumber: z
    .string()
    .trim()
    .min(1, "Enter the contractor's number of it.")
    .max(60)
    .meta({ title: "Contractor's number" }),
  retainageScope: z
    .enum(names<keyof typeof retainageScopes>(retainageScopes))
    .default("following")
    .meta({ title: "A changed rate of retainage holds" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
  fileId: z.uuid().nullable().default(null).meta({ title: "Contractor's signed application" }),
  storedFileIds: z
    .array(z.uuid())
    .max(20)
    .default([])
    .meta({ title: "Bills and insurance of stored material" }),
  lines: z
    .array(line)
    .min(1, "Say what was done of at least one line.")
    .max(500)
    .meta({ title: "Lines" }),
};
const inOrder = {
  path: ["periodTo"],
  message: "The last day comes before the first.",
};
export const payInput = z
  .object({ ...payFields, purchaseOrderId: z.uuid("Choose the order.") })
  .refine((a) => a.periodTo >= a.periodFrom, inOrder);
export type PayInput = z.output<typeof payInput>;
export const payChange = z.object(payFields).refine((a) => a.periodTo >= a.periodFrom, inOrder);
export type PayChange = z.output<typeof payChange>;

/** What is certified of lines, with the reason where it is less; of others all that was asked for. */
export const certifyInput = z.object({
  lines: z
    .array(
      z.strictObject({
        purchaseOrderLineId: z.uuid(),
        quantity: decimal("The certified quantity"),
        /** Dollars of stored material; left out, as much as was asked for. */
        stored: decimal("Certified stored material").nullish(),
        reason: z.string().trim().max(500).default(""),
      }),
    )
    .max(500)
    .default([]),
});
export type CertifyInput = z.output<typeof certifyInput>;

export const payRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(payStatuses)),
    projectId: z.string(),
    project: z.string(),
    purchaseOrderId: z.string(),
    applicationNo: z.number(),
    contractorNumber: z.string(),
    periodFrom: dayField,
    periodTo: dayField,
    /** Cents asked for, and certified of it; null until it is certified. */
    claimed: z.number(),
    certified: z.number().nullable(),
    retainage: z.number().nullable(),
    confirmed: z.boolean(),
    signed: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "PayApplication" });
export type PayRow = z.output<typeof payRow>;

const shownLine = z.object({
  purchaseOrderLineId: z.string(),
  lineNo: z.number(),
  description: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  ordered: z.string(),
  /** Put in place and certified before this application. */
  previous: z.string(),
  /** Stored on the site by the certificate before. */
  storedBefore: z.string(),
  claim: z.enum(names<Claim>(claims)),
  value: z.string(),
  /** Asked for and certified as put in place in the period. */
  claimed: z.string(),
  certified: z.string().nullable(),
  /** Dollars of stored material: asked for, and certified of it. */
  stored: z.string(),
  certifiedStored: z.string().nullable(),
  cutReason: z.string(),
  retainagePercent: z.string(),
  /** Own rate of the line, where it is not the contract's. */
  ownRate: z.string().nullable(),
  scheduledCents: z.number(),
  previousCents: z.number(),
  /** Put in place in the period, and stored at its end. */
  placedCents: z.number(),
  storedCents: z.number(),
  toDateCents: z.number(),
  /** Of what is certified, or asked for while nothing is. */
  thisCents: z.number(),
  retainageCents: z.number(),
  balance: z.string(),
  /** What daily logs of the period saw of it. */
  logged: z.object({
    quantity: z.string(),
    logs: z.array(
      z.object({ id: z.string(), number: z.string(), day: dayField, quantity: z.string() }),
    ),
  }),
});
export type PayLine = z.output<typeof shownLine>;

const invoiceOf = z.object({ id: z.string(), number: z.string(), status: z.string() });
export const payDetail = payRow
  .extend({
    ...answerOf({ note: payFields.note, retainageScope: payFields.retainageScope }),
    fileId: z.string().nullable(),
    storedFileIds: z.array(z.string()),
    storedFiles: z.array(z.object({ id: z.string(), name: z.string() })),
    projectNumber: z.string(),
    order: z.object({ number: z.string(), title: z.string() }),
    vendor: z.string(),
    contractor: z.string(),
    contractorAt: instantField.nullable(),
    creator: z.string().nullable(),
    confirmer: z.string().nullable(),
    confirmedAt: instantField.nullable(),
    certifier: z.string().nullable(),
    certifiedAt: instantField.nullable(),
    receiptId: z.string().nullable(),
    invoice: invoiceOf.nullable(),
    /** Ids of the payments of its invoice, for whoever may read payments. */
    payments: z.array(z.string()),
    statusReason: z.string(),
    totals: z.object({
      scheduled: z.number(),
      previous: z.number(),
      /** Of what is completed to date: stored and not in place yet. */
      stored: z.number(),
      thisPeriod: z.number(),
      toDate: z.number(),
      retainage: z.number(),
      due: z.number(),
      balance: z.number(),
    }),
    /** Why the law or the contract lets no more be kept back, where it does. */
    retainageLaw: z.string(),
    /** Papers that are demanded before it is certified, from its draft on. */
    papers: z.array(
      z.object({ title: z.string(), ok: z.boolean(), says: z.string(), citation: z.string() }),
    ),
    lines: z.array(shownLine),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PayApplicationDetail" });
export type PayDetail = z.output<typeof payDetail>;

/** An order of a project of which work can be applied for, with its lines as they stand. */
export const payableOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    vendor: z.string(),
    /** The application of it that is not decided yet. */
    openId: z.string().nullable(),
    rate: z.string(),
    lines: z.array(
      shownLine.pick({
        purchaseOrderLineId: true,
        lineNo: true,
        description: true,
        unit: true,
        unitPrice: true,
        ordered: true,
        previous: true,
        storedBefore: true,
        balance: true,
      }),
    ),
  })
  .meta({ id: "PayableOrder" });
export type PayableOrder = z.output<typeof payableOrder>;

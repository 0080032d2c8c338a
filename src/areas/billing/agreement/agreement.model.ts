import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { billedEvery } from "../period/period.labels.ts";
import { agreementStatuses } from "./agreement.labels.ts";

const words = (most: number) => z.string().trim().max(most).default("");

/** What an operator writes of an agreement. Discount in hundredths of a percent. */
export const agreementFields = {
  planId: z.uuid("Choose the plan."),
  billed: z.enum(names(billedEvery), "Choose how often it is billed.").default("year"),
  discountBp: heldAs(
    "basisPoints",
    z.number().int().min(0).max(10_000, "At most 100 percent."),
  ).default(0),
  startsOn: dayInput("Enter the first day."),
  endsOn: dayInput("Enter the last day."),
  renewMonths: z.number().int().min(0).max(120, "At most 120 months.").default(12),
  noticeDays: z.number().int().min(0).max(366, "At most 366 days.").default(60),
  orderNumber: words(60),
  payDays: z.number().int().min(0).max(180, "At most 180 days.").default(30),
  exemptionNumber: words(60),
  exemptionReason: words(200),
  billTo: words(500),
  billEmail: z.union([z.literal(""), z.email("Enter a mail address.").max(200)]).default(""),
  note: words(2000),
};

type Whole = {
  startsOn: string;
  endsOn: string;
  exemptionNumber: string;
  exemptionReason: string;
};
const inOrder = ({ startsOn, endsOn }: Whole) => endsOn >= startsOn;
const ends = { path: ["endsOn"], message: "It ends before it begins." };
const reasoned = ({ exemptionNumber, exemptionReason }: Whole) =>
  (exemptionNumber === "") === (exemptionReason === "");
const both = {
  path: ["exemptionReason"],
  message: "An exemption needs the number of its certificate and its reason.",
};

export const agreementChange = z
  .strictObject(agreementFields)
  .refine(inOrder, ends)
  .refine(reasoned, both);
export type AgreementChange = z.output<typeof agreementChange>;
export const agreementInput = z
  .strictObject({ ...agreementFields, customerId: z.uuid("Choose the agency.") })
  .refine(inOrder, ends)
  .refine(reasoned, both);
export type AgreementInput = z.output<typeof agreementInput>;
export const noticeInput = z.strictObject({
  noticeOn: dayInput("Enter the day on which notice came."),
  noticeBy: z.string().trim().min(3, "Say who gave notice.").max(160),
});

export const agreementRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(agreementStatuses)),
    customerId: z.string().nullable(),
    customer: z.string(),
    planId: z.string(),
    plan: z.string(),
    billed: z.enum(names(billedEvery)),
    /** What a period costs, less the discount, in cents. */
    price: z.number(),
    startsOn: dayField,
    endsOn: dayField,
    renewMonths: z.number(),
    /** The last day on which notice can be given; null where nothing renews. */
    noticeBefore: dayField.nullable(),
    noticeOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "HostingAgreement" });
export type AgreementRow = z.output<typeof agreementRow>;

export const agreementDetail = agreementRow
  .extend({
    discountBp: z.number(),
    noticeDays: z.number(),
    noticeBy: z.string(),
    orderNumber: z.string(),
    payDays: z.number(),
    exemptionNumber: z.string(),
    exemptionReason: z.string(),
    billTo: z.string(),
    billEmail: z.string(),
    note: z.string(),
    author: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: instantField.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "HostingAgreementDetail" });
export type AgreementDetail = z.output<typeof agreementDetail>;

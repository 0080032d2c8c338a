import { z } from "zod";
import { asIssued } from "#areas/vendors/vendors.public.ts";
import { answerOf, patchOf } from "#kernel/fields.ts";
import { dayField, instantField, dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { keptReading } from "./document/kept-reading.model.ts";
import { exceptionNames, exceptionStandings } from "./invoice.labels.ts";
import { invoiceCycle } from "./invoice.lifecycle.model.ts";

const cents = z
  .number()
  .int("Amounts are whole cents.")
  .min(-9e14, "This amount is too large.")
  .max(9e14, "This amount is too large.");
const positive = cents.min(0, "This amount cannot be negative.");
/** A calendar date that can be an invoice's; what is far from today is a slip of the hand. */
export const documentDate = (message?: string) =>
  dayInput(message).refine(
    (date) => /^(20\d\d|2100)-/.test(date),
    "Enter a date between 2000 and 2100.",
  );
// What a number carries that nobody sees: control characters, line breaks, marks that turn the
// direction of writing.
const unseen = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").replace(/\p{Cf}/gu, "");
const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);

export const invoiceLineInput = z.strictObject({
  purchaseOrderLineId: z.uuid().nullish(),
  /** Where a line without an order is charged. */
  accountStringId: z.uuid().nullish(),
  description: z.string().trim().min(1, "Describe the line.").max(500),
  quantity: decimal("The quantity"),
  /** As the bill states it; empty where it states none. */
  unit: z.string().trim().max(20).default(""),
  unitPrice: decimal("The unit price"),
  adjustment: cents.default(0),
  statedAmount: cents.nullish(),
});

/**
 * The fields of an invoice, said once: create, update, answers, form labels and exports derive from
 * them.
 */
export const invoiceFields = {
  vendorId: z.uuid("Choose a vendor.").meta({ title: "Vendor" }),
  purchaseOrderId: z.uuid().nullish().meta({ title: "Purchase order" }),
  kind: z.enum(["invoice", "credit_note"]).default("invoice").meta({ title: "Kind" }),
  vendorNumber: z
    .string()
    .overwrite(unseen)
    .trim()
    .min(1, "Enter the vendor's invoice number.")
    .max(60)
    .meta({ title: "Vendor's number" }),
  invoiceDate: documentDate("Enter the date on the invoice.").meta({ title: "Invoice date" }),
  receivedOn: documentDate().nullish().meta({ title: "Received on" }),
  /** The days that it bills, where it says so: when its cost was incurred. */ serviceFrom:
    documentDate().nullish().meta({ title: "Work from" }),
  serviceTo: documentDate().nullish().meta({ title: "Work to" }),
  termsDays: z.number().int().min(0).max(365).nullish().meta({ title: "Terms, days" }),
  /** As the bill states them; left out, as the vendor's bills do. Days of "net" decide over `termsDays`. */
  terms: z.string().trim().max(60).nullish().meta({ title: "Discount terms" }),
  allowances: positive.default(0).meta({ title: "Allowances" }),
  charges: positive.default(0).meta({ title: "Charges" }),
  tax: cents.default(0).meta({ title: "Tax" }),
  rounding: cents.default(0).meta({ title: "Rounding" }),
  statedTotal: cents.nullish().meta({ title: "Total on the invoice" }),
  /** Cents kept back; left out, as much as the contract of its order says. */ retainage: positive
    .nullish()
    .meta({ title: "Retainage" }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "A currency has three letters.")
    .default("USD")
    .meta({ title: "Currency" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
  fileId: z.uuid().nullish().meta({ title: "Document" }),
};
export const invoiceInput = z.object({
  ...invoiceFields,
  lines: z.array(invoiceLineInput).min(1, "Add at least one line.").max(1000),
});
export type InvoiceInput = z.output<typeof invoiceInput>;
export const invoicePatch = patchOf({ ...invoiceFields, lines: invoiceInput.shape.lines });
/**
 * What whoever types an invoice confirms after the question whether an amount that turns round is
 * meant (`refuseUnasked`).
 */
export const confirmation = { confirmNegative: z.boolean().default(false) };
export type InvoicePatch = z.output<typeof invoicePatch>;

const status = z.enum(names(invoiceCycle.statuses));

/** A row of the list. */
export const invoiceRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    kind: z.enum(["invoice", "credit_note"]),
    vendor: z.string(),
    vendorId: z.string(),
    vendorNumber: z.string(),
    orderNumber: z.string().nullable(),
    purchaseOrderId: z.string().nullable(),
    invoiceDate: dayField,
    receivedOn: dayField,
    dueOn: dayField.nullable(),
    total: z.number(),
    retainage: z.number(),
    withheld: z.number(),
    open: z.number(),
    /** Owed for paying late until today, by the rule of its day. */
    interest: z.number(),
    /** The last day of its discount, what it can win, and what was lost when the day passed. */
    discountOn: dayField.nullable(),
    discountOpen: z.number(),
    discountLost: z.number(),
    openExceptions: z.number(),
    version: z.number(),
  })
  .meta({ id: "Invoice" });
export type Invoice = z.output<typeof invoiceRow>;

export type ExceptionKind = keyof typeof exceptionNames;
const exceptionRow = z.object({
  id: z.string(),
  lineId: z.string().nullable(),
  kind: z.enum(names(exceptionNames)),
  message: z.string(),
  amount: z.number(),
  ownerDuty: z.string(),
  canAccept: z.boolean(),
  status: z.enum(["open", "accepted", "cleared"]),
  resolution: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: instantField.nullable(),
});
/** A row of the list of exceptions. */
export const listedException = z
  .object({
    id: z.string(),
    invoiceId: z.string(),
    number: z.string(),
    vendor: z.string(),
    kind: z.enum(names(exceptionNames)),
    message: z.string(),
    owner: z.string(),
    standing: z.enum(names(exceptionStandings)),
    arose: instantField,
    ended: instantField.nullable(),
    amount: z.number(),
  })
  .meta({ id: "InvoiceException" });
export type ListedException = z.output<typeof listedException>;

/** A line of a bill whose charges are in the ledger. */
export const spentLine = z
  .object({
    id: z.string(),
    invoiceId: z.string(),
    number: z.string(),
    status,
    vendor: z.string(),
    description: z.string(),
    department: z.string().nullable(),
    orderNumber: z.string().nullable(),
    commodityCode: z.string().nullable(),
    category: z.string().nullable(),
    approvedAt: instantField.nullable(),
    spent: z.number(),
  })
  .meta({ id: "BillLine" });
export type SpentLine = z.output<typeof spentLine>;

export type InvoiceException = Omit<z.output<typeof exceptionRow>, "canAccept">;

const lineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  purchaseOrderLineId: z.string().nullable(),
  accountStringId: z.string().nullable(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  adjustment: z.number(),
  amount: z.number(),
  statedAmount: z.number().nullable(),
  ordered: z.string().nullable(),
  orderUnit: z.string().nullable(),
  received: z.string().nullable(),
  invoiced: z.string().nullable(),
  orderPrice: z.string().nullable(),
});
const traceStep = z.object({
  kind: z.enum(["requisition", "purchaseOrder", "receipt", "invoice", "payment", "claim", "award"]),
  id: z.string().nullable(),
  number: z.string(),
  on: dayField.nullable(),
  href: z.string().nullable(),
  here: z.boolean(),
});

/** Everything that the record's page shows. */
export const invoiceDetail = invoiceRow
  .extend({
    ...answerOf(invoiceFields),
    /** The vendor as it stood, where its record was merged since. */ issuedTo: asIssued,
    retainage: z.number(),
    receivedOn: dayField,
    termsDays: z.number(),
    terms: z.string(),
    discountBp: z.number(),
    discountOn: dayField.nullable(),
    discountTaken: z.number(),
    /** Whom a lost discount waited for; null where none was lost. */
    lostTo: z.string().nullable(),
    acceptedOn: dayField.nullable(),
    source: z.enum(["typed", "csv", "ubl", "vendor"]),
    subtotal: z.number(),
    paidAmount: z.number(),
    retainageReleased: z.number(),
    fileName: z.string().nullable(),
    /** What its document said when it was saved; null where no document was read. */
    reading: keptReading.nullable(),
    duplicateOf: z.object({ id: z.string(), number: z.string() }).nullable(),
    disputeReason: z.string().nullable(),
    interestRule: z.string().nullable(),
    matchMode: z.enum(["two_way", "three_way", "none"]),
    tolerance: z.object({
      pricePercent: z.string(),
      priceCents: z.number(),
      quantityPercent: z.string(),
    }),
    lines: z.array(lineRow),
    exceptions: z.array(exceptionRow),
    splits: z.array(
      z.object({ accountStringId: z.string(), code: z.string(), amount: z.number() }),
    ),
    budget: z.array(
      z.object({
        code: z.string(),
        fund: z.string(),
        budget: z.number(),
        preEncumbered: z.number(),
        encumbered: z.number(),
        expended: z.number(),
        available: z.number(),
        amount: z.number(),
      }),
    ),
    trace: z.array(traceStep),
    approvalId: z.string().nullable(),
    canEdit: z.boolean(),
    holds: z.array(z.object({ id: z.string(), reason: z.string() })),
    actions: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        enabled: z.boolean(),
        reason: z.string().nullable(),
        needsReason: z.boolean(),
        tone: z.enum(["primary", "default", "danger"]),
      }),
    ),
  })
  .meta({ id: "InvoiceDetail" });
export type InvoiceDetail = z.output<typeof invoiceDetail>;

// Greek and Cyrillic capitals that look like Latin ones; the migration that remade the stored keys
// holds the same table.
const alike = ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХЅІЈOIL", "ABEZH1KMN0PTYXABEKMH0PCTYXS1J011"] as const;
const looks = new Map([...alike[0]].map((from, at) => [from, alike[1][at]!]));

/**
 * A vendor's invoice number as it is compared: capitals and digits only, letters that look alike as
 * one (a Greek Α and an A, O and 0, I, L and 1),
 * without leading zeros in any run of digits, so that 0033-b and 33B are one.
 */
export const invoiceNumberKey = (text: string): string =>
  [
    ...text
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ""),
  ]
    .map((c) => looks.get(c) ?? c)
    .join("")
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, "") || "0";

export const submitManyInput = z.object({ ids: z.array(z.uuid()).min(1).max(200) });
/** How many of several invoices were sent, and which were not, each with its reason. */
export const submittedMany = z
  .object({
    done: z.number(),
    refused: z.array(z.object({ id: z.string(), number: z.string(), reason: z.string() })),
  })
  .meta({ id: "SubmittedInvoices" });
export type SubmittedMany = z.output<typeof submittedMany>;

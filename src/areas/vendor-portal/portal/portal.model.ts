import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { shipNoticeStatuses } from "#areas/procurement/procurement.public.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";

const fulfilmentLine = z.object({ lineId: z.string(), quantity: z.string(), lot: z.string() });
const notice = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(shipNoticeStatuses)),
  carrier: z.string(),
  tracking: z.string(),
  shippedOn: dayField,
  expectedOn: dayField,
  packages: z.number().nullable(),
  note: z.string(),
  by: z.string(),
  createdAt: instantField,
  lines: z.array(fulfilmentLine),
});
const request = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(["open", "accepted", "declined", "withdrawn"]),
  reason: z.string(),
  promisedOn: dayField.nullable(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      lineNo: z.number(),
      quantity: z.string().nullable(),
      unitPrice: z.string().nullable(),
    }),
  ),
  askedBy: z.string(),
  askedAt: instantField,
  answer: z.string().nullable(),
  answeredAt: instantField.nullable(),
});

const waitingItem = z.object({
  kind: z.enum([
    "invitation",
    "addendum",
    "finalOffer",
    "bid",
    "order",
    "change",
    "document",
    "registration",
    "message",
    "plan",
    "invoice",
    "evaluation",
    "renewal",
    "signature",
    "negotiation",
    "claim",
    "certificate",
    "notice",
    "question",
    "rfi",
  ]),
  title: z.string(),
  detail: z.string(),
  agency: z.string(),
  /** The agency's, where `at` is an instant. */ timeZone: z.string().optional(),
  at: z.union([dayField, instantField]).nullable(),
  href: z.string(),
  urgent: z.boolean(),
});
export type WaitingItem = z.output<typeof waitingItem>;
export const overview = z
  .object({
    waiting: z.array(waitingItem),
    money: z.object({
      openOrders: z.number(),
      openOrdersCents: z.number(),
      billedCents: z.number(),
      paidYearCents: z.number(),
      due: z.array(
        z.object({ agency: z.string(), number: z.string(), dueOn: dayField, cents: z.number() }),
      ),
    }),
    agencies: z.array(
      z.object({
        orgId: z.string(),
        agency: z.string(),
        vendorId: z.string(),
        number: z.string(),
        status: z.string(),
      }),
    ),
  })
  .meta({ id: "VendorOverview" });
export type Overview = z.output<typeof overview>;

export const portalOrder = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  revision: z.number(),
  amount: z.number(),
  invoicedAmount: z.number(),
  orderedOn: dayField,
  promisedOn: dayField.nullable(),
  acknowledgedAt: instantField.nullable(),
  changeOpen: z.boolean(),
});
export type PortalOrder = z.output<typeof portalOrder>;
export const portalOrderDetail = portalOrder
  .extend({
    department: z.string(),
    deliverTo: z.string(),
    termsDays: z.number(),
    instructions: z.string(),
    receivedAmount: z.number(),
    closeReason: z.string().nullable(),
    vendorName: z.string(),
    /** The agency's, by whose day shipments and invoices are dated. */ timeZone: z.string(),
    lines: z.array(
      z.object({
        id: z.string(),
        lineNo: z.number(),
        description: z.string(),
        quantity: z.string(),
        unit: z.string(),
        unitPrice: z.string(),
        amount: z.number(),
        receivedQuantity: z.string(),
        invoicedQuantity: z.string(),
        cancelled: z.boolean(),
        onTheWay: z.string(),
        rejected: z.string(),
      }),
    ),
    receipts: z.array(
      z.object({
        number: z.string(),
        receivedOn: dayField,
        lineNo: z.number(),
        quantity: z.string(),
        rejectedQuantity: z.string(),
        rejectReason: z.string(),
      }),
    ),
    notices: z.array(notice),
    requests: z.array(request),
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        vendorNumber: z.string(),
        status: z.string(),
        total: z.number(),
      }),
    ),
    can: z.object({
      acknowledge: z.boolean(),
      change: z.boolean(),
      ship: z.boolean(),
      invoice: z.boolean(),
    }),
  })
  .meta({ id: "VendorOrder" });
export type PortalOrderDetail = z.output<typeof portalOrderDetail>;

export const portalInvoice = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  number: z.string(),
  vendorNumber: z.string(),
  kind: z.string(),
  orderNumber: z.string().nullable(),
  orderId: z.string().nullable(),
  invoiceDate: dayField,
  receivedOn: dayField,
  dueOn: dayField.nullable(),
  status: z.string(),
  total: z.number(),
  paidAmount: z.number(),
  retainage: z.number(),
  retainageReleased: z.number(),
  reasons: z.array(z.string()),
  held: z.boolean(),
  disputeReason: z.string().nullable(),
});
export type PortalInvoice = z.output<typeof portalInvoice>;
export const portalPayment = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  number: z.string(),
  method: z.string(),
  reference: z.string().nullable(),
  status: z.string(),
  amount: z.number(),
  paidOn: dayField.nullable(),
  bankLast4: z.string().nullable(),
  invoices: z.array(
    z.object({
      number: z.string(),
      vendorNumber: z.string(),
      amount: z.number(),
      orderNumber: z.string().nullable(),
      extras: z.object({ discount: z.number(), interest: z.number() }),
    }),
  ),
});
export type PortalPayment = z.output<typeof portalPayment>;

export const threadRow = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  subject: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  objectNumber: z.string().nullable(),
  lastAt: instantField,
  unread: z.boolean(),
  last: z.string(),
});
export type ThreadRow = z.output<typeof threadRow>;
const messageRow = z.object({
  id: z.string(),
  fromVendor: z.boolean(),
  person: z.string(),
  body: z.string(),
  createdAt: instantField,
});
export const threadDetail = threadRow
  .extend({ messages: z.array(messageRow) })
  .meta({ id: "VendorThread" });
export type ThreadDetail = z.output<typeof threadDetail>;
export const messageInput = z.object({
  body: z.string().trim().min(1, "Write something.").max(10_000),
});
export const threadInput = messageInput.extend({
  subject: z.string().trim().min(1, "Enter a subject.").max(200),
  objectType: z.enum(["purchaseOrder", "solicitation", "invoice"]).nullish(),
  objectId: z.uuid().nullish(),
});

/** Days before a document runs out at which the vendor is reminded. */
export const reminderDays = 45;

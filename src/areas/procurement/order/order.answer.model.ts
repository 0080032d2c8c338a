// What the API answers of an order.
import { z } from "zod";
import { asIssued } from "#areas/vendors/vendors.public.ts";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { insuranceStanding } from "../insurance/insurance.model.ts";
import { adviceRow, likePurchases } from "../method/advice.model.ts";
import { orderCycle, orderFields } from "./order.model.ts";

const status = z.enum(names(orderCycle.statuses));
export const orderRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status,
    revision: z.number(),
    vendor: z.string(),
    vendorId: z.string(),
    department: z.string(),
    departmentId: z.string(),
    buyer: z.string().nullable(),
    amount: z.number(),
    receivedAmount: z.number(),
    invoicedAmount: z.number(),
    orderedOn: dayField,
    promisedOn: dayField.nullable(),
    emergency: z.boolean(),
    late: z.boolean(),
    kind: z.enum(["standard", "blanket", "release"]),
    endsOn: dayField.nullable(),
    releasedAmount: z.number(),
    version: z.number(),
  })
  .meta({ id: "PurchaseOrder" });
export type Order = z.output<typeof orderRow>;

const splitRow = z.object({
  id: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  percent: z.string().nullable(),
  amount: z.number(),
  encumbered: z.number(),
  expended: z.number(),
});
const orderLineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  requisitionLineId: z.string().nullable(),
  requisitionNumber: z.string().nullable(),
  requisitionId: z.string().nullable(),
  /** The unit price that its requisition was approved for. */ requisitionPrice: z
    .string()
    .nullable(),
  /** The item of its contract's rate sheet. */ rateCode: z.string().nullable(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  costCodeId: z.string().nullable(),
  costCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.number(),
  receivedQuantity: z.string(),
  invoicedQuantity: z.string(),
  invoicedAmount: z.number(),
  cancelled: z.boolean(),
  splits: z.array(splitRow),
});
const receiptRow = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(["posted", "reversed"]),
  receivedOn: dayField,
  receivedBy: z.string().nullable(),
  packingSlip: z.string(),
  note: z.string(),
  version: z.number(),
  photos: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.number() })),
  lines: z.array(
    z.object({
      id: z.string(),
      purchaseOrderLineId: z.string(),
      quantity: z.string(),
      rejectedQuantity: z.string(),
      rejectReason: z.string(),
      returnedOn: dayField.nullable(),
    }),
  ),
});
/** A clause that stands on an order, with the rule that asks for it. */
const orderClauseRow = z.object({
  ruleKey: z.string(),
  title: z.string(),
  citation: z.string(),
  text: z.string(),
  because: z.string(),
  verified: z.boolean(),
});
export type OrderClause = z.output<typeof orderClauseRow>;

export const orderDetail = orderRow
  .extend({
    ...answerOf(orderFields),
    ...orderRow.shape,
    /** The vendor as it stood, where its record was merged since. */ issuedTo: asIssued,
    method: z.string().nullable(),
    methodCitation: z.string().nullable(),
    aggregateAmount: z.number(),
    splitWarning: z.boolean(),
    /** Beyond the approved lines of one requisition: what the rules suggest, and what counts with it. */ advice:
      adviceRow.nullable(),
    lookback: likePurchases.nullable(),
    fiscalYear: z.number(),
    federal: z.boolean(),
    clauses: z.array(orderClauseRow),
    /** On federal money, without a solicitation or contract, and without clauses. */
    clausesLacking: z.boolean(),
    /** The place where it goes, by name and address: as issued, once it is. */ place: z.string(),
    /** The blanket order that a release is placed on. */ blanketId: z.string().nullable(),
    blanketNumber: z.string().nullable(),
    /** The contract that it is placed under. */ contractNumber: z.string().nullable(),
    /** What its contract keeps back of each invoice, in percent. */ retainagePercent: z.string(),
    buyerId: z.string().nullable(),
    issuedAt: instantField.nullable(),
    acknowledgedAt: instantField.nullable(),
    acknowledgedBy: z.string().nullable(),
    closeReason: z.string().nullable(),
    vendorEmail: z.string().nullable(),
    vendorStatus: z.string(),
    pendingChange: z
      .object({
        reason: z.string(),
        difference: z.number(),
        growth: z.number(),
        amount: z.number(),
        asked: z.string(),
        /** Where the total grows: how the order is bought then, and what counts with like purchases. */ method:
          z.string().nullable(),
        methodReason: z.string(),
        methodCitation: z.string().nullable(),
        aggregateAmount: z.number().nullable(),
        splitWarning: z.boolean(),
      })
      .nullable(),
    lines: z.array(orderLineRow),
    receipts: z.array(receiptRow),
    versions: z.array(
      z.object({
        revision: z.number(),
        reason: z.string(),
        amount: z.number(),
        createdAt: instantField,
      }),
    ),
    invoices: z.array(
      z.object({ id: z.string(), number: z.string(), status: z.string(), amount: z.number() }),
    ),
    approvalId: z.string().nullable(),
    encumbered: z.number(),
    expended: z.number(),
    actions: z.array(offeredAction),
    /** Whether this person may edit it now; `awarded`: an award decided its vendor and lines. */ canEdit:
      z.boolean(),
    awarded: z.boolean(),
    /** A draft whose buyer is no longer a member. */ authorLeft: z.boolean(),
    checks: z.array(z.object({ ok: z.boolean(), text: z.string() })),
    insurance: z.array(insuranceStanding),
  })
  .meta({ id: "PurchaseOrderDetail" });
export type OrderDetail = z.output<typeof orderDetail>;

/** What a vendor reads by the mailed link. */
export const publicOrder = z.object({
  number: z.string(),
  title: z.string(),
  status: z.string(),
  revision: z.number(),
  agency: z.string(),
  agencyAddress: z.string(),
  agencyPhone: z.string(),
  buyer: z.string().nullable(),
  vendor: z.string(),
  deliverTo: z.string(),
  promisedOn: dayField.nullable(),
  termsDays: z.number(),
  instructions: z.string(),
  amount: z.number(),
  acknowledgedAt: instantField.nullable(),
  lines: z.array(
    z.object({
      lineNo: z.number(),
      description: z.string(),
      quantity: z.string(),
      unit: z.string(),
      unitPrice: z.string(),
      amount: z.number(),
    }),
  ),
});
export type PublicOrder = z.output<typeof publicOrder>;

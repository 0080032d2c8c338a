import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { BudgetOverride } from "./requisition/requisition.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const requisition = pgTable("requisition", {
  ...own,
  number: text().notNull(),
  title: text().notNull(),
  justification: text().notNull().default(""),
  departmentId: uuid("department_id").notNull(),
  requesterId: uuid("requester_id"),
  requestedOn: day("requested_on").notNull(),
  neededOn: day("needed_on").notNull(),
  placeId: uuid("place_id"),
  incidentId: uuid("incident_id"),
  deliverTo: text("deliver_to").notNull().default(""),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  status: text().notNull().default("draft"),
  amount: cents("amount").notNull().default(0),
  orderedAmount: cents("ordered_amount").notNull().default(0),
  vendorId: uuid("vendor_id"),
  method: text({
    enum: ["micro_purchase", "simplified", "sealed_bid", "proposal", "noncompetitive"],
  }),
  methodCitation: text("method_citation"),
  methodReason: text("method_reason").notNull().default(""),
  aggregateAmount: cents("aggregate_amount").notNull().default(0),
  splitWarning: boolean("split_warning").notNull().default(false),
  emergency: boolean().notNull().default(false),
  federal: boolean().notNull().default(false),
  overrideReason: text("override_reason"),
  budgetOverride: jsonb("budget_override").$type<BudgetOverride | null>(),
  submittedAt: instant("submitted_at"),
  /** Authors before, who left: they have a hand in it. */ formerAuthors: jsonb(
    "former_authors",
  ).$type<string[] | null>(),
  ...kept,
});

export const requisitionLine = pgTable("requisition_line", {
  ...own,
  requisitionId: uuid("requisition_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  /** What of a project it is for. */ costCodeId: uuid("cost_code_id"),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull().default("each"),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  amount: cents("amount").notNull(),
  orderedAmount: cents("ordered_amount").notNull().default(0),
  accountStringId: uuid("account_string_id"),
  released: cents("released").notNull().default(0),
  cancelledQuantity: numeric("cancelled_quantity", { precision: 18, scale: 4 })
    .notNull()
    .default("0"),
});

export const requisitionSplit = pgTable("requisition_split", {
  ...own,
  lineId: uuid("line_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  percent: numeric({ precision: 9, scale: 4 }),
  amount: cents("amount").notNull(),
  orderedAmount: cents("ordered_amount").notNull().default(0),
  released: cents("released").notNull().default(0),
});

export const purchaseOrder = pgTable("purchase_order", {
  ...own,
  number: text().notNull(),
  title: text().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  buyerId: uuid("buyer_id"),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  status: text().notNull().default("draft"),
  revision: integer().notNull().default(1),
  amount: cents("amount").notNull().default(0),
  receivedAmount: cents("received_amount").notNull().default(0),
  invoicedAmount: cents("invoiced_amount").notNull().default(0),
  uninvoiced: boolean().notNull().default(false),
  overbilled: boolean().notNull().default(false),
  orderedOn: day("ordered_on").notNull(),
  promisedOn: day("promised_on"),
  placeId: uuid("place_id"),
  incidentId: uuid("incident_id"),
  /** The place as it stood when the order went out. */ issuedPlace: text("issued_place")
    .notNull()
    .default(""),
  deliverTo: text("deliver_to").notNull().default(""),
  termsDays: integer("terms_days").notNull().default(30),
  instructions: text().notNull().default(""),
  method: text(),
  methodCitation: text("method_citation"),
  methodReason: text("method_reason").notNull().default(""),
  aggregateAmount: cents("aggregate_amount").notNull().default(0),
  splitWarning: boolean("split_warning").notNull().default(false),
  federal: boolean().notNull().default(false),
  emergency: boolean().notNull().default(false),
  matchMode: text("match_mode", { enum: ["two_way", "three_way"] })
    .notNull()
    .default("three_way"),
  overReceiptPercent: numeric("over_receipt_percent", { precision: 5, scale: 2 })
    .notNull()
    .default("0"),
  pendingChange: jsonb("pending_change").$type<unknown>(),
  issuedAt: instant("issued_at"),
  acknowledgedAt: instant("acknowledged_at"),
  acknowledgedBy: text("acknowledged_by"),
  acknowledgeTokenDigest: text("acknowledge_token_digest"),
  closeReason: text("close_reason"),
  /** The contract that it is placed under. */ contractId: uuid("contract_id"),
  /** A blanket order encumbers the year's amount, and releases are placed on it. */ kind: text({
    enum: ["standard", "blanket", "release"],
  })
    .notNull()
    .default("standard"),
  blanketId: uuid("blanket_id"),
  endsOn: day("ends_on"),
  releasedAmount: cents("released_amount").notNull().default(0),
  /** Buyers before, who left. */ formerAuthors: jsonb("former_authors").$type<string[] | null>(),
  ...kept,
});

export const orderClause = pgTable("order_clause", {
  ...own,
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  position: integer().notNull(),
  ruleKey: text("rule_key").notNull(),
  title: text().notNull(),
  citation: text().notNull(),
  text: text().notNull(),
  because: text().notNull(),
  verified: boolean().notNull(),
});

export const purchaseOrderLine = pgTable("purchase_order_line", {
  ...own,
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  lineNo: integer("line_no").notNull(),
  requisitionLineId: uuid("requisition_line_id"),
  /** The item of its contract's rate sheet. */ rateCode: text("rate_code"),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  /** What of a project it is for. */ costCodeId: uuid("cost_code_id"),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull().default("each"),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  amount: cents("amount").notNull(),
  receivedQuantity: numeric("received_quantity", { precision: 18, scale: 4 })
    .notNull()
    .default("0"),
  invoicedQuantity: numeric("invoiced_quantity", { precision: 18, scale: 4 })
    .notNull()
    .default("0"),
  invoicedAmount: cents("invoiced_amount").notNull().default(0),
  cancelled: boolean().notNull().default(false),
  accountStringId: uuid("account_string_id"),
  encumbered: cents("encumbered").notNull().default(0),
  expended: cents("expended").notNull().default(0),
  taken: cents("taken").notNull().default(0),
  /**
   * Of a requisition's line: cents by which changes raised it above what its requisition had
   * reserved.
   */
  beyond: cents("beyond").notNull().default(0),
});

export const purchaseOrderSplit = pgTable("purchase_order_split", {
  ...own,
  lineId: uuid("line_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  percent: numeric({ precision: 9, scale: 4 }),
  amount: cents("amount").notNull(),
  encumbered: cents("encumbered").notNull().default(0),
  expended: cents("expended").notNull().default(0),
  requisitionSplitId: uuid("requisition_split_id"),
  taken: cents("taken").notNull().default(0),
});

export const purchaseOrderVersion = pgTable("purchase_order_version", {
  ...own,
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  revision: integer().notNull(),
  content: jsonb().$type<unknown>().notNull(),
  reason: text().notNull().default(""),
  amount: cents("amount").notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const receipt = pgTable("receipt", {
  ...own,
  number: text().notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  status: text().notNull().default("posted"),
  receivedOn: day("received_on").notNull(),
  receivedBy: uuid("received_by"),
  packingSlip: text("packing_slip").notNull().default(""),
  note: text().notNull().default(""),
  photoFileIds: jsonb("photo_file_ids").$type<string[]>().notNull().default([]),
  /** The shipment that brought it, where one was announced. */
  shipNoticeId: uuid("ship_notice_id"),
  ...kept,
});

export const receiptLine = pgTable("receipt_line", {
  ...own,
  receiptId: uuid("receipt_id").notNull(),
  purchaseOrderLineId: uuid("purchase_order_line_id").notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  rejectedQuantity: numeric("rejected_quantity", { precision: 18, scale: 4 })
    .notNull()
    .default("0"),
  rejectReason: text("reject_reason").notNull().default(""),
  returnedOn: day("returned_on"),
});

export const requisitionShare = pgView("requisition_share", {
  orgId: uuid("org_id"),
  lineId: uuid("line_id"),
  id: uuid("id"),
  accountStringId: uuid("account_string_id"),
  percent: numeric("percent"),
  amount: bigint("amount", { mode: "number" }),
  orderedAmount: bigint("ordered_amount", { mode: "number" }),
  released: bigint("released", { mode: "number" }),
}).existing();

export const purchaseOrderShare = pgView("purchase_order_share", {
  orgId: uuid("org_id"),
  lineId: uuid("line_id"),
  id: uuid("id"),
  accountStringId: uuid("account_string_id"),
  percent: numeric("percent"),
  amount: bigint("amount", { mode: "number" }),
  encumbered: bigint("encumbered", { mode: "number" }),
  expended: bigint("expended", { mode: "number" }),
  taken: bigint("taken", { mode: "number" }),
}).existing();

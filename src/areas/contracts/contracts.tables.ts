import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { AmendmentKind } from "./amendment/amendment.labels.ts";
import type { EntryKind } from "./ceiling/ceiling.labels.ts";
import type { Basis, ContractKind, PriceType, Source } from "./contract/contract.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
/** Cents of a fiscal year. */
export type YearAmount = { year: number; amount: number };

export const contract = pgTable("contract", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("requested"),
  title: text().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  kind: text().$type<ContractKind>().notNull(),
  priceType: text("price_type").$type<PriceType>().notNull(),
  determination: text().notNull().default(""),
  method: text(),
  basis: text().$type<Basis>(),
  evidence: text().notNull().default(""),
  departmentId: uuid("department_id").notNull(),
  ownerId: uuid("owner_id"),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  originalEndsOn: day("original_ends_on"),
  optionCount: integer("option_count").notNull().default(0),
  optionMonths: integer("option_months").notNull().default(0),
  optionNoticeDays: integer("option_notice_days").notNull().default(0),
  optionNoticeMonths: integer("option_notice_months").notNull().default(0),
  optionNoticeOn: day("option_notice_on").generatedAlwaysAs(sql`ends_on`),
  optionsUsed: integer("options_used").notNull().default(0),
  ceiling: cents("ceiling").notNull(),
  originalCeiling: cents("original_ceiling"),
  drawn: cents("drawn").notNull().default(0),
  entries: integer().notNull().default(0),
  toldPercent: integer("told_percent").notNull().default(0),
  yearPlan: jsonb("year_plan").$type<YearAmount[]>().notNull().default([]),
  federalAward: text("federal_award").notNull().default(""),
  retainagePercent: numeric("retainage_percent", { precision: 5, scale: 2 }).notNull().default("0"),
  insuranceRequired: boolean("insurance_required").notNull().default(false),
  scope: text().notNull().default(""),
  deliverables: text().notNull().default(""),
  description: text().notNull().default(""),
  source: text().$type<Source>().notNull().default("blank"),
  awardId: uuid("award_id"),
  solicitationId: uuid("solicitation_id"),
  masterId: uuid("master_id"),
  lotNo: integer("lot_no"),
  lotId: uuid("lot_id"),
  requisitionId: uuid("requisition_id"),
  earlierNumber: text("earlier_number").notNull().default(""),
  draftedBy: jsonb("drafted_by").$type<string[]>().notNull().default([]),
  statusReason: text("status_reason"),
  stageSince: instant("stage_since").notNull().defaultNow(),
  ...kept,
});

export const contractLine = pgTable("contract_line", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull().default("each"),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  amount: cents("amount").notNull(),
});

export const contractRateSheet = pgTable("contract_rate_sheet", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  sequence: integer().notNull(),
  amendmentId: uuid("amendment_id"),
  effectiveFrom: day("effective_from").notNull(),
  note: text().notNull().default(""),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const contractRate = pgTable("contract_rate", {
  ...own,
  sheetId: uuid("sheet_id").notNull(),
  code: text().notNull(),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  unit: text().notNull(),
  fromQuantity: numeric("from_quantity", { precision: 18, scale: 4 }).notNull().default("0"),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
});

export const contractAmendment = pgTable("contract_amendment", {
  ...own,
  number: text().notNull(),
  contractId: uuid("contract_id").notNull(),
  sequence: integer().notNull(),
  status: text().notNull().default("draft"),
  kind: text().$type<AmendmentKind>().notNull(),
  title: text().notNull(),
  reason: text().notNull(),
  newEndsOn: day("new_ends_on"),
  ceilingChange: cents("ceiling_change").notNull().default(0),
  jointChange: cents("joint_change").notNull().default(0),
  yearPlan: jsonb("year_plan").$type<YearAmount[]>().notNull().default([]),
  scope: text().notNull().default(""),
  draftedBy: jsonb("drafted_by").$type<string[]>().notNull().default([]),
  statusReason: text("status_reason"),
  appliedAt: instant("applied_at"),
  ...kept,
});

export const contractSigning = pgTable("contract_signing", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  amendmentId: uuid("amendment_id"),
  changeId: uuid("change_id"),
  kind: text({ enum: ["wet_ink", "electronic"] })
    .notNull()
    .default("wet_ink"),
  signedOn: day("signed_on").notNull(),
  ourSigner: text("our_signer").notNull(),
  ourSignerId: uuid("our_signer_id"),
  vendorSigner: text("vendor_signer").notNull(),
  fileId: uuid("file_id").notNull(),
  signatureId: uuid("signature_id"),
  recordedBy: uuid("recorded_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const contractVersion = pgTable("contract_version", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  versionNo: integer("version_no").notNull(),
  amendmentId: uuid("amendment_id"),
  reason: text().notNull(),
  ceiling: cents("ceiling").notNull(),
  endsOn: day("ends_on").notNull(),
  content: jsonb().$type<unknown>().notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const contractCeilingEntry = pgTable("contract_ceiling_entry", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  sequence: integer().notNull(),
  kind: text().$type<EntryKind>().notNull(),
  amount: cents("amount").notNull(),
  orderId: uuid("order_id"),
  amendmentId: uuid("amendment_id"),
  changeId: uuid("change_id"),
  note: text().notNull().default(""),
  at: instant("at").notNull(),
  by: uuid(),
});

import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { ApprovedHow, DeclarationStatus, PurchaseStatus } from "./emergency.labels.ts";
import type { Continuation } from "./declaration/declaration.model.ts";
import type { Check } from "./purchase/purchase.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const localDeclaration = pgTable("local_declaration", {
  ...own,
  number: text().notNull(),
  status: text().$type<DeclarationStatus>().notNull().default("declared"),
  title: text().notNull(),
  authority: text().notNull(),
  cause: text().notNull(),
  area: text().notNull(),
  declaredAt: instant("declared_at").notNull(),
  holdsUntil: instant("holds_until").notNull(),
  term: text().notNull(),
  declaredBy: uuid("declared_by"),
  continuations: jsonb().$type<Continuation[]>().notNull().default([]),
  endedAt: instant("ended_at"),
  statusReason: text("status_reason"),
  closedAt: instant("closed_at"),
  ...kept,
});

export const emergencyKit = pgTable("emergency_kit", {
  ...own,
  name: text().notNull(),
  contractId: uuid("contract_id").notNull(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const emergencyKitLine = pgTable("emergency_kit_line", {
  ...own,
  kitId: uuid("kit_id").notNull(),
  lineNo: integer("line_no").notNull(),
  contractLineId: uuid("contract_line_id"),
  rateCode: text("rate_code"),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  unit: text().notNull(),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
});

export const emergencyAccount = pgTable("emergency_account", {
  ...own,
  departmentId: uuid("department_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const emergencyApprover = pgTable("emergency_approver", {
  ...own,
  personId: uuid("person_id").notNull(),
  telephone: text().notNull().default(""),
  amountLimit: cents("amount_limit"),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on"),
  endedAt: instant("ended_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const emergencyPurchase = pgTable("emergency_purchase", {
  ...own,
  number: text().notNull(),
  status: text().$type<PurchaseStatus>().notNull().default("to_ratify"),
  requestId: uuid("request_id").notNull(),
  declarationId: uuid("declaration_id").notNull(),
  kitId: uuid("kit_id").notNull(),
  contractId: uuid("contract_id").notNull(),
  orderId: uuid("order_id").notNull(),
  orderNumber: text("order_number").notNull(),
  departmentId: uuid("department_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  title: text().notNull(),
  amount: cents("amount").notNull(),
  need: text().notNull(),
  orderedBy: uuid("ordered_by"),
  approverId: uuid("approver_id").notNull(),
  approvedHow: text("approved_how").$type<ApprovedHow>().notNull(),
  approvedAt: instant("approved_at").notNull(),
  ratifyBy: instant("ratify_by").notNull(),
  issuedAt: instant("issued_at").notNull(),
  checks: jsonb().$type<Check[]>().notNull(),
  priceBasis: text("price_basis").notNull().default(""),
  endsOn: day("ends_on"),
  recompeteOn: day("recompete_on"),
  recompeteNote: text("recompete_note").notNull().default(""),
  outcome: text().notNull().default(""),
  decidedAt: instant("decided_at"),
  ...kept,
});

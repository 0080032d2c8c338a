import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Amounts } from "./count.model.ts";
import type { BoxKey, TaxClass, TaxProblem } from "./tax-form.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** Where payments on an account are reported; null: nowhere. */
export const taxAccount = pgTable("tax_account", {
  orgId: uuid("org_id").notNull(),
  accountId: uuid("account_id").notNull(),
  box: text().$type<BoxKey | null>(),
  setBy: uuid("set_by"),
  setAt: instant("set_at").notNull().defaultNow(),
});

/** What the W-9 of a vendor says, and whether it takes its forms by the portal. */
export const taxPayee = pgTable("tax_payee", {
  orgId: uuid("org_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  taxClass: text("tax_class").$type<TaxClass | null>(),
  w9On: day("w9_on"),
  w9Name: text("w9_name").notNull().default(""),
  w9Last4: text("w9_last4").notNull().default(""),
  consentOn: day("consent_on"),
  consentBy: text("consent_by").notNull().default(""),
  setBy: uuid("set_by"),
  version: integer().notNull().default(1),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** A calendar year of payments, with the payer as its forms name it. */
export const taxYear = pgTable("tax_year", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  year: integer().notNull(),
  payerName: text("payer_name").notNull(),
  payerTin: text("payer_tin").notNull(),
  payerAddress: text("payer_address").notNull(),
  payerCity: text("payer_city").notNull(),
  payerState: text("payer_state").notNull(),
  payerZip: text("payer_zip").notNull(),
  payerPhone: text("payer_phone").notNull().default(""),
  countedAt: instant("counted_at"),
  /** Cents that were paid on accounts of which nobody said whether they are reported. */
  unmapped: cents("unmapped").notNull().default(0),
  furnishedOn: day("furnished_on"),
  filedOn: day("filed_on"),
  reference: text().notNull().default(""),
  preparedBy: uuid("prepared_by"),
  reviewedBy: uuid("reviewed_by"),
  ...kept,
});

/** A form of a payee and year, or the form that corrects one. */
export const taxForm = pgTable("tax_form", {
  ...own,
  yearId: uuid("year_id").notNull(),
  year: integer().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  form: text({ enum: ["NEC", "MISC"] }).notNull(),
  name: text().notNull(),
  address: text().notNull().default(""),
  tinLast4: text("tin_last4"),
  amounts: jsonb().$type<Amounts>().notNull(),
  total: cents("total").notNull(),
  problems: text().array().$type<TaxProblem[]>().notNull().default([]),
  overrideWhy: text("override_why").notNull().default(""),
  overrideBy: uuid("override_by"),
  agreedBy: uuid("agreed_by"),
  correctsId: uuid("corrects_id"),
  final: boolean().notNull().default(false),
  furnished: boolean().notNull().default(false),
  ...kept,
});

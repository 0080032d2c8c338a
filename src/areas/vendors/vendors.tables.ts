import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** Somebody who holds a quarter of a company or more. */
export type Owner = { name: string; percent: number };

export const commodity = pgTable("commodity", {
  ...own,
  code: text().notNull(),
  name: text().notNull(),
  scheme: text().notNull().default("NAICS"),
  active: boolean().notNull().default(true),
  retiredBecause: text("retired_because").notNull().default(""),
  ...kept,
});

export const vendor = pgTable("vendor", {
  ...own,
  number: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  doingBusinessAs: text("doing_business_as"),
  status: text().notNull().default("draft"),
  uei: text(),
  tinSealed: text("tin_sealed"),
  tinDigest: text("tin_digest"),
  tinLast4: text("tin_last4"),
  tinKind: text("tin_kind", { enum: ["ein", "ssn"] }),
  email: text(),
  phone: text(),
  phoneSince: instant("phone_since"),
  website: text(),
  address1: text(),
  address2: text(),
  city: text(),
  state: text(),
  postalCode: text("postal_code"),
  country: text().notNull().default("US"),
  addressKey: text("address_key"),
  termsDays: integer("terms_days").notNull().default(30),
  paymentTerms: text("payment_terms").notNull().default(""),
  paymentMethod: text("payment_method", { enum: ["ach", "check"] })
    .notNull()
    .default("check"),
  isPublic: boolean("is_public").notNull().default(false),
  commodityCodes: text("commodity_codes").array().notNull().default([]),
  note: text().notNull().default(""),
  holdReason: text("hold_reason"),
  identityId: uuid("identity_id"),
  insuranceExpiresOn: day("insurance_expires_on"),
  registeredUntil: day("registered_until"),
  screenedAt: instant("screened_at"),
  screeningResult: text("screening_result", { enum: ["clear", "possible", "excluded"] }),
  createdBy: uuid("created_by"),
  entityType: text("entity_type"),
  owners: jsonb().$type<Owner[]>().notNull().default([]),
  employees: integer(),
  bondingCents: bigint("bonding_cents", { mode: "number" }),
  serviceArea: text("service_area").notNull().default(""),
  /** The record that this one was merged into; nothing of it changes any more. */ mergedIntoId:
    uuid("merged_into_id"),
  alsoIdentities: uuid("also_identities").array().notNull().default([]),
  ...kept,
});

export const vendorContact = pgTable("vendor_contact", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  name: text().notNull(),
  title: text().notNull().default(""),
  email: text(),
  phone: text(),
  phoneSince: instant("phone_since").notNull().defaultNow(),
  isPrimary: boolean("is_primary").notNull().default(false),
  active: boolean().notNull().default(true),
  ...kept,
});

const account = {
  bankName: text("bank_name").notNull().default(""),
  routingNumber: text("routing_number").notNull(),
  accountSealed: text("account_sealed").notNull(),
  accountDigest: text("account_digest").notNull(),
  accountLast4: text("account_last4").notNull(),
  accountType: text("account_type", { enum: ["checking", "savings"] }).notNull(),
};

export const vendorBankAccount = pgTable("vendor_bank_account", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  changeId: uuid("change_id").notNull(),
  ...account,
  effectiveAt: instant("effective_at").notNull(),
  heldUntil: instant("held_until").notNull(),
  endedAt: instant("ended_at"),
  ...kept,
});

/**
 * A phone number that was known before a change was proposed; `since` null means since the vendor
 * was entered.
 */
export type KnownNumber = { key: string; who: string; phone: string; since: string | null };

export const vendorBankChange = pgTable("vendor_bank_change", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  number: text().notNull(),
  status: text().notNull().default("proposed"),
  ...account,
  reason: text().notNull(),
  knownNumbers: jsonb("known_numbers").$type<KnownNumber[]>().notNull().default([]),
  proposedBy: uuid("proposed_by"),
  proposedAt: instant("proposed_at").notNull(),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  calledWho: text("called_who"),
  calledPhone: text("called_phone"),
  calledAt: instant("called_at"),
  callNote: text("call_note"),
  ...kept,
});

export const exclusionList = pgTable("exclusion_list", {
  ...own,
  fileId: uuid("file_id").notNull(),
  fileName: text("file_name").notNull(),
  sha256: text().notNull(),
  listDate: day("list_date").notNull(),
  state: text({ enum: ["loading", "current", "replaced", "failed"] })
    .notNull()
    .default("loading"),
  rowsLoaded: bigint("rows_loaded", { mode: "number" }).notNull().default(0),
  rowsRejected: bigint("rows_rejected", { mode: "number" }).notNull().default(0),
  error: text(),
  errorCode: text("error_code"),
  acceptShorter: boolean("accept_shorter").notNull().default(false),
  loadedBy: uuid("loaded_by"),
  loadedAt: instant("loaded_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

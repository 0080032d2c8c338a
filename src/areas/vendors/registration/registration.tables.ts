import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Duplicate } from "../vendor/vendor.model.ts";
import type { Owner } from "../vendors.tables.ts";
import type { RegistrationDocument } from "./registration.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const vendorCompany = pgTable("vendor_company", {
  id: uuid().notNull(),
  name: text().notNull(),
  doingBusinessAs: text("doing_business_as"),
  entityType: text("entity_type").notNull().default("corporation"),
  owners: jsonb().$type<Owner[]>().notNull().default([]),
  uei: text(),
  tinSealed: text("tin_sealed"),
  tinLast4: text("tin_last4"),
  tinKind: text("tin_kind", { enum: ["ein", "ssn"] }),
  email: text(),
  phone: text(),
  website: text(),
  address1: text(),
  address2: text(),
  city: text(),
  state: text(),
  postalCode: text("postal_code"),
  country: text().notNull().default("US"),
  employees: integer(),
  bondingCents: bigint("bonding_cents", { mode: "number" }),
  serviceArea: text("service_area").notNull().default(""),
  diversity: text().array().notNull().default([]),
  commodityCodes: text("commodity_codes").array().notNull().default([]),
  isPublic: boolean("is_public").notNull().default(false),
  ...kept,
});

export const vendorCompanyDocument = pgTable("vendor_company_document", {
  id: uuid().notNull(),
  identityId: uuid("identity_id").notNull(),
  kind: text().notNull(),
  label: text().notNull().default(""),
  fileName: text("file_name").notNull(),
  mediaType: text("media_type").notNull(),
  size: bigint({ mode: "number" }).notNull(),
  sha256: text().notNull(),
  expiresOn: day("expires_on"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const vendorInvitation = pgTable("vendor_invitation", {
  ...own,
  email: text().notNull(),
  company: text().notNull(),
  vendorId: uuid("vendor_id"),
  message: text().notNull().default(""),
  tokenHash: text("token_hash").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  revokedAt: instant("revoked_at"),
});

export const vendorRegistration = pgTable("vendor_registration", {
  ...own,
  number: text().notNull(),
  identityId: uuid("identity_id").notNull(),
  kind: text({ enum: ["registration", "change", "renewal"] })
    .notNull()
    .default("registration"),
  status: text().notNull().default("submitted"),
  vendorId: uuid("vendor_id"),
  name: text().notNull(),
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  before: jsonb().$type<Record<string, unknown> | null>(),
  documents: jsonb().$type<RegistrationDocument[]>().notNull().default([]),
  tinSealed: text("tin_sealed"),
  tinDigest: text("tin_digest"),
  tinLast4: text("tin_last4"),
  tinKind: text("tin_kind", { enum: ["ein", "ssn"] }),
  bankName: text("bank_name"),
  routingNumber: text("routing_number"),
  accountSealed: text("account_sealed"),
  accountDigest: text("account_digest"),
  accountLast4: text("account_last4"),
  accountType: text("account_type", { enum: ["checking", "savings"] }),
  bankChangeId: uuid("bank_change_id"),
  invitationId: uuid("invitation_id"),
  submittedBy: uuid("submitted_by"),
  submittedByName: text("submitted_by_name").notNull().default(""),
  submittedByEmail: text("submitted_by_email").notNull().default(""),
  submittedAt: instant("submitted_at").notNull(),
  duplicates: jsonb().$type<Duplicate[]>().notNull().default([]),
  screenedBy: uuid("screened_by"),
  screenedAt: instant("screened_at"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  decisionReason: text("decision_reason"),
  w9Result: text("w9_result", { enum: ["agrees", "differs"] }),
  w9Note: text("w9_note").notNull().default(""),
  w9CheckedBy: uuid("w9_checked_by"),
  w9CheckedAt: instant("w9_checked_at"),
  ...kept,
});

export const vendorDebarment = pgTable("vendor_debarment", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  cause: text().notNull(),
  noticedOn: day("noticed_on").notNull(),
  hearingOn: day("hearing_on"),
  fromOn: day("from_on").notNull(),
  untilOn: day("until_on").notNull(),
  decidedBy: uuid("decided_by").notNull(),
  endedOn: day("ended_on"),
  endedReason: text("ended_reason"),
  ...kept,
});

export const vendorDocument = pgTable("vendor_document", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  kind: text("kind").notNull(),
  fileId: uuid("file_id").notNull(),
  label: text("label").notNull(),
  expiresOn: day("expires_on"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull(),
});

import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** What a person is certified for. Whether it expires soon, or has, follows from the day. */
export const personCertificate = pgTable("person_certificate", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("waiting"),
  holderId: uuid("holder_id").notNull(),
  holderName: text("holder_name").notNull(),
  code: text().notNull(),
  title: text().notNull(),
  issuer: text().notNull(),
  reference: text().notNull().default(""),
  validFrom: day("valid_from").notNull(),
  validUntil: day("valid_until"),
  fileId: uuid("file_id"),
  renewsId: uuid("renews_id"),
  /** Of those that the agency issued itself: by this code anybody asks whether it is valid. */
  proof: text(),
  enteredBy: uuid("entered_by"),
  verifiedBy: uuid("verified_by"),
  verifiedName: text("verified_name").notNull().default(""),
  verifiedAt: instant("verified_at"),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

/** Which letter of a certificate's end went out. */
export const certificateLetter = pgTable("certificate_letter", {
  orgId: uuid("org_id").notNull(),
  certificateId: uuid("certificate_id").notNull(),
  days: integer().notNull(),
  toldAt: instant("told_at").notNull().defaultNow(),
});

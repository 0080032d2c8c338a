import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Certification } from "../vendor/vendor.labels.ts";

/** Certificates of vendors: from which day to which last day each holds, and who withdrew it. */
export const vendorCertification = pgTable("vendor_certification", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  kind: text().$type<Certification>().notNull(),
  certifier: text().notNull().default(""),
  certificateNumber: text("certificate_number").notNull().default(""),
  validFrom: day("valid_from"),
  validTo: day("valid_to"),
  datesRecorded: boolean("dates_recorded").notNull(),
  fileId: uuid("file_id"),
  endedOn: day("ended_on"),
  endedReason: text("ended_reason"),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const vendorThread = pgTable("vendor_thread", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  subject: text("subject").notNull(),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  objectNumber: text("object_number"),
  lastAt: instant("last_at").notNull(),
  lastFromVendor: boolean("last_from_vendor").notNull(),
  vendorReadAt: instant("vendor_read_at"),
  agencyReadAt: instant("agency_read_at"),
  createdAt: instant("created_at").notNull(),
});

export const vendorMessage = pgTable("vendor_message", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  threadId: uuid("thread_id").notNull(),
  fromVendor: boolean("from_vendor").notNull(),
  personId: uuid("person_id"),
  personName: text("person_name").notNull(),
  body: text("body").notNull(),
  createdAt: instant("created_at").notNull(),
});

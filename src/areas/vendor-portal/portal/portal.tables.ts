import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const vendorThread = pgTable("vendor_thread", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  subject: text("subject").notNull(),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  objectNumber: text("object_number"),
  lastAt: timestamp("last_at", { withTimezone: true, mode: "string" }).notNull(),
  lastFromVendor: boolean("last_from_vendor").notNull(),
  vendorReadAt: timestamp("vendor_read_at", { withTimezone: true, mode: "string" }),
  agencyReadAt: timestamp("agency_read_at", { withTimezone: true, mode: "string" }),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull(),
});

export const vendorMessage = pgTable("vendor_message", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  threadId: uuid("thread_id").notNull(),
  fromVendor: boolean("from_vendor").notNull(),
  personId: uuid("person_id"),
  personName: text("person_name").notNull(),
  body: text("body").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull(),
});

import { bigint, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const evidencePackage = pgTable("evidence_package", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  title: text().notNull(),
  objectIds: uuid("object_ids").array().notNull(),
  fileId: uuid("file_id"),
  sha256: text(),
  size: bigint({ mode: "number" }),
  entries: integer(),
  files: integer(),
  leftOut: integer("left_out"),
  requestedBy: uuid("requested_by"),
  requestedName: text("requested_name").notNull().default(""),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull().defaultNow(),
});

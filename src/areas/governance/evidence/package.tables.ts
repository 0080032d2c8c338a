import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

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
  createdAt: instant("created_at").notNull().defaultNow(),
});

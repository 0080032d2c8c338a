import { bigint, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const storedFile = pgTable("stored_file", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  name: text("name").notNull(),
  mediaType: text("media_type").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  sha256: text("sha256").notNull(),
  uploadedBy: uuid("uploaded_by"),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull(),
});

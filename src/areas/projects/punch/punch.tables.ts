import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const punchItem = pgTable("punch_item", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("open"),
  projectId: uuid("project_id").notNull(),
  /** The contract of the project under which it is owed; null where no contract of the agency owes it. */
  contractId: uuid("contract_id"),
  what: text().notNull(),
  place: text().notNull().default(""),
  party: text().notNull().default(""),
  dueOn: day("due_on"),
  costToComplete: bigint("cost_to_complete", { mode: "number" }).notNull().default(0),
  note: text().notNull().default(""),
  photoFileIds: jsonb("photo_file_ids").$type<string[]>().notNull().default([]),
  /** What shows that it is done. */
  donePhotoFileIds: jsonb("done_photo_file_ids").$type<string[]>().notNull().default([]),
  publicFileIds: jsonb("public_file_ids").$type<string[]>().notNull().default([]),
  doneNote: text("done_note").notNull().default(""),
  /** Who of the agency said that it is done; null where its contractor did. */
  doneBy: uuid("done_by"),
  doneName: text("done_name").notNull().default(""),
  doneAt: instant("done_at"),
  verifiedBy: uuid("verified_by"),
  verifiedAt: instant("verified_at"),
  createdBy: uuid("created_by"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

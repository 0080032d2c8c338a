import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { ExhibitKind } from "./exhibit.labels.ts";

export const contractExhibit = pgTable("contract_exhibit", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  what: text().$type<ExhibitKind>().notNull(),
  title: text().notNull(),
  fileId: uuid("file_id").notNull(),
  addedBy: uuid("added_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

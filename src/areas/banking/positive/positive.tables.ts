import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { PositiveLayout } from "./layout.model.ts";
import type { ExceptionCause } from "./positive.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const cents = (name: string) => bigint(name, { mode: "number" });

/** How a bank takes checks that were issued and voided. */
export const positiveLayout = pgTable("positive_layout", {
  ...definitionColumns,
  form: text().$type<PositiveLayout["form"]>().notNull(),
  separator: text().$type<PositiveLayout["separator"]>().notNull(),
  quoting: text().$type<PositiveLayout["quoting"]>().notNull(),
  lineEnd: text("line_end").$type<PositiveLayout["lineEnd"]>().notNull(),
  characters: text().$type<PositiveLayout["characters"]>().notNull(),
  fields: jsonb().$type<PositiveLayout["fields"]>().notNull(),
});

/** A file of checks as it went to a bank; its bytes are sealed. */
export const positiveFile = pgTable("positive_file", {
  ...own,
  number: text().notNull(),
  layoutId: uuid("layout_id").notNull(),
  layoutName: text("layout_name").notNull(),
  agencyAccountId: uuid("agency_account_id").notNull(),
  accountName: text("account_name").notNull(),
  sealed: text().notNull(),
  sha256: text().notNull(),
  issues: integer().notNull(),
  voids: integer().notNull(),
  cents: cents("cents").notNull(),
  madeBy: uuid("made_by").notNull(),
  madeName: text("made_name").notNull(),
  ...kept,
});

/** A check in a file: issued, or voided. */
export const positiveItem = pgTable("positive_item", {
  ...own,
  fileId: uuid("file_id").notNull(),
  paymentId: uuid("payment_id").notNull(),
  what: text({ enum: ["issue", "void"] }).notNull(),
  checkNumber: text("check_number").notNull(),
  cents: cents("cents").notNull(),
  payee: text().notNull(),
  onDay: day("on_day").notNull(),
});

/** A check that the bank asks about; undecided at the cut-off it goes back. */
export const checkException = pgTable("check_exception", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  agencyAccountId: uuid("agency_account_id").notNull(),
  accountName: text("account_name").notNull(),
  checkNumber: text("check_number").notNull(),
  presentedCents: cents("presented_cents").notNull(),
  presentedPayee: text("presented_payee").notNull().default(""),
  presentedOn: day("presented_on").notNull(),
  cause: text().$type<ExceptionCause>().notNull(),
  says: text().notNull(),
  paymentId: uuid("payment_id"),
  releasedBy: uuid("released_by"),
  cutOffAt: instant("cut_off_at").notNull(),
  taskId: uuid("task_id"),
  decidedBy: uuid("decided_by"),
  decidedName: text("decided_name").notNull().default(""),
  decidedAt: instant("decided_at"),
  reason: text().notNull().default(""),
  enteredBy: uuid("entered_by"),
  ...kept,
});

import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Mark } from "./waiver.labels.ts";

export const payWaiver = pgTable("pay_waiver", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("signed"),
  applicationId: uuid("application_id").notNull(),
  kind: text({ enum: ["conditional", "unconditional"] }).notNull(),
  stage: text({ enum: ["progress", "final"] }).notNull(),
  amount: bigint({ mode: "number" }).notNull(),
  /** Cents of the work of the period that it is of, before retainage. */
  work: bigint({ mode: "number" }).notNull(),
  throughOn: day("through_on").notNull(),
  /** The state whose text it is, or that it is the product's general one. */
  place: text().notNull(),
  title: text().notNull(),
  /** Everything that was signed, as it was shown. */
  words: text().notNull(),
  citation: text().notNull().default(""),
  signerName: text("signer_name").notNull(),
  /** Null where it was signed on paper. */
  mark: jsonb().$type<Mark>(),
  signedAt: instant("signed_at").notNull(),
  fileId: uuid("file_id"),
  recordedBy: uuid("recorded_by"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Audience, FormPage } from "./form/form.labels.ts";
import type { Destination } from "./delivery/destination.labels.ts";
import type { SubmissionStatus } from "./submission/submission.labels.ts";

export const formDefinition = pgTable("form_definition", {
  ...definitionColumns,
  slug: text().notNull(),
  about: text().notNull().default(""),
  audience: text().$type<Audience>().notNull().default("staff"),
  keepYears: integer("keep_years").notNull().default(7),
  pages: jsonb().$type<FormPage[]>().notNull().default([]),
  destinations: jsonb().$type<Destination[]>().notNull().default([]),
});

export const formSubmission = pgTable("form_submission", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  formId: uuid("form_id").notNull(),
  status: text().$type<SubmissionStatus>().notNull(),
  audience: text().$type<Audience>().notNull(),
  filledBy: uuid("filled_by"),
  vendorId: uuid("vendor_id"),
  fillerName: text("filler_name").notNull().default(""),
  fillerEmail: text("filler_email"),
  answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  submittedAt: instant("submitted_at"),
  decidedBy: uuid("decided_by"),
  decidedByName: text("decided_by_name"),
  decidedAt: instant("decided_at"),
  statusReason: text("status_reason"),
  disposedOn: day("disposed_on"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const formFile = pgTable("form_file", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  definitionId: uuid("definition_id").notNull(),
  question: text().notNull(),
  holder: text().notNull(),
  submissionId: uuid("submission_id"),
  name: text().notNull(),
  mediaType: text("media_type").notNull(),
  size: bigint({ mode: "number" }).notNull(),
  sha256: text().notNull(),
  sender: text(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

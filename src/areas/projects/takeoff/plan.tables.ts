import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Box } from "./page.model.ts";
import type { Scale } from "./scale.model.ts";

export const planSet = pgTable("plan_set", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  projectId: uuid("project_id").notNull(),
  name: text().notNull(),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const planIssue = pgTable("plan_issue", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  planSetId: uuid("plan_set_id").notNull(),
  fileId: uuid("file_id").notNull(),
  label: text().notNull(),
  issuedOn: day("issued_on"),
  state: text().notNull().default("reading"),
  problem: text().notNull().default(""),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const planSheet = pgTable("plan_sheet", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  planSetId: uuid("plan_set_id").notNull(),
  issueId: uuid("issue_id").notNull(),
  page: integer().notNull(),
  number: text().notNull(),
  title: text().notNull().default(""),
  revision: integer().notNull(),
  current: boolean().notNull(),
  box: jsonb().$type<Box>().notNull(),
  rotate: integer().notNull(),
  userUnit: doublePrecision("user_unit").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const sheetViewport = pgTable("sheet_viewport", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  sheetId: uuid("sheet_id").notNull(),
  name: text().notNull(),
  box: jsonb().$type<Box>().notNull(),
  scale: jsonb().$type<Scale>(),
  fileScale: jsonb("file_scale").$type<Scale>(),
  scaledBy: uuid("scaled_by"),
  scaledAt: instant("scaled_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

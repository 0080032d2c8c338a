import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { JudgedBy, Shown } from "#kernel/control.ts";
import type { OwnCondition } from "#kernel/own-check.ts";
import type { FileLine } from "#kernel/purchase-file.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const answer = (name: string) =>
  text(name, { enum: ["pass", "fail", "unknown", "not_applicable"] }).notNull();
const severity = () => text({ enum: ["high", "medium", "low"] }).notNull();

export const controlVersion = pgTable("control_version", {
  ...definitionColumns,
  checkName: text("check_name").notNull(),
  /** Of a check that the agency wrote itself. */
  condition: jsonb().$type<OwnCondition>(),
  demands: text(),
  /** The policy of the agency that a check of its own stands on, in the version of each record's day. */
  policyId: uuid("policy_id"),
  severity: severity(),
  mode: text({ enum: ["watch", "warn", "block"] }).notNull(),
  days: integer().notNull(),
  ownerDuty: text("owner_duty").notNull(),
});

export const controlResult = pgTable("control_result", {
  ...own,
  controlId: uuid("control_id").notNull(),
  versionId: uuid("version_id").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  part: integer().notNull(),
  subjectNumber: text("subject_number").notNull(),
  answer: answer("answer"),
  said: text().notNull(),
  day: day().notNull(),
  facts: jsonb().$type<Record<string, unknown>>().notNull(),
  digest: text().notNull(),
  rules: jsonb().$type<JudgedBy[]>().notNull(),
  shown: jsonb().$type<Shown[]>().notNull(),
  cause: text({ enum: ["record", "rule", "control", "time", "asked"] }).notNull(),
  judgedAt: instant("judged_at").notNull().defaultNow(),
});

export const controlStanding = pgTable("control_standing", {
  orgId: uuid("org_id").notNull(),
  controlId: uuid("control_id").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  part: integer().notNull(),
  resultId: uuid("result_id").notNull(),
  answer: answer("answer"),
  digest: text().notNull(),
  turnsOn: day("turns_on"),
});

export const controlFailure = pgTable("control_failure", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  controlId: uuid("control_id").notNull(),
  controlName: text("control_name").notNull(),
  checkName: text("check_name").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  part: integer().notNull(),
  subjectNumber: text("subject_number").notNull(),
  subjectTitle: text("subject_title").notNull(),
  amount: bigint({ mode: "number" }).notNull().default(0),
  departmentId: uuid("department_id"),
  /** The names of both as they were when it was opened or assigned. */
  department: text(),
  ownerId: uuid("owner_id"),
  owner: text(),
  people: uuid().array().notNull().default([]),
  severity: severity(),
  citation: text().notNull().default(""),
  said: text().notNull(),
  resultId: uuid("result_id").notNull(),
  dueOn: day("due_on").notNull(),
  answer: text(),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at"),
  closedAt: instant("closed_at"),
  waiverId: uuid("waiver_id"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const controlSweep = pgTable("control_sweep", {
  orgId: uuid("org_id").notNull(),
  law: text().notNull(),
  cause: text({ enum: ["rule", "control"] }).notNull(),
  noun: text(),
  afterId: uuid("after_id"),
});

export const controlWaiver = pgTable("control_waiver", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("requested"),
  controlId: uuid("control_id").notNull(),
  controlName: text("control_name").notNull(),
  checkName: text("check_name").notNull(),
  scope: text({ enum: ["record", "class"] }).notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id"),
  part: integer(),
  subjectNumber: text("subject_number"),
  departmentId: uuid("department_id"),
  department: text(),
  amountBelow: bigint("amount_below", { mode: "number" }),
  reason: text().notNull(),
  measure: text().notNull(),
  endsAt: instant("ends_at").notNull(),
  /** A rule of a federal award stands behind it: the awarding agency's permission is needed. */
  federal: boolean().notNull(),
  citation: text().notNull().default(""),
  permissionFileId: uuid("permission_file_id"),
  askedBy: uuid("asked_by").notNull(),
  /** Their name as it was then. */
  asker: text().notNull(),
  /** Who had a hand in the record when it was asked: they see it, and do not decide it. */
  people: uuid().array().notNull().default([]),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  answer: text(),
  beganAt: instant("began_at"),
  endedAt: instant("ended_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const controlPassing = pgTable("control_passing", {
  ...own,
  controlId: uuid("control_id").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  part: integer().notNull(),
  said: text().notNull(),
  reason: text().notNull(),
  passedBy: uuid("passed_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const purchaseFileEntry = pgTable("purchase_file_entry", {
  ...own,
  orderId: uuid("order_id").notNull(),
  element: text({ enum: ["method", "contractType", "selection", "price"] }).notNull(),
  words: text().notNull(),
  writtenBy: uuid("written_by").notNull(),
  /** Their name as it was then. */
  writer: text().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const purchaseFile = pgTable("purchase_file", {
  orgId: uuid("org_id").notNull(),
  orderId: uuid("order_id").notNull(),
  lookedAt: instant("looked_at"),
  frozenAt: instant("frozen_at"),
  lines: jsonb().$type<readonly FileLine[]>(),
  digest: text(),
  packageId: uuid("package_id"),
});

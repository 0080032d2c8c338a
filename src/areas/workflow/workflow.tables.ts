import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { DeadlineStatus } from "./deadline/deadline.model.ts";
import type { TaskKind } from "./task/task.labels.ts";
import type {
  ApprovableType,
  PolicyCondition,
  PolicyStep,
  StepRoute,
} from "./policy/policy.model.ts";

const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const approvalPolicy = pgTable("approval_policy", {
  ...definitionColumns,
  documentType: text("document_type").$type<ApprovableType>().notNull(),
  priority: integer().notNull().default(100),
  condition: jsonb().$type<PolicyCondition>().notNull(),
  steps: jsonb().$type<PolicyStep[]>().notNull(),
});

export const approvalRequest = pgTable("approval_request", {
  ...own,
  documentType: text("document_type").$type<ApprovableType>().notNull(),
  documentId: uuid("document_id").notNull(),
  documentNumber: text("document_number").notNull(),
  title: text().notNull(),
  amount: bigint({ mode: "number" }).notNull(),
  requesterId: uuid("requester_id"),
  departmentId: uuid("department_id"),
  facts: jsonb().$type<Record<string, unknown>>().notNull(),
  policyId: uuid("policy_id"),
  status: text({ enum: ["pending", "approved", "returned", "rejected", "withdrawn"] })
    .notNull()
    .default("pending"),
  stage: integer().notNull().default(0),
  dueAt: instant("due_at"),
  requestedAt: instant("requested_at").notNull().defaultNow(),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const approvalStep = pgTable("approval_step", {
  ...own,
  requestId: uuid("request_id").notNull(),
  stage: integer().notNull(),
  name: text().notNull(),
  mode: text({ enum: ["all", "any", "quorum"] }).notNull(),
  quorum: integer().notNull().default(1),
  status: text({ enum: ["waiting", "open", "approved", "stopped"] })
    .notNull()
    .default("waiting"),
  openedAt: instant("opened_at"),
  dueAt: instant("due_at"),
  escalatedAt: instant("escalated_at"),
  route: jsonb().$type<StepRoute>().notNull(),
});

export const task = pgTable("task", {
  ...own,
  personId: uuid("person_id").notNull(),
  kind: text().$type<TaskKind>().notNull(),
  title: text().notNull(),
  detail: text().notNull().default(""),
  link: text(),
  dueAt: instant("due_at"),
  doneAt: instant("done_at"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const approvalDelegation = pgTable("approval_delegation", {
  ...own,
  fromPersonId: uuid("from_person_id").notNull(),
  toPersonId: uuid("to_person_id").notNull(),
  startsAt: instant("starts_at").notNull(),
  endsAt: instant("ends_at").notNull(),
  documentTypes: jsonb("document_types").$type<string[]>().notNull(),
  note: text().notNull().default(""),
  revokedAt: instant("revoked_at"),
  ...kept,
});

export const approvalAssignee = pgTable("approval_assignee", {
  orgId: uuid("org_id").notNull(),
  stepId: uuid("step_id").notNull(),
  personId: uuid("person_id").notNull(),
  decision: text("decision"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  comment: text("comment"),
  via: uuid("via").array().notNull(),
});

export const deadline = pgTable("deadline", {
  ...own,
  sourceType: text("source_type").notNull(),
  sourceId: uuid("source_id").notNull(),
  key: text().notNull(),
  sourceNumber: text("source_number").notNull(),
  link: text().notNull(),
  title: text().notNull(),
  follows: text().notNull(),
  citation: text().notNull().default(""),
  dueOn: day("due_on").notNull(),
  ownerId: uuid("owner_id"),
  duty: text(),
  assigned: boolean().notNull().default(false),
  notices: integer().array().notNull(),
  byHand: boolean("by_hand").notNull().default(true),
  status: text().$type<DeadlineStatus>().notNull().default("open"),
  note: text().notNull().default(""),
  doneAt: instant("done_at"),
  doneBy: uuid("done_by"),
  lapsedAt: instant("lapsed_at"),
  ...kept,
});

export const deadlineNotice = pgTable("deadline_notice", {
  orgId: uuid("org_id").notNull(),
  deadlineId: uuid("deadline_id").notNull(),
  dueOn: day("due_on").notNull(),
  days: integer().notNull(),
  toldAt: instant("told_at").notNull().defaultNow(),
});

export const deadlineFeed = pgTable("deadline_feed", {
  orgId: uuid("org_id").notNull(),
  personId: uuid("person_id").notNull(),
  digest: text().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

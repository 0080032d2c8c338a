import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Duty } from "#roles.ts";
import type { RuleStatus } from "#areas/organization/organization.public.ts";
import type { Attributes } from "./scim/resource.model.ts";

const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const directoryId = uuid("directory_id").notNull();
const createdAt = instant("created_at").notNull().defaultNow();
const times = { createdAt, updatedAt: instant("updated_at").notNull().defaultNow() };
const version = integer().notNull().default(1);

export const directory = pgTable("directory", {
  ...ids,
  name: text().notNull(),
  status: text().$type<"active" | "disabled">().notNull().default("active"),
  createdBy: uuid("created_by").notNull(),
  version,
  ...times,
});

export const directoryToken = pgTable("directory_token", {
  ...ids,
  directoryId,
  prefix: text().notNull(),
  hash: text().notNull(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  lastUsedAt: instant("last_used_at"),
  createdBy: uuid("created_by").notNull(),
  createdAt,
});

export const directoryUser = pgTable("directory_user", {
  ...ids,
  directoryId,
  userName: text("user_name").notNull(),
  externalId: text("external_id"),
  active: boolean().notNull().default(true),
  attributes: jsonb().$type<Attributes>().notNull(),
  personId: uuid("person_id"),
  endedMember: boolean("ended_member").notNull().default(false),
  version,
  ...times,
  deletedAt: instant("deleted_at"),
});

export const directoryGroup = pgTable("directory_group", {
  ...ids,
  directoryId,
  displayName: text("display_name").notNull(),
  externalId: text("external_id"),
  version,
  ...times,
});

export const directoryGroupMember = pgTable("directory_group_member", {
  orgId: uuid("org_id").notNull(),
  groupId: uuid("group_id").notNull(),
  userId: uuid("user_id").notNull(),
});

export const directoryMapping = pgTable("directory_mapping", {
  ...ids,
  directoryId,
  groupName: text("group_name").notNull(),
  role: text().$type<"user" | "manager" | "admin">(),
  duties: text().array().$type<Duty[]>().notNull().default([]),
  departmentId: uuid("department_id"),
  status: text().$type<RuleStatus>().notNull().default("waiting"),
  askedBy: uuid("asked_by").notNull(),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  version,
  ...times,
});

export const directoryCall = pgTable("directory_call", {
  ...ids,
  directoryId,
  at: instant("at").notNull().defaultNow(),
  method: text().notNull(),
  path: text().notNull(),
  status: integer().notNull(),
  effect: text().notNull(),
});

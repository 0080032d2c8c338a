import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const idempotencyKey = pgTable("idempotency_key", {
  orgId: uuid("org_id").notNull(),
  personId: uuid("person_id").notNull(),
  key: text("key").notNull(),
  requestHash: text("request_hash").notNull(),
  status: integer("status").notNull(),
  answer: jsonb("answer"),
  createdAt: instant("created_at").notNull(),
});

export const personIdempotencyKey = pgTable("person_idempotency_key", {
  personId: uuid("person_id").notNull(),
  key: text("key").notNull(),
  requestHash: text("request_hash").notNull(),
  status: integer("status").notNull(),
  answer: jsonb("answer"),
  createdAt: instant("created_at").notNull(),
});

export const savedView = pgTable("saved_view", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  list: text("list").notNull(),
  personId: uuid("person_id").notNull(),
  name: text("name").notNull(),
  query: text("query").notNull(),
  shared: boolean("shared").notNull(),
  version: integer("version").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const attachment = pgTable("attachment", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  fileId: uuid("file_id").notNull(),
  label: text("label").notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull(),
});

export const comment = pgTable("comment", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  personId: uuid("person_id").notNull(),
  body: text("body").notNull(),
  createdAt: instant("created_at").notNull(),
});

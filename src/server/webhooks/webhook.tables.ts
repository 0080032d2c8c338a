import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { DeliveryStatus, EndpointState } from "#kernel/delivery-states.ts";

export const webhookEndpoint = pgTable("webhook_endpoint", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  address: text().notNull(),
  description: text().notNull().default(""),
  topics: text().array().notNull().default([]),
  state: text().$type<EndpointState>().notNull().default("active"),
  disabledReason: text("disabled_reason"),
  secret: text().notNull(),
  secretBefore: text("secret_before"),
  secretMadeAt: instant("secret_made_at").notNull().defaultNow(),
  restUntil: instant("rest_until"),
  ownerId: uuid("owner_id").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const webhookMessage = pgTable("webhook_message", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  topic: text().notNull(),
  body: text().notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  sequence: integer(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const webhookDelivery = pgTable("webhook_delivery", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  messageId: uuid("message_id").notNull(),
  endpointId: uuid("endpoint_id").notNull(),
  status: text().$type<DeliveryStatus>().notNull().default("queued"),
  attempts: integer().notNull().default(0),
  attemptsBefore: integer("attempts_before").notNull().default(0),
  nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  reason: text(),
  replayOf: uuid("replay_of"),
  objectId: uuid("object_id"),
  sequence: integer(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const webhookAttempt = pgTable("webhook_attempt", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  deliveryId: uuid("delivery_id").notNull(),
  number: integer().notNull(),
  beganAt: instant("began_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  statusCode: integer("status_code"),
  answer: text(),
  error: text(),
});

export const webhookSequence = pgTable("webhook_sequence", {
  orgId: uuid("org_id").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  last: integer().notNull(),
});

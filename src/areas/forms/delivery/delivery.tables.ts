import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { DeliveryStatus } from "#kernel/delivery-states.ts";
import type { DestinationKind } from "./destination.labels.ts";

export const formPrintBatch = pgTable("form_print_batch", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  fileId: uuid("file_id"),
  sha256: text(),
  askedBy: uuid("asked_by").notNull(),
  askedName: text("asked_name").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const formDelivery = pgTable("form_delivery", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  destination: integer().notNull(),
  kind: text().$type<DestinationKind>().notNull(),
  sentTo: text("sent_to").notNull().default(""),
  status: text().$type<DeliveryStatus>().notNull().default("queued"),
  reason: text(),
  attempts: integer().notNull().default(0),
  mailId: uuid("mail_id"),
  messageId: uuid("message_id"),
  batchId: uuid("batch_id"),
  replayOf: uuid("replay_of"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
});

export const formDeliveryTry = pgTable("form_delivery_try", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  deliveryId: uuid("delivery_id").notNull(),
  number: integer().notNull(),
  mailId: uuid("mail_id"),
  messageId: uuid("message_id"),
  batchId: uuid("batch_id"),
  personName: text("person_name").notNull().default(""),
  outcome: text(),
  beganAt: instant("began_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
});

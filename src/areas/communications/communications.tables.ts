import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Audience, NoticeStatus } from "./notice/notice.labels.ts";
import type { TemplateKind } from "./template/template.labels.ts";

export const letterTemplate = pgTable("letter_template", {
  ...definitionColumns,
  kind: text().$type<TemplateKind>().notNull(),
  noun: text().notNull().default(""),
  subject: text().notNull(),
  body: text().notNull(),
});

export const noticeTopic = pgTable("notice_topic", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  about: text().notNull().default(""),
  active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const noticeSubscriber = pgTable("notice_subscriber", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  email: text().notNull(),
  topicIds: uuid("topic_ids").array().notNull(),
  confirmedAt: instant("confirmed_at"),
  endedAt: instant("ended_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const massNotice = pgTable("mass_notice", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<NoticeStatus>().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  eventAt: instant("event_at"),
  eventMinutes: integer("event_minutes"),
  eventPlace: text("event_place").notNull().default(""),
  acknowledgeDays: integer("acknowledge_days"),
  acknowledgeBy: day("acknowledge_by"),
  sendAt: instant("send_at"),
  writtenBy: uuid("written_by"),
  writerName: text("writer_name").notNull(),
  approvedBy: uuid("approved_by"),
  approverName: text("approver_name"),
  approvedAt: instant("approved_at"),
  beganAt: instant("began_at"),
  sentAt: instant("sent_at"),
  statusReason: text("status_reason"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const noticeRecipient = pgTable("notice_recipient", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  noticeId: uuid("notice_id").notNull(),
  name: text().notNull(),
  email: text(),
  personId: uuid("person_id"),
  vendorId: uuid("vendor_id"),
  subscriberId: uuid("subscriber_id"),
  mailId: uuid("mail_id"),
  queuedAt: instant("queued_at"),
  acknowledgedAt: instant("acknowledged_at"),
  acknowledgedBy: text("acknowledged_by"),
  remindedOn: day("reminded_on"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const writtenLetter = pgTable("written_letter", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  templateId: uuid("template_id").notNull(),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  objectNumber: text("object_number").notNull().default(""),
  subject: text().notNull(),
  body: text().notNull(),
  kind: text().$type<TemplateKind>().notNull(),
  writerName: text("writer_name").notNull(),
  toAddress: text("to_address"),
  writtenFor: text("written_for").notNull(),
  fileId: uuid("file_id"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

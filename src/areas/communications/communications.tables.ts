import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Audience, NoticeStatus } from "./notice/notice.labels.ts";
import type { TemplateKind } from "./template/template.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

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
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const noticeSubscriber = pgTable("notice_subscriber", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  email: text().notNull(),
  topicIds: uuid("topic_ids").array().notNull(),
  confirmedAt: at("confirmed_at"),
  endedAt: at("ended_at"),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const massNotice = pgTable("mass_notice", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<NoticeStatus>().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  eventAt: at("event_at"),
  eventMinutes: integer("event_minutes"),
  eventPlace: text("event_place").notNull().default(""),
  acknowledgeDays: integer("acknowledge_days"),
  acknowledgeBy: date("acknowledge_by", { mode: "string" }),
  sendAt: at("send_at"),
  writtenBy: uuid("written_by"),
  writerName: text("writer_name").notNull(),
  approvedBy: uuid("approved_by"),
  approverName: text("approver_name"),
  approvedAt: at("approved_at"),
  beganAt: at("began_at"),
  sentAt: at("sent_at"),
  statusReason: text("status_reason"),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
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
  queuedAt: at("queued_at"),
  acknowledgedAt: at("acknowledged_at"),
  acknowledgedBy: text("acknowledged_by"),
  remindedOn: date("reminded_on", { mode: "string" }),
  createdAt: at("created_at").notNull().defaultNow(),
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
  createdAt: at("created_at").notNull().defaultNow(),
});

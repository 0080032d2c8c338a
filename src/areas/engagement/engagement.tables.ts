import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { FeatureStatus } from "./feature/feature.model.ts";
import type { FeedbackStatus, FeedbackType } from "./feedback/feedback.model.ts";
import type { LateReason, ServiceStatus } from "./service/service.labels.ts";
import type { Attribute } from "./service/type.model.ts";
import type { InquiryKind, InquiryStatus } from "./inquiry/inquiry.model.ts";

const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const inquiry = pgTable("inquiry", {
  ...own,
  kind: text().$type<InquiryKind>().notNull(),
  status: text().$type<InquiryStatus>().notNull(),
  name: text().notNull(),
  email: text().notNull(),
  organization: text().notNull().default(""),
  job: text().notNull().default(""),
  phone: text().notNull().default(""),
  topic: text().notNull().default(""),
  message: text().notNull().default(""),
  slotAt: instant("slot_at"),
  timeZone: text("time_zone"),
  tokenDigest: text("token_digest"),
  ...kept,
});

export const featureRequest = pgTable("feature_request", {
  ...own,
  status: text().$type<FeatureStatus>().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  email: text(),
  votes: integer().notNull().default(0),
  ...kept,
});

export const featureVote = pgTable(
  "feature_vote",
  {
    orgId: uuid("org_id").notNull(),
    featureRequestId: uuid("feature_request_id").notNull(),
    voter: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.featureRequestId, t.voter] })],
);

export const bulletinSubscriber = pgTable("bulletin_subscriber", {
  ...own,
  email: text().notNull(),
  commodityPrefixes: text("commodity_prefixes").array().notNull().default([]),
  tokenDigest: text("token_digest").notNull(),
  confirmedAt: instant("confirmed_at"),
  endedAt: instant("ended_at"),
  ...kept,
});

export const userFeedback = pgTable("user_feedback", {
  ...own,
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  email: text().notNull(),
  status: text().$type<FeedbackStatus>().notNull(),
  feedbackType: text("feedback_type").$type<FeedbackType>().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  pageUrl: text("page_url").notNull().default(""),
  browserInfo: jsonb("browser_info").$type<Record<string, unknown>>().notNull().default({}),
  ...kept,
});

export const serviceType = pgTable("service_type", {
  ...own,
  code: text().notNull(),
  name: text().notNull(),
  description: text().notNull().default(""),
  category: text().notNull().default("General"),
  departmentId: uuid("department_id"),
  expectedDays: integer("expected_days").notNull().default(7),
  active: boolean().notNull().default(true),
  attributes: jsonb().$type<Attribute[]>().notNull().default([]),
  stewardId: uuid("steward_id"),
  ...kept,
});

export const serviceRequest = pgTable("service_request", {
  ...own,
  number: text().notNull(),
  serviceTypeId: uuid("service_type_id").notNull(),
  status: text().$type<ServiceStatus>().notNull(),
  description: text().notNull(),
  address: text().notNull().default(""),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  photoId: uuid("photo_id"),
  outside: boolean().notNull().default(false),
  reporterName: text("reporter_name").notNull().default(""),
  reporterEmail: text("reporter_email"),
  reporterPhone: text("reporter_phone").notNull().default(""),
  publicNote: text("public_note").notNull().default(""),
  hidden: boolean().notNull().default(false),
  ownerId: uuid("owner_id"),
  expectedAt: instant("expected_at").notNull(),
  closedAt: instant("closed_at"),
  acknowledgedAt: instant("acknowledged_at"),
  attributes: jsonb().$type<Record<string, string>>().notNull().default({}),
  tag: text().notNull().default(""),
  lateReason: text("late_reason").$type<LateReason>(),
  lateAskedAt: instant("late_asked_at"),
  // What everybody may read: nothing of the words before somebody has looked.
  publicDescription: text("public_description")
    .notNull()
    .generatedAlwaysAs(sql`case when acknowledged_at is null then '' else description end`),
  publicAddress: text("public_address")
    .notNull()
    .generatedAlwaysAs(sql`case when acknowledged_at is null then '' else address end`),
  publicLatitude: doublePrecision("public_latitude").generatedAlwaysAs(sql`latitude`),
  publicLongitude: doublePrecision("public_longitude").generatedAlwaysAs(sql`longitude`),
  ...kept,
});

export const serviceReopenRule = pgTable("service_reopen_rule", {
  ...own,
  fromDay: day("from_day").notNull(),
  days: integer().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const serviceAddition = pgTable("service_addition", {
  ...own,
  serviceRequestId: uuid("service_request_id").notNull(),
  words: text().notNull().default(""),
  photoId: uuid("photo_id"),
  reopens: boolean().notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const serviceFollower = pgTable("service_follower", {
  ...own,
  serviceRequestId: uuid("service_request_id").notNull(),
  email: text().notNull(),
  tokenDigest: text("token_digest").notNull(),
  confirmedAt: instant("confirmed_at"),
  endedAt: instant("ended_at"),
  ...kept,
});

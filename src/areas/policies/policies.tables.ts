import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const written = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const agencyPolicy = pgTable("agency_policy", {
  ...own,
  number: text().notNull(),
  /** The same for all versions of a policy. */
  policyId: uuid("policy_id").notNull(),
  versionNo: integer("version_no").notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  kind: text().notNull(),
  summary: text().notNull().default(""),
  body: text().notNull().default(""),
  changes: text().notNull().default(""),
  fileId: uuid("file_id"),
  ownerId: uuid("owner_id").notNull(),
  /** Their name as it was when they were named. */
  owner: text().notNull(),
  reviewOn: day("review_on").notNull(),
  ackOf: text("ack_of", { enum: ["nobody", "everybody", "department", "duty"] })
    .notNull()
    .default("nobody"),
  ackDepartmentId: uuid("ack_department_id"),
  ackDuty: text("ack_duty"),
  ackBy: day("ack_by"),
  authorId: uuid("author_id").notNull(),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  publishedAt: instant("published_at"),
  retiredAt: instant("retired_at"),
  ...written,
});

export const policyAcknowledgement = pgTable("policy_acknowledgement", {
  ...own,
  policyId: uuid("policy_id").notNull(),
  personId: uuid("person_id").notNull(),
  person: text().notNull(),
  dueOn: day("due_on").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
  remindedAt: instant("reminded_at"),
  confirmedAt: instant("confirmed_at"),
});

export const agencyCertificate = pgTable("agency_certificate", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  kind: text().notNull(),
  title: text().notNull(),
  issuer: text().notNull(),
  reference: text().notNull().default(""),
  validFrom: day("valid_from").notNull(),
  validUntil: day("valid_until"),
  ownerId: uuid("owner_id").notNull(),
  owner: text().notNull(),
  fileId: uuid("file_id"),
  ...written,
});

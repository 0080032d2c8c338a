import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { AddendumInput } from "./solicitation.fields.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const part = { ...own, solicitationId: uuid("solicitation_id").notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const percent = (name: string) => numeric(name, { precision: 5, scale: 2 });

export const solicitation = pgTable("solicitation", {
  ...own,
  number: text().notNull(),
  kind: text({ enum: ["rfi", "rfq", "itb", "rfp"] }).notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  summary: text().notNull().default(""),
  description: text().notNull().default(""),
  departmentId: uuid("department_id").notNull(),
  buyerId: uuid("buyer_id"),
  requesterId: uuid("requester_id"),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  protection: text({ enum: ["sealed", "held"] }).notNull(),
  envelopes: integer().notNull().default(1),
  awardBy: text("award_by", { enum: ["whole", "lot", "item"] })
    .notNull()
    .default("whole"),
  priceFormula: text("price_formula", {
    enum: ["lowest", "proportional", "linear", "qualifications"],
  })
    .notNull()
    .default("lowest"),
  minimumBids: integer("minimum_bids").notNull().default(1),
  invitedOnly: boolean("invited_only").notNull().default(false),
  questionsUntil: instant("questions_until"),
  dueAt: instant("due_at"),
  prebidAt: instant("prebid_at"),
  prebidPlace: text("prebid_place").notNull().default(""),
  prebidMandatory: boolean("prebid_mandatory").notNull().default(false),
  bidBondPercent: percent("bid_bond_percent"),
  performanceBondPercent: percent("performance_bond_percent"),
  paymentBondPercent: percent("payment_bond_percent"),
  setAside: text("set_aside").notNull().default(""),
  localPreferencePercent: percent("local_preference_percent"),
  federal: boolean().notNull().default(false),
  construction: boolean().notNull().default(false),
  insuranceRequired: boolean("insurance_required").notNull().default(false),
  estimateCents: bigint("estimate_cents", { mode: "number" }),
  estimateOn: day("estimate_on"),
  estimateBy: uuid("estimate_by"),
  estimateBasis: text("estimate_basis").notNull().default(""),
  deliverTo: text("deliver_to").notNull().default(""),
  contactName: text("contact_name").notNull().default(""),
  contactEmail: text("contact_email"),
  addenda: integer().notNull().default(0),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  publishedBy: uuid("published_by"),
  publishedAt: instant("published_at"),
  closedAt: instant("closed_at"),
  openedAt: instant("opened_at"),
  endedReason: text("ended_reason"),
  criteriaDigest: text("criteria_digest"),
  ocid: text(),
  templateKey: text("template_key"),
  ...kept,
});

export const solicitationLot = pgTable("solicitation_lot", {
  ...part,
  lotNo: integer("lot_no").notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
});

export const solicitationItem = pgTable("solicitation_item", {
  ...part,
  lotId: uuid("lot_id"),
  itemNo: integer("item_no").notNull(),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull().default("each"),
  optional: boolean().notNull().default(false),
  alternates: boolean().notNull().default(false),
  requisitionLineId: uuid("requisition_line_id"),
  beyond: numeric({ precision: 18, scale: 4 }).notNull().default("0"),
});

export const solicitationCriterion = pgTable("solicitation_criterion", {
  ...part,
  position: integer().notNull(),
  name: text().notNull(),
  guidance: text().notNull().default(""),
  kind: text({ enum: ["technical", "price", "interview"] }).notNull(),
  weight: percent("weight").notNull(),
  maxScore: integer("max_score").notNull().default(10),
});

export const solicitationRequirement = pgTable("solicitation_requirement", {
  ...part,
  position: integer().notNull(),
  kind: text({ enum: ["document", "yes_no", "text", "number", "date"] }).notNull(),
  label: text().notNull(),
  guidance: text().notNull().default(""),
  mandatory: boolean().notNull().default(true),
  envelope: text({ enum: ["technical", "price"] })
    .notNull()
    .default("technical"),
});

export const solicitationDocument = pgTable("solicitation_document", {
  ...part,
  fileId: uuid("file_id").notNull(),
  title: text().notNull(),
  position: integer().notNull().default(1),
  addendumNo: integer("addendum_no"),
});

export const solicitationClause = pgTable("solicitation_clause", {
  ...part,
  position: integer().notNull(),
  ruleKey: text("rule_key").notNull(),
  citation: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  because: text().notNull(),
  verified: boolean().notNull(),
  leftOut: text("left_out"),
});

export const solicitationAddendum = pgTable("solicitation_addendum", {
  ...part,
  addendumNo: integer("addendum_no").notNull(),
  title: text().notNull(),
  text: text().notNull(),
  material: boolean().notNull(),
  changes: jsonb().$type<{ what: string; before: string; after: string }[]>().notNull().default([]),
  dueBefore: instant("due_before").notNull(),
  dueAfter: instant("due_after").notNull(),
  publishedBy: uuid("published_by"),
  publishedAt: instant("published_at").notNull().defaultNow(),
});

export const solicitationExtension = pgTable("solicitation_extension", {
  ...part,
  status: text({ enum: ["waiting", "published", "declined", "withdrawn"] })
    .notNull()
    .default("waiting"),
  addendum: jsonb().$type<AddendumInput>().notNull(),
  dueBefore: instant("due_before").notNull(),
  dueAfter: instant("due_after").notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  declineReason: text("decline_reason"),
  version: integer().notNull().default(1),
});

export const solicitationQuestion = pgTable("solicitation_question", {
  ...part,
  questionNo: integer("question_no").notNull(),
  identityId: uuid("identity_id"),
  askedBy: uuid("asked_by"),
  question: text().notNull(),
  answer: text(),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at"),
  addendumNo: integer("addendum_no"),
  declined: boolean().notNull().default(false),
  ...kept,
});

export const solicitationInvitation = pgTable("solicitation_invitation", {
  ...part,
  vendorId: uuid("vendor_id").notNull(),
  source: text({ enum: ["chosen", "commodity", "outreach", "planholder"] })
    .notNull()
    .default("chosen"),
  certified: text().array().notNull().default([]),
  status: text({ enum: ["listed", "invited", "seen", "intends", "declined"] })
    .notNull()
    .default("listed"),
  invitedAt: instant("invited_at"),
  answeredAt: instant("answered_at"),
  declineReason: text("decline_reason"),
  ...kept,
});

export const solicitationOutreach = pgTable("solicitation_outreach", {
  ...part,
  step: text().notNull(),
  note: text().notNull(),
  doneOn: day("done_on").notNull(),
  doneBy: uuid("done_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const solicitationFollower = pgTable("solicitation_follower", {
  ...part,
  identityId: uuid("identity_id").notNull(),
  personId: uuid("person_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const ocdsRelease = pgTable("ocds_release", {
  ...part,
  releaseNo: integer("release_no").notNull(),
  tag: text().array().notNull(),
  releasedAt: instant("released_at").notNull().defaultNow(),
  release: jsonb().$type<Record<string, unknown>>().notNull(),
});

/** What the public lists; the database keeps it beside the solicitation. */
export const solicitationNotice = pgTable("solicitation_notice", {
  ...own,
  departmentId: uuid("department_id").notNull(),
  ocid: text().notNull(),
  number: text().notNull(),
  kind: text().notNull(),
  status: text().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  dueAt: instant("due_at").notNull(),
  questionsUntil: instant("questions_until"),
  publishedAt: instant("published_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  addenda: integer().notNull(),
  federal: boolean().notNull(),
  codes: text().array().notNull().default([]),
  words: text().notNull(),
  shortParts: text("short_parts")
    .array()
    .notNull()
    .generatedAlwaysAs(sql`levee_short_parts(words)`),
});
/** The same by the beginnings of its commodity codes. */
export const solicitationNoticeCode = pgTable("solicitation_notice_code", {
  orgId: own.orgId,
  noticeId: uuid("notice_id").notNull(),
  code: text().notNull(),
  dueAt: instant("due_at").notNull(),
  isOpen: boolean("is_open").notNull(),
  publishedAt: instant("published_at").notNull(),
});

import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Budget } from "./budget/budget.model.ts";
import type { ApplicationKind } from "./federal-form/federal-form.ts";
import type {
  PortfolioAnswer,
  PortfolioCase,
  PortfolioLimits,
} from "./portfolio/portfolio.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const grantOpportunity = pgTable("grant_opportunity", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("inbox"),
  title: text().notNull(),
  agency: text().notNull().default(""),
  postedStatus: text("posted_status").notNull().default("posted"),
  alns: text().array().notNull().default([]),
  eligibility: text().array().notNull().default([]),
  summary: text().notNull().default(""),
  floorCents: cents("floor_cents"),
  ceilingCents: cents("ceiling_cents"),
  totalCents: cents("total_cents"),
  expectedAwards: integer("expected_awards"),
  costSharing: boolean("cost_sharing"),
  postedOn: day("posted_on"),
  closesOn: day("closes_on"),
  url: text().notNull().default(""),
  eligible: boolean(),
  proposal: text(),
  proposalCode: text("proposal_code"),
  proposalReason: text("proposal_reason").notNull().default(""),
  proposedBy: uuid("proposed_by"),
  matchSource: text("match_source").notNull().default(""),
  decidedBy: uuid("decided_by"),
  rejectCode: text("reject_code"),
  decisionReason: text("decision_reason").notNull().default(""),
  ownerId: uuid("owner_id"),
  ...kept,
});

export const grantOpportunitySource = pgTable("grant_opportunity_source", {
  ...own,
  opportunityId: uuid("opportunity_id").notNull(),
  source: text().notNull(),
  sourceKey: text("source_key").notNull(),
  url: text().notNull().default(""),
  readAt: instant("read_at").notNull().defaultNow(),
});

export const grantSearch = pgTable("grant_search", {
  ...own,
  personId: uuid("person_id").notNull(),
  name: text().notNull(),
  words: text().notNull().default(""),
  alns: text().array().notNull().default([]),
  eligibleOnly: boolean("eligible_only").notNull().default(true),
  digest: text().$type<"daily" | "weekly" | "off">().notNull().default("daily"),
  toldUntil: instant("told_until").notNull().defaultNow(),
  ...kept,
});

export const grantApplicant = pgTable("grant_applicant", {
  ...own,
  legalName: text("legal_name").notNull(),
  ein: text().notNull(),
  uei: text().notNull(),
  samUntil: day("sam_until").notNull(),
  applicantType: text("applicant_type").notNull(),
  street: text().notNull(),
  city: text().notNull(),
  county: text().notNull().default(""),
  state: text().notNull(),
  postalCode: text("postal_code").notNull(),
  district: text().notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  ...kept,
});

export const grantApplication = pgTable("grant_application", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  opportunityId: uuid("opportunity_id"),
  opportunityNumber: text("opportunity_number").notNull(),
  grantor: text().notNull(),
  aln: text().notNull().default(""),
  applicationType: text("application_type").$type<"new" | "continuation" | "revision">().notNull(),
  awardNumber: text("award_number").notNull().default(""),
  kind: text().$type<ApplicationKind>().notNull().default("non_construction"),
  moreForms: text("more_forms").array().notNull().default([]),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  dueOn: day("due_on"),
  ownerId: uuid("owner_id").notNull(),
  preparedBy: uuid("prepared_by").array().notNull().default([]),
  reviewedBy: uuid("reviewed_by"),
  signedBy: uuid("signed_by"),
  signedName: text("signed_name"),
  signedTitle: text("signed_title"),
  signedPhone: text("signed_phone"),
  signedAt: instant("signed_at"),
  signedBasis: text("signed_basis"),
  signedSha256: text("signed_sha256"),
  packageSha256: text("package_sha256"),
  packageFile: text("package_file"),
  submittedAt: instant("submitted_at"),
  submittedBy: uuid("submitted_by"),
  trackingNumber: text("tracking_number").notNull().default(""),
  statusReason: text("status_reason"),
  federalCents: cents("federal_cents").notNull().default(0),
  matchCents: cents("match_cents").notNull().default(0),
  awardCents: cents("award_cents"),
  awardedNumber: text("awarded_number"),
  awardedOn: day("awarded_on"),
  supersedesId: uuid("supersedes_id"),
  ...kept,
});

export const grantApplicationForm = pgTable("grant_application_form", {
  ...own,
  applicationId: uuid("application_id").notNull(),
  form: text().notNull(),
  formVersion: text("form_version").notNull(),
  answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  ...kept,
});

export const grantApplicationSection = pgTable("grant_application_section", {
  ...own,
  applicationId: uuid("application_id").notNull(),
  place: integer().notNull(),
  title: text().notNull(),
  asks: text().notNull().default(""),
  body: text().notNull().default(""),
  mostWords: integer("most_words"),
  ownerId: uuid("owner_id"),
  dueOn: day("due_on"),
  required: boolean().notNull().default(true),
  ...kept,
});

export const grantContributor = pgTable("grant_contributor", {
  ...own,
  applicationId: uuid("application_id").notNull(),
  sectionId: uuid("section_id").notNull(),
  name: text().notNull(),
  email: text().notNull(),
  untilOn: day("until_on").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  handedInAt: instant("handed_in_at"),
  endedAt: instant("ended_at"),
  ...kept,
});

export const grantBudget = pgTable("grant_budget", {
  ...own,
  applicationId: uuid("application_id").notNull(),
  body: jsonb().$type<Budget>().notNull(),
  ...kept,
});

export const grantPursuit = pgTable("grant_pursuit", {
  ...own,
  opportunityId: uuid("opportunity_id").notNull(),
  askCents: cents("ask_cents").notNull(),
  chance: integer().notNull(),
  hours: jsonb().$type<Record<string, number>>().notNull().default({}),
  match: jsonb().$type<Record<string, number>>().notNull().default({}),
  excludes: uuid().array().notNull().default([]),
  needs: uuid().array().notNull().default([]),
  ...kept,
});

export const grantPortfolio = pgTable("grant_portfolio", {
  ...own,
  limits: jsonb().$type<PortfolioLimits>().notNull(),
  question: jsonb().$type<PortfolioCase>().notNull(),
  answer: jsonb().$type<PortfolioAnswer>().notNull(),
  madeBy: uuid("made_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

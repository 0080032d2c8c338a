import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { ClockUnit } from "./claim.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const contractClaim = pgTable("contract_claim", {
  ...own,
  number: text().notNull(),
  contractId: uuid("contract_id").notNull(),
  status: text().notNull().default("noticed"),
  side: text().$type<"agency" | "vendor">().notNull(),
  title: text().notNull(),
  narrative: text().notNull(),
  eventOn: day("event_on").notNull(),
  knownOn: day("known_on"),
  noticedOn: day("noticed_on").notNull(),
  noticeDueOn: day("notice_due_on"),
  late: boolean().notNull().default(false),
  submitDays: integer("submit_days"),
  decideDays: integer("decide_days"),
  appealDays: integer("appeal_days"),
  submitIn: text("submit_in").$type<ClockUnit>().notNull().default("days"),
  decideIn: text("decide_in").$type<ClockUnit>().notNull().default("days"),
  appealIn: text("appeal_in").$type<ClockUnit>().notNull().default("days"),
  dayCount: text("day_count").$type<"calendar" | "business">().notNull().default("calendar"),
  citation: text().notNull().default(""),
  submittedOn: day("submitted_on"),
  certifiedBy: text("certified_by"),
  decidedOn: day("decided_on"),
  decision: text().notNull().default(""),
  appealedOn: day("appealed_on"),
  appeal: text().notNull().default(""),
  settlement: text().notNull().default(""),
  settling: boolean().notNull().default(false),
  settledBy: jsonb("settled_by").$type<string[]>().notNull().default([]),
  settledOn: day("settled_on"),
  changeId: uuid("change_id"),
  ownerId: uuid("owner_id"),
  statusReason: text("status_reason"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const contractClaimIssue = pgTable("contract_claim_issue", {
  ...own,
  claimId: uuid("claim_id").notNull(),
  lineNo: integer("line_no").notNull(),
  title: text().notNull(),
  claimed: cents("claimed").notNull().default(0),
  claimedDays: integer("claimed_days").notNull().default(0),
  found: cents("found"),
  foundDays: integer("found_days"),
  offered: cents("offered"),
  offeredDays: integer("offered_days"),
  settled: cents("settled"),
  settledDays: integer("settled_days"),
});

/** Shown by the database itself to whoever has counsel's duty, and to nobody else. */
export const contractClaimNote = pgTable("contract_claim_note", {
  ...own,
  claimId: uuid("claim_id").notNull(),
  body: text().notNull(),
  authorId: uuid("author_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

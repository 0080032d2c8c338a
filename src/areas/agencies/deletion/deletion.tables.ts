import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { EndingStatus } from "./ending.labels.ts";

const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const agencyEnding = pgTable("agency_ending", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  status: text().$type<EndingStatus>().notNull().default("asked"),
  reason: text().notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedName: text("asked_name").notNull(),
  exportId: uuid("export_id"),
  exportSha256: text("export_sha256"),
  keeper: text().notNull().default(""),
  keeperContact: text("keeper_contact").notNull().default(""),
  confirmedBy: uuid("confirmed_by"),
  confirmedName: text("confirmed_name"),
  confirmedAt: instant("confirmed_at"),
  waitingDays: integer("waiting_days"),
  deletesAt: instant("deletes_at"),
  endedName: text("ended_name"),
  endedReason: text("ended_reason").notNull().default(""),
  endedAt: instant("ended_at"),
  ...kept,
});

/** What stands in the operator's records of an agency that was deleted; `facts` are those of its ending. */
export type DeletionFacts = {
  reason: string;
  asked: { name: string; at: string };
  confirmed: { name: string; at: string };
  keeper: string;
  keeperContact: string;
  exportSha256: string | null;
  /** A copy for practice that ended: nothing of it had to be kept. */
  practice?: boolean;
};

export const agencyDeletion = pgTable("agency_deletion", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  status: text().$type<"deleting" | "deleted">().notNull().default("deleting"),
  /** The agency, while it is being deleted; nothing holds its id afterwards. */
  subjectId: uuid("subject_id"),
  subjectDigest: text("subject_digest").notNull(),
  agency: text().notNull(),
  again: boolean().notNull().default(false),
  facts: jsonb().$type<DeletionFacts>().notNull(),
  people: uuid().array().notNull().default([]),
  deleted: jsonb().$type<Record<string, number>>().notNull().default({}),
  files: integer().notNull().default(0),
  stage: text().notNull().default("rows"),
  beganAt: instant("began_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  report: text(),
  ...kept,
});

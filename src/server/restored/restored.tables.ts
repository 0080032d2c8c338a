import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { ClosedKind } from "./closing.ts";

/** What waits after a restore for an administrator's word, of each clock and queue; of the machine. */
export const restoreHold = pgTable("restore_hold", {
  name: text().notNull(),
  kind: text().notNull(),
  runByOrgId: uuid("run_by_org_id"),
  madeAt: instant("made_at").notNull(),
  heldAt: instant("held_at").notNull().defaultNow(),
  due: integer().notNull(),
  people: integer().notNull(),
  since: instant("since"),
  names: text().array().notNull().default([]),
  answer: text({ enum: ["released", "dropped"] }),
  answeredAt: instant("answered_at"),
  answeredBy: text("answered_by"),
});

/** How far something kept outside tells what an agency wrote between the backup and its loss. */
export const restoreReport = pgTable("restore_report", {
  orgId: uuid("org_id").notNull(),
  madeAt: instant("made_at").notNull(),
  restoredAt: instant("restored_at").notNull().defaultNow(),
  evidence: text({ enum: ["none", "checkpoint", "bundle"] }).notNull(),
  toldUntil: instant("told_until"),
  lost: integer().notNull(),
});

/** What a restore closed until an administrator answers: people, invitations, keys, programs. */
export const restoreQuestion = pgTable("restore_question", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text().$type<ClosedKind>().notNull(),
  subjectId: uuid("subject_id").notNull(),
  name: text().notNull(),
  madeAt: instant("made_at").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
  told: text(),
  toldBy: text("told_by"),
  toldAt: instant("told_at"),
  before: jsonb().$type<Record<string, unknown>>().notNull(),
  answer: text({ enum: ["opened", "kept"] }),
  reason: text().notNull().default(""),
  answeredAt: instant("answered_at"),
  answeredBy: text("answered_by"),
});

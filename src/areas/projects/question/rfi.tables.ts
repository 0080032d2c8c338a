import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const side = ["agency", "contractor"] as const;
const court = ["agency", "contractor", "designer"] as const;
const impact = ["yes", "no", "unknown"] as const;

export const rfi = pgTable("rfi", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  /** `Draft` until it is asked. */
  number: text().notNull().default("Draft"),
  sequence: integer(),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  contractId: uuid("contract_id"),
  /** Whose question it is, and of whom the answer is asked. */
  side: text({ enum: side }).notNull(),
  askedOf: text("asked_of", { enum: side }).notNull(),
  title: text().notNull(),
  question: text().notNull(),
  reference: text().notNull().default(""),
  place: text().notNull().default(""),
  proposedAnswer: text("proposed_answer").notNull().default(""),
  costImpact: text("cost_impact", { enum: impact }).notNull().default("unknown"),
  costCents: bigint("cost_cents", { mode: "number" }),
  timeImpact: text("time_impact", { enum: impact }).notNull().default("unknown"),
  timeDays: integer("time_days"),
  fileIds: jsonb("file_ids").$type<string[]>().notNull().default([]),
  askedBy: uuid("asked_by"),
  askedByName: text("asked_by_name").notNull(),
  askedOn: day("asked_on"),
  dueOn: day("due_on"),
  /** The side that must act, and since which day. */
  court: text({ enum: court }),
  courtSince: day("court_since"),
  answer: text().notNull().default(""),
  answeredBy: uuid("answered_by"),
  answeredByName: text("answered_by_name").notNull().default(""),
  answeredAt: instant("answered_at"),
  answerFileIds: jsonb("answer_file_ids").$type<string[]>().notNull().default([]),
  /** The link by which a designer outside may answer it; none where nobody has it. */
  designerLinkId: uuid("designer_link_id"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const rfiTurn = pgTable("rfi_turn", {
  orgId: uuid("org_id").notNull(),
  rfiId: uuid("rfi_id").notNull(),
  position: integer().notNull(),
  kind: text({
    enum: [
      "asked",
      "asked_back",
      "replied",
      "answered",
      "reopened",
      "closed",
      "withdrawn",
      "sent_out",
      "advised",
      "corrected",
      "recalled",
    ],
  }).notNull(),
  bySide: text("by_side", { enum: ["agency", "contractor", "designer"] }).notNull(),
  byName: text("by_name").notNull(),
  at: instant("at").notNull(),
  onDay: day("on_day").notNull(),
  says: text().notNull().default(""),
  court: text({ enum: court }),
});

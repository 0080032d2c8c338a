import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Choices } from "./merge.model.ts";
import type { Plan } from "./plan.model.ts";
import type { fileFormats, proposalSides } from "./proposal.labels.ts";
import type { Report } from "./report.model.ts";

export const scheduleProposal = pgTable("schedule_proposal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  sequence: integer().notNull(),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  /** Whose file it is; a contractor's names the contract. */
  side: text().$type<keyof typeof proposalSides>().notNull(),
  contractId: uuid("contract_id"),
  fileId: uuid("file_id").notNull(),
  format: text().$type<keyof typeof fileFormats>().notNull(),
  narrative: text().notNull().default(""),
  dataDate: day("data_date").notNull(),
  /** Tasks of the file, those whose dates are not the file's, and those that it changes. */
  tasks: integer().notNull(),
  differing: integer().notNull(),
  changing: integer().notNull(),
  /** The schedule as it was compared; null where the project had none. */
  comparedVersion: integer("compared_version"),
  handedInBy: uuid("handed_in_by"),
  handedInName: text("handed_in_name").notNull(),
  handedInOn: day("handed_in_on").notNull(),
  decidedBy: uuid("decided_by"),
  decidedOn: day("decided_on"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** What was read of the file, what came of it, and what was decided task by task. */
export const scheduleProposalContent = pgTable("schedule_proposal_content", {
  orgId: uuid("org_id").notNull(),
  proposalId: uuid("proposal_id").notNull(),
  plan: jsonb().$type<Plan>().notNull(),
  report: jsonb().$type<Report>().notNull(),
  choices: jsonb().$type<Choices>().notNull(),
});

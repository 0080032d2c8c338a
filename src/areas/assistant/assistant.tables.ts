import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Proposal } from "#kernel/proposal.ts";
import type { ShownSource } from "./copilot/conversation.model.ts";
import type { Branding } from "./chat/branding.model.ts";

export const userTutorialProgress = pgTable(
  "user_tutorial_progress",
  {
    personId: uuid("person_id").notNull(),
    tutorialId: uuid("tutorial_id").notNull(),
    currentStep: integer("current_step").notNull().default(0),
    completed: boolean().notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.tutorialId] })],
);

export const productAgent = pgTable(
  "product_agent",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    brandingConfig: jsonb("branding_config").$type<Partial<Branding>>().notNull().default({}),
    welcomeMessage: text("welcome_message"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** What one person asked the copilot; nobody else reads it. */
export const copilotConversation = pgTable("copilot_conversation", {
  ...own,
  personId: uuid("person_id").notNull(),
  title: text().notNull(),
  lastAt: instant("last_at").notNull().defaultNow(),
  ...kept,
});

export const copilotMessage = pgTable("copilot_message", {
  ...own,
  conversationId: uuid("conversation_id").notNull(),
  personId: uuid("person_id").notNull(),
  place: integer().notNull(),
  role: text({ enum: ["user", "assistant"] }).notNull(),
  text: text().notNull(),
  sources: jsonb().$type<ShownSource[]>().notNull().default([]),
  proposal: jsonb().$type<Proposal>(),
  decided: text({ enum: ["accepted", "dismissed", "superseded"] }),
  /** What became of the proposal, in words. */
  said: text().notNull().default(""),
  ...kept,
});

/** For how many days an agency keeps conversations. */
export const copilotSetting = pgTable("copilot_setting", {
  ...own,
  keepDays: integer("keep_days").notNull().default(90),
  ...kept,
});

/** Which language model an agency uses, and what may leave for it. */
export const modelSetting = pgTable("model_setting", {
  ...own,
  source: text({ enum: ["none", "operator", "own"] })
    .notNull()
    .default("operator"),
  address: text().notNull().default(""),
  model: text().notNull().default(""),
  /** Sealed; nobody reads it again. */
  sealedKey: text("sealed_key"),
  /** Areas whose records' words may leave. */
  areas: text().array().notNull().default([]),
  mostAnswer: integer("most_answer").notNull().default(800),
  mostPerson: integer("most_person").notNull().default(200_000),
  mostMonth: integer("most_month").notNull().default(2_000_000),
  ...kept,
});

/** What one person used of it in one month. */
export const modelUse = pgTable("model_use", {
  ...own,
  month: day().notNull(),
  personId: uuid("person_id").notNull(),
  calls: integer().notNull().default(0),
  tokens: bigint({ mode: "number" }).notNull().default(0),
  struck: integer().notNull().default(0),
  faults: integer().notNull().default(0),
  ...kept,
});

import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
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

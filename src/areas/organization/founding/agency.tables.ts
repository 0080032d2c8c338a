import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AgencyState } from "#kernel/agency-state.ts";
import { instant } from "#server/db/time-columns.ts";
import type { FoundingRule } from "./founding.labels.ts";

const createdAt = instant("created_at").notNull().defaultNow();
const updatedAt = instant("updated_at").notNull().defaultNow();
const version = integer("version").notNull().default(1);

export const agencyStateChange = pgTable(
  "agency_state_change",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    fromState: text("from_state").$type<AgencyState>().notNull(),
    toState: text("to_state").$type<AgencyState>().notNull(),
    reason: text("reason").notNull(),
    rule: text("rule").notNull().default(""),
    changedBy: uuid("changed_by"),
    changedByName: text("changed_by_name").notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const operatorSetting = pgTable("operator_setting", {
  orgId: uuid("org_id").primaryKey(),
  founding: text("founding").$type<FoundingRule>().notNull().default("everybody"),
  version,
  updatedAt,
});

export const foundingInvitation = pgTable(
  "founding_invitation",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    invitedBy: uuid("invited_by").notNull(),
    createdAt,
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

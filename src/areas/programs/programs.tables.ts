import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { ProgramStatus } from "./account/program.labels.ts";

const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const program = pgTable("program_account", {
  ...ids,
  name: text().notNull(),
  purpose: text().notNull(),
  ownerId: uuid("owner_id").notNull(),
  ownerName: text("owner_name").notNull(),
  scopes: text().array().notNull(),
  endsAt: instant("ends_at").notNull(),
  status: text().$type<ProgramStatus>().notNull().default("active"),
  pausedReason: text("paused_reason"),
  createdBy: uuid("created_by").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const programKey = pgTable("program_key", {
  ...ids,
  programId: uuid("program_id").notNull(),
  prefix: text().notNull(),
  hash: text().notNull(),
  networks: text().array().notNull().default([]),
  callsPerMinute: integer("calls_per_minute").notNull(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  lastUsedAt: instant("last_used_at"),
  lastUsedFrom: text("last_used_from"),
  calls: bigint({ mode: "number" }).notNull().default(0),
  createdBy: uuid("created_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const programCall = pgTable("program_call", {
  orgId: uuid("org_id").notNull(),
  keyId: uuid("key_id").notNull(),
  slot: integer().notNull(),
  at: instant("at").notNull(),
  method: text().notNull(),
  path: text().notNull(),
  status: integer().notNull(),
});

import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Manifest, Officer } from "#kernel/sealing/envelope.ts";
import type { Minutes, TabulationRow } from "./opening.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const ofSolicitation = { ...own, solicitationId: uuid("solicitation_id").notNull() };
const made = { createdAt: instant("created_at").notNull().defaultNow() };
const kept = {
  version: integer().notNull().default(1),
  ...made,
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const stage = text({ enum: ["bid", "technical", "price"] }).notNull();

export const officerKey = pgTable("officer_key", {
  ...own,
  personId: uuid("person_id").notNull(),
  escrow: boolean().notNull().default(false),
  label: text().notNull(),
  publicKey: text("public_key").notNull(),
  fingerprint: text().notNull(),
  wrapped: text(),
  retiredAt: instant("retired_at"),
  ...kept,
});

export const openingOfficer = pgTable("opening_officer", {
  ...ofSolicitation,
  x: integer().notNull(),
  keyId: uuid("key_id").notNull(),
  personId: uuid("person_id").notNull(),
  rehearsedAt: instant("rehearsed_at"),
  replacedAt: instant("replaced_at"),
  ...made,
});

export const openingRehearsal = pgTable("opening_rehearsal", {
  ...ofSolicitation,
  officers: jsonb().$type<Officer[]>().notNull(),
  manifest: jsonb().$type<Manifest>().notNull(),
  ciphertext: text().notNull(),
  shares: jsonb().$type<{ x: number; bytes: string }[]>().notNull().default([]),
  openedAt: instant("opened_at"),
  ...made,
});

export const opening = pgTable("opening", {
  ...ofSolicitation,
  stage,
  state: text({ enum: ["waiting", "opening", "done"] })
    .notNull()
    .default("waiting"),
  beganAt: instant("began_at"),
  doneAt: instant("done_at"),
  opened: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  minutes: jsonb().$type<Minutes | null>(),
  ...kept,
});

export const openingAttendance = pgTable("opening_attendance", {
  ...own,
  openingId: uuid("opening_id").notNull(),
  personId: uuid("person_id").notNull(),
  name: text().notNull(),
  officer: boolean().notNull().default(false),
  joinedAt: instant("joined_at").notNull().defaultNow(),
});

export const openingShare = pgTable("opening_share", {
  ...own,
  openingId: uuid("opening_id").notNull(),
  envelopeId: uuid("envelope_id").notNull(),
  x: integer().notNull(),
  personId: uuid("person_id").notNull(),
  name: text().notNull(),
  share: text(),
  good: boolean().notNull(),
  givenAt: instant("given_at").notNull().defaultNow(),
});

export const bidTabulation = pgTable("bid_tabulation", {
  ...ofSolicitation,
  stage: text().notNull(),
  rows: jsonb().$type<TabulationRow[]>().notNull(),
  publishedAt: instant("published_at").notNull().defaultNow(),
});

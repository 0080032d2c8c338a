import { bigint, boolean, customType, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** A transaction's number in the database. */
const xid = customType<{ data: string }>({ dataType: () => "xid8" });

export const auditEntry = pgTable("audit_entry", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  at: instant("at").notNull(),
  actorId: uuid("actor_id"),
  sessionId: text("session_id"),
  action: text("action").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  objectNumber: text("object_number"),
  beforeDigest: text("before_digest"),
  afterDigest: text("after_digest"),
  contentDigest: text("content_digest").notNull(),
  mac: text("mac").notNull(),
  content: text("content"),
  xid: xid("xid").notNull(),
});

export const auditApart = pgTable("audit_apart", {
  orgId: uuid("org_id").notNull(),
  entryId: uuid("entry_id").notNull(),
  content: text("content"),
});

export const auditLeaf = pgTable("audit_leaf", {
  orgId: uuid("org_id").notNull(),
  idx: bigint("idx", { mode: "number" }).notNull(),
  entryId: uuid("entry_id").notNull(),
  leaf: text("leaf").notNull(),
});

export const auditTile = pgTable("audit_tile", {
  orgId: uuid("org_id").notNull(),
  level: integer("level").notNull(),
  idx: bigint("idx", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

export const auditFrontier = pgTable("audit_frontier", {
  orgId: uuid("org_id").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  peaks: text("peaks").array().notNull(),
  lastLeaf: text("last_leaf").notNull(),
});

export const auditCheckpoint = pgTable("audit_checkpoint", {
  orgId: uuid("org_id").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  root: text("root").notNull(),
  at: instant("at").notNull(),
  note: text("note").notNull(),
});

export const auditSequencer = pgTable("audit_sequencer", {
  single: boolean("single").notNull(),
  afterXid: xid("after_xid").notNull(),
  afterId: uuid("after_id").notNull(),
  guarded: boolean("guarded").notNull(),
});

export const auditKey = pgTable("audit_key", {
  verifierKey: text("verifier_key").notNull(),
  since: instant("since").notNull(),
});

export const auditRefusal = pgTable("audit_refusal", {
  orgId: uuid("org_id").notNull(),
  entryId: uuid("entry_id").notNull(),
  at: instant("at").notNull(),
  reason: text("reason").notNull(),
});

export const ledgerReading = pgTable("ledger_reading", {
  orgId: uuid("org_id").notNull(),
  reader: text("reader").notNull(),
  nextIdx: bigint("next_idx", { mode: "number" }).notNull(),
});

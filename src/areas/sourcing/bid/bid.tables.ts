import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Manifest, Officer } from "#kernel/sealing/envelope.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const ofBid = { ...own, bidId: uuid("bid_id").notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const amount = (name: string) => numeric(name, { precision: 18, scale: 4 });

export const bid = pgTable("bid", {
  ...own,
  solicitationId: uuid("solicitation_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  revision: integer().notNull(),
  status: text().notNull().default("draft"),
  protection: text({ enum: ["sealed", "held"] }).notNull(),
  officers: jsonb().$type<Officer[] | null>(),
  keyStore: text("key_store"),
  addendaAcknowledged: integer("addenda_acknowledged").array().notNull().default([]),
  submittedBy: uuid("submitted_by"),
  submittedByName: text("submitted_by_name"),
  receivedAt: instant("received_at"),
  dueAt: instant("due_at"),
  receiptEntry: uuid("receipt_entry"),
  endedAt: instant("ended_at"),
  endedEntry: uuid("ended_entry"),
  openedAt: instant("opened_at"),
  priceOpenedAt: instant("price_opened_at"),
  failure: text(),
  reason: text(),
  statement: text(),
  priceNote: text("price_note"),
  validDays: integer("valid_days"),
  ...kept,
});

export const bidEnvelope = pgTable("bid_envelope", {
  ...ofBid,
  envelope: text({ enum: ["bid", "technical", "price"] }).notNull(),
  state: text({ enum: ["empty", "stored", "sealed", "erasing", "erased", "opened", "failed"] })
    .notNull()
    .default("empty"),
  sha256: text(),
  size: bigint({ mode: "number" }),
  manifest: jsonb().$type<Manifest | null>(),
  serverPart: text("server_part"),
  failure: text(),
  openedAt: instant("opened_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const bidShare = pgTable("bid_share", {
  ...own,
  envelopeId: uuid("envelope_id").notNull(),
  x: integer().notNull(),
  keyId: uuid("key_id").notNull(),
  enc: text().notNull(),
  ct: text().notNull(),
  hash: text().notNull(),
});

export const bidEvent = pgTable("bid_event", {
  ...own,
  solicitationId: uuid("solicitation_id").notNull(),
  bidId: uuid("bid_id"),
  vendorId: uuid("vendor_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  personId: uuid("person_id"),
  personName: text("person_name").notNull(),
  kind: text({ enum: ["prepared", "submitted", "superseded", "withdrawn", "refused"] }).notNull(),
  detail: text().notNull().default(""),
  at: instant("at").notNull(),
  salt: text().notNull(),
  revealedAt: instant("revealed_at"),
});

export const bidLineTable = pgTable("bid_line", {
  ...ofBid,
  itemId: uuid("item_id").notNull(),
  noBid: boolean("no_bid").notNull().default(false),
  unitPrice: amount("unit_price"),
  quantity: amount("quantity"),
  alternate: text().notNull().default(""),
  leadDays: integer("lead_days"),
});
export const bidDiscountTable = pgTable("bid_discount", {
  ...ofBid,
  lotIds: uuid("lot_ids").array().notNull(),
  fromCents: bigint("from_cents", { mode: "number" }).notNull(),
  percent: numeric({ precision: 4, scale: 2 }).notNull(),
});
export const bidCapacityTable = pgTable("bid_capacity", {
  ...ofBid,
  lotId: uuid("lot_id"),
  mostCents: bigint("most_cents", { mode: "number" }).notNull(),
});
export const bidAnswerTable = pgTable("bid_answer", {
  ...ofBid,
  requirementId: uuid("requirement_id").notNull(),
  value: text().notNull(),
});
export const bidFileTable = pgTable("bid_file", {
  ...ofBid,
  envelope: text().notNull(),
  requirementId: uuid("requirement_id"),
  fileId: uuid("file_id"),
  name: text().notNull(),
  mediaType: text("media_type").notNull(),
  size: bigint({ mode: "number" }).notNull(),
  sha256: text().notNull(),
});

import { bigint, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Manifest } from "#kernel/sealing/envelope.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const finalOfferRound = pgTable("final_offer_round", {
  ...own,
  evaluationId: uuid("evaluation_id").notNull(),
  solicitationId: uuid("solicitation_id").notNull(),
  roundNo: integer("round_no").notNull(),
  note: text().notNull().default(""),
  dueAt: instant("due_at").notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: instant("asked_at").notNull(),
  openedAt: instant("opened_at"),
  endedAt: instant("ended_at"),
  endedReason: text("ended_reason"),
  stuck: text(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const finalOffer = pgTable("final_offer", {
  ...own,
  roundId: uuid("round_id").notNull(),
  bidId: uuid("bid_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const finalOfferEnvelope = pgTable("final_offer_envelope", {
  ...own,
  offerId: uuid("offer_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  revision: integer().notNull(),
  state: text({ enum: ["sealed", "erasing", "erased", "opened", "failed"] })
    .notNull()
    .default("sealed"),
  sha256: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  manifest: jsonb().$type<Manifest>().notNull(),
  serverPart: text("server_part"),
  submittedBy: uuid("submitted_by"),
  submittedByName: text("submitted_by_name").notNull(),
  receivedAt: instant("received_at").notNull(),
  openedAt: instant("opened_at"),
  withdrawnAt: instant("withdrawn_at"),
  endedEntry: uuid("ended_entry"),
  failure: text(),
  note: text().notNull().default(""),
});

export const finalOfferLine = pgTable("final_offer_line", {
  ...own,
  offerId: uuid("offer_id").notNull(),
  itemId: uuid("item_id").notNull(),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
});

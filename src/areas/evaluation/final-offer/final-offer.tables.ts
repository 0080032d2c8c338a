import {
  bigint,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Manifest } from "#kernel/sealing/envelope.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const finalOfferRound = pgTable("final_offer_round", {
  ...own,
  evaluationId: uuid("evaluation_id").notNull(),
  solicitationId: uuid("solicitation_id").notNull(),
  roundNo: integer("round_no").notNull(),
  note: text().notNull().default(""),
  dueAt: at("due_at").notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: at("asked_at").notNull(),
  openedAt: at("opened_at"),
  endedAt: at("ended_at"),
  endedReason: text("ended_reason"),
  stuck: text(),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const finalOffer = pgTable("final_offer", {
  ...own,
  roundId: uuid("round_id").notNull(),
  bidId: uuid("bid_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
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
  receivedAt: at("received_at").notNull(),
  openedAt: at("opened_at"),
  withdrawnAt: at("withdrawn_at"),
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

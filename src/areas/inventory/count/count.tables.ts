import { bigint, boolean, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const amount = (name: string) => numeric(name, { precision: 18, scale: 4 });

/** From which day on which difference may be posted at once, and how often each class is counted. */
export const stockCountRule = pgTable("stock_count_rule", {
  ...own,
  fromOn: day("from_on").notNull(),
  /** Hundredths of a percent of what the ledger has. */
  percentBp: integer("percent_bp").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  daysA: integer("days_a").notNull(),
  daysB: integer("days_b").notNull(),
  daysC: integer("days_c").notNull(),
  setBy: uuid("set_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** A count of the stores: what is counted stands in its tasks, what was counted in its entries. */
export const stockCount = pgTable("stock_count", {
  ...own,
  number: text().notNull(),
  status: text({
    enum: ["open", "recount", "counted", "submitted", "posted", "aborted"],
  }).notNull(),
  scope: text({ enum: ["class", "location", "items"] }).notNull(),
  class: text({ enum: ["A", "B", "C"] }),
  locationId: uuid("location_id"),
  title: text().notNull(),
  /** The tolerance on the day on which it was planned. */
  percentBp: integer("percent_bp").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  plannedBy: uuid("planned_by").notNull(),
  countedBy: uuid("counted_by"),
  recountedBy: uuid("recounted_by"),
  submittedBy: uuid("submitted_by"),
  postedBy: uuid("posted_by"),
  /** Whose found things are of which no fund is known. */
  fundId: uuid("fund_id"),
  reason: text().notNull().default(""),
  /** What the deciding round is worth, gains less losses; null until it is closed. */
  differenceCents: bigint("difference_cents", { mode: "number" }),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const stockCountTask = pgTable("stock_count_task", {
  ...own,
  countId: uuid("count_id").notNull(),
  itemId: uuid("item_id").notNull(),
  locationId: uuid("location_id").notNull(),
  found: boolean().notNull().default(false),
  again: boolean().notNull().default(false),
});

export const stockCountEntry = pgTable("stock_count_entry", {
  ...own,
  countId: uuid("count_id").notNull(),
  taskId: uuid("task_id").notNull(),
  round: integer().notNull(),
  /** As it stands on the goods; empty where pieces are not told apart, and for nothing at all. */
  lot: text().notNull().default(""),
  lotId: uuid("lot_id"),
  quantity: amount("quantity").notNull(),
  countedAt: instant("counted_at").notNull(),
  countedBy: uuid("counted_by").notNull(),
  /** The ledger knows this lot, and nobody found it. */
  missed: boolean().notNull().default(false),
  ledgerQuantity: amount("ledger_quantity"),
  differenceCents: bigint("difference_cents", { mode: "number" }),
  beyond: boolean(),
});

/** The class of an item by what was issued of it in twelve months, as it was worked out on a day. */
export const stockClass = pgTable("stock_class", {
  orgId: uuid("org_id").notNull(),
  itemId: uuid("item_id").notNull(),
  class: text({ enum: ["A", "B", "C"] }).notNull(),
  issuedCents: bigint("issued_cents", { mode: "number" }).notNull(),
  workedOn: day("worked_on").notNull(),
});

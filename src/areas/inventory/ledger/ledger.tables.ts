import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { StoredPool } from "./state.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const amount = (name: string) => numeric(name, { precision: 18, scale: 4 });

export const stockMovement = pgTable("stock_movement", {
  ...own,
  number: text().notNull(),
  kind: text({ enum: ["receipt", "issue", "return", "transfer", "adjust", "scrap"] }).notNull(),
  status: text({ enum: ["posted", "reversed"] }).notNull(),
  movedOn: day("moved_on").notNull(),
  postedAt: instant("posted_at").notNull(),
  consumerType: text("consumer_type", { enum: ["workOrder", "project", "incident", "department"] }),
  consumerId: uuid("consumer_id"),
  /** What it was called when it was posted: its number, a department's name. */
  consumer: text(),
  reason: text().notNull().default(""),
  receiptId: uuid("receipt_id"),
  /** The count that an adjustment puts the ledger right by. */
  countId: uuid("count_id"),
  /** The transfer that goods travel by. */
  transferId: uuid("transfer_id"),
  /** What lay there before anything moved. */
  opening: boolean().notNull().default(false),
  /** The movement that this one takes back. */
  reversesId: uuid("reverses_id"),
  enteredBy: uuid("entered_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const stockMovementLine = pgTable("stock_movement_line", {
  ...own,
  movementId: uuid("movement_id").notNull(),
  lineNo: integer("line_no").notNull(),
  itemId: uuid("item_id").notNull(),
  lotId: uuid("lot_id"),
  fundId: uuid("fund_id").notNull(),
  fromLocationId: uuid("from_location_id"),
  toLocationId: uuid("to_location_id"),
  /** In the item's unit; 0 for an adjusting entry. */
  quantity: amount("quantity").notNull(),
  /** The unit and the quantity as they were typed. */
  unit: text().notNull(),
  typedQuantity: amount("typed_quantity").notNull(),
  /** What the pool gains, or loses. */
  valueCents: bigint("value_cents", { mode: "number" }).notNull(),
  /** Of a return: the line that it went out by. */
  returnsLineId: uuid("returns_line_id"),
  /** Of an adjusting entry: the line whose value it corrects. */
  correctsLineId: uuid("corrects_line_id"),
  receiptLineId: uuid("receipt_line_id"),
});

export const stockBalance = pgTable("stock_balance", {
  ...own,
  itemId: uuid("item_id").notNull(),
  locationId: uuid("location_id").notNull(),
  lotId: uuid("lot_id"),
  fundId: uuid("fund_id").notNull(),
  onHand: amount("on_hand").notNull().default("0"),
  reserved: amount("reserved").notNull().default("0"),
});

export const stockPool = pgTable("stock_pool", {
  orgId: uuid("org_id").notNull(),
  itemId: uuid("item_id").notNull(),
  fundId: uuid("fund_id").notNull(),
  quantity: amount("quantity").notNull().default("0"),
  valueCents: bigint("value_cents", { mode: "number" }).notNull().default(0),
  state: jsonb().$type<StoredPool>().notNull(),
});

export const stockCostPolicy = pgTable("stock_cost_policy", {
  ...own,
  costClass: text("cost_class").notNull(),
  method: text({ enum: ["average", "fifo"] }).notNull(),
  fromOn: day("from_on").notNull(),
  setBy: uuid("set_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Which item an order's line buys, and where its goods are put. */
export const stockOrderLine = pgTable("stock_order_line", {
  orgId: uuid("org_id").notNull(),
  orderLineId: uuid("order_line_id").notNull(),
  orderId: uuid("order_id").notNull(),
  itemId: uuid("item_id").notNull(),
  locationId: uuid("location_id").notNull(),
  namedBy: uuid("named_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** What a line of an issue took of the goods of an order's line, and what that cost. */
export const stockDraw = pgTable("stock_draw", {
  orgId: uuid("org_id").notNull(),
  lineId: uuid("line_id").notNull(),
  orderLineId: uuid("order_line_id").notNull(),
  /** In the item's unit, without what came back. */
  quantity: amount("quantity").notNull(),
  cents: bigint("cents", { mode: "number" }).notNull(),
});

/** What of the stock is held for somebody, place by place. */
export const stockHold = pgTable("stock_hold", {
  ...own,
  /** The same for all that is held for one need. */
  heldFor: uuid("held_for").notNull(),
  itemId: uuid("item_id").notNull(),
  locationId: uuid("location_id").notNull(),
  lotId: uuid("lot_id"),
  fundId: uuid("fund_id").notNull(),
  quantity: amount("quantity").notNull(),
  consumerType: text("consumer_type", {
    enum: ["workOrder", "project", "incident", "department"],
  }).notNull(),
  consumerId: uuid("consumer_id").notNull(),
  heldBy: uuid("held_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** What somebody asked the stores for, instead of having it bought. */
export const stockRequest = pgTable("stock_request", {
  ...own,
  itemId: uuid("item_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  /** In the item's unit. */
  quantity: amount("quantity").notNull(),
  neededOn: day("needed_on"),
  note: text().notNull().default(""),
  /** Under which id it is held until it is handed out. */
  heldFor: uuid("held_for").notNull(),
  /** The last day on which it is held: it is free again on the next one. */
  heldUntil: day("held_until").notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
  status: text({ enum: ["open", "handed_out", "declined", "withdrawn", "lapsed"] })
    .notNull()
    .default("open"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  answer: text().notNull().default(""),
  movementId: uuid("movement_id"),
});

/** What a line of a movement charged: up for the consumer's line, down for the line of the stores. */
export const stockCharge = pgTable("stock_charge", {
  orgId: uuid("org_id").notNull(),
  lineId: uuid("line_id").notNull(),
  movementId: uuid("movement_id").notNull(),
  /** The line of the issue that it follows from; the issue's own line names itself. */
  issueLineId: uuid("issue_line_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  storesAccountId: uuid("stores_account_id").notNull(),
  /** Null where its year is closed and the open one has no such lines: no budget moved. */
  fiscalYearId: uuid("fiscal_year_id"),
  cents: bigint("cents", { mode: "number" }).notNull(),
  postedOn: day("posted_on").notNull(),
});

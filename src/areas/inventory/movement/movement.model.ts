import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { consumerTypes, costMethods, movementKinds, movementStatuses } from "./movement.labels.ts";

/** A quantity that somebody types: more than nothing, at most four decimals. */
export const moved = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.")
  .refine((text) => /[1-9]/.test(text), "Enter more than 0.");

const cents = z.number().int().min(0).max(1_000_000_000_000);

/** Who gets it: one of four kinds of record. */
const consumerInput = z.strictObject({
  type: z.enum(names(consumerTypes), "Say who gets it."),
  id: z.uuid("Say who gets it."),
});
export type Consumer = z.output<typeof consumerInput>;

/** A line as it is typed. Lot and fund may be left to the stock: first expired first. */
const lineInput = z.strictObject({
  itemId: z.uuid("Choose the item."),
  fromLocationId: z.uuid().nullable().default(null),
  toLocationId: z.uuid().nullable().default(null),
  lotId: z.uuid().nullable().default(null),
  /** A lot or piece that comes in for the first time. */
  lot: z
    .strictObject({
      code: z.string().trim().min(1, "Enter the lot.").max(60),
      expiresOn: dayInput().nullable().default(null),
    })
    .nullable()
    .default(null),
  fundId: z.uuid().nullable().default(null),
  quantity: moved,
  /** The item's unit, one of its packs, or a unit that converts exactly; the item's where none is named. */
  unit: z.string().trim().max(40).nullable().default(null),
  /** What came in cost so much; an adjustment without it comes in at what the stock is worth. */
  valueCents: cents.nullable().default(null),
  /** Of a return: the line that it went out by. */
  returnsLineId: z.uuid().nullable().default(null),
});
export type LineInput = z.output<typeof lineInput>;

/** Whose budget line is asked for, and the line. */
export const consumerQuery = z.object(consumerInput.shape);
export const chargeLine = z.object({ id: z.string(), code: z.string() });
export type ChargeLine = z.output<typeof chargeLine>;

/** What people post by hand. Receipts come from what was received. */
export const movementInput = z.strictObject({
  kind: z.enum(["issue", "return", "transfer", "adjust", "scrap"], "Say what moved."),
  movedOn: dayInput().nullish(),
  consumer: consumerInput.nullable().default(null),
  /** The budget line that bears an issue from a location that is charged as it is issued. */
  accountStringId: z.uuid("Choose the budget line.").nullable().default(null),
  reason: z.string().trim().max(500).default(""),
  lines: z.array(lineInput).min(1, "Enter at least one line.").max(200),
});
export const movementRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(names(movementKinds)),
    status: z.enum(names(movementStatuses)),
    movedOn: dayField,
    consumerType: z.enum(names(consumerTypes)).nullable(),
    consumerId: z.string().nullable(),
    consumer: z.string().nullable(),
    items: z.string(),
    lines: z.number(),
    valueCents: z.number(),
    version: z.number(),
  })
  .meta({ id: "StockMovement" });
export type MovementRow = z.output<typeof movementRow>;

const movementLine = z.object({
  id: z.string(),
  lineNo: z.number(),
  itemId: z.string(),
  item: z.string(),
  itemName: z.string(),
  lotId: z.string().nullable(),
  lot: z.string().nullable(),
  fund: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  quantity: z.string(),
  itemUnit: z.string(),
  unit: z.string(),
  typedQuantity: z.string(),
  valueCents: z.number(),
  /** With all that corrected it since. */
  standingCents: z.number(),
  /** What of an issue may still come back. */
  openQuantity: z.string(),
  /** The line whose value this one corrects, with its movement. */
  corrects: z.object({ id: z.string(), movementId: z.string(), number: z.string() }).nullable(),
  method: z.enum(names(costMethods)),
  /** What it charges, without what follows from it: the consumer's line and the line of the stores. */
  charge: z
    .object({
      account: z.string(),
      stores: z.string(),
      cents: z.number(),
      /** No budget moved: the year of its issue is closed. */
      unmoved: z.boolean(),
    })
    .nullable(),
});

export const movementDetail = movementRow
  .omit({ items: true, lines: true })
  .extend({
    enteredBy: z.string().nullable(),
    reason: z.string(),
    postedAt: instantField,
    receiptId: z.string().nullable(),
    transferId: z.string().nullable(),
    /** The transfer by which it travels. */
    transfer: z.object({ id: z.string(), number: z.string() }).nullable(),
    reverses: z.object({ id: z.string(), number: z.string() }).nullable(),
    reversedBy: z.object({ id: z.string(), number: z.string() }).nullable(),
    content: z.array(movementLine),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockMovementDetail" });
export type MovementDetail = z.output<typeof movementDetail>;

/** A line of an item's own ledger, with how much there was behind it. */
const itemMovementRow = z.object({
  id: z.string(),
  movementId: z.string(),
  number: z.string(),
  kind: z.enum(names(movementKinds)),
  movedOn: dayField,
  lot: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  consumer: z.string().nullable(),
  /** What it added to the agency's stock of the item, or took away; 0 for a transfer. */
  change: z.string(),
  balance: z.string(),
  valueCents: z.number(),
  valueAfterCents: z.number(),
});

export type ItemMovement = z.output<typeof itemMovementRow>;

/** Which page of an item's ledger; at most 100 lines. */
export const movementsQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type MovementsQuery = z.output<typeof movementsQuery>;

export const itemMovementsPage = z.object({
  items: z.array(itemMovementRow),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type ItemMovements = z.output<typeof itemMovementsPage>;

/** What lies of an item at one place, of one lot and fund; decimal text of the item's unit. */
export const itemShelf = z.object({
  locationId: z.string(),
  location: z.string(),
  lotId: z.string().nullable(),
  lot: z.string().nullable(),
  expiresOn: dayField.nullable(),
  fundId: z.string(),
  fund: z.string(),
  onHand: z.string(),
  free: z.string(),
  /** The budget line that bears it until it is issued; null where it was charged as it was bought. */
  storesLine: z.string().nullable(),
  /** What all of the item is worth in this fund, in integer cents, and how much that is. */
  poolCents: z.number(),
  poolQuantity: z.string(),
  /** It is on the way from one location to another. */
  transit: z.boolean(),
  /** Why nothing of it is handed out today; null where it is. */
  stopped: z.string().nullable(),
});
export type ItemShelf = z.output<typeof itemShelf>;

/** Which item an order's line buys, and where its goods are put when they come. */
export const orderLineInput = z.strictObject({
  orderLineId: z.uuid("Choose the order's line."),
  itemId: z.uuid("Choose the item."),
  locationId: z.uuid("Say where it is put."),
});

export const itemOrderLine = z.object({
  id: z.string(),
  orderId: z.string(),
  order: z.string(),
  open: z.boolean(),
  description: z.string(),
  quantity: z.string(),
  received: z.string(),
  unit: z.string(),
});
export type ItemOrderLine = z.output<typeof itemOrderLine>;

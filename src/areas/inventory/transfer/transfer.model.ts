import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { moved } from "../movement/movement.model.ts";
import { transferOutcomes, transferStatuses } from "./transfer.labels.ts";

const plannedLine = z.strictObject({
  itemId: z.uuid("Choose the item."),
  /** Left open, what expires first is taken as it is sent. */
  lotId: z.uuid().nullable().default(null),
  /** In the item's unit. */
  quantity: moved,
});

/** The fields of a transfer's head, said once. */
const transferFields = {
  fromLocationId: z.uuid("Say where it is taken from.").meta({ title: "Taken from" }),
  toLocationId: z.uuid("Say where it goes.").meta({ title: "Goes to" }),
  /** Left open, nobody waits for it on a day. */
  expectedOn: dayInput().nullable().default(null).meta({ title: "Expected on" }),
  note: z.string().trim().max(500).default("").meta({ title: "Note" }),
};

export const transferInput = z.strictObject({
  ...transferFields,
  lines: z.array(plannedLine).min(1, "Enter at least one line.").max(100),
});
export type TransferInput = z.output<typeof transferInput>;

export const sendInput = z.strictObject({
  driver: z.string().trim().min(2, "Name who drives it.").max(120),
});

const countedLine = z.strictObject({
  lineId: z.uuid(),
  /** In the item's unit; 0 where nothing of it is there. */
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals."),
});
const counts = z.array(countedLine).min(1, "Count at least one line.").max(1000);
export type Counts = z.output<typeof counts>;

export const arriveInput = z.strictObject({ counts });
/** What is found back or written off, with the reason. */
export const lackInput = z.strictObject({
  reason: z.string().trim().max(2000).nullish(),
  counts,
});

export const transferRow = z
  .object({
    id: z.string(),
    number: z.string(),
    fromLocationId: z.string(),
    from: z.string(),
    toLocationId: z.string(),
    to: z.string(),
    items: z.string(),
    driver: z.string(),
    expectedOn: dayField.nullable(),
    sentOn: dayField.nullable(),
    /** Days since it was sent; null where nothing of it is on the way. */
    days: z.number().nullable(),
    /** Lines of which something is on the way. */
    open: z.number(),
    status: z.enum(names(transferStatuses)),
    version: z.number(),
  })
  .meta({ id: "StockTransfer" });
export type TransferRow = z.output<typeof transferRow>;

const transferLine = z.object({
  id: z.string(),
  itemId: z.string(),
  item: z.string(),
  name: z.string(),
  unit: z.string(),
  lotId: z.string().nullable(),
  lot: z.string().nullable(),
  fund: z.string(),
  /** Decimal text of the item's unit, like all of the line. */
  quantity: z.string(),
  arrived: z.string(),
  found: z.string(),
  lost: z.string(),
  open: z.string(),
});
export type TransferLine = z.output<typeof transferLine>;

const transferOutcome = z.object({
  id: z.string(),
  kind: z.enum(names(transferOutcomes)),
  name: z.string(),
  lot: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  by: z.string(),
  at: instantField,
  movementId: z.string(),
  movement: z.string(),
});
export type ToldOutcome = z.output<typeof transferOutcome>;

const namedAt = z.object({ id: z.string(), code: z.string(), name: z.string() });

export const transferDetail = transferRow
  .omit({ from: true, to: true, items: true, days: true, sentOn: true, open: true })
  .extend({
    from: namedAt,
    to: namedAt,
    note: z.string(),
    plannedBy: z.string(),
    plannedAt: instantField,
    sentBy: z.string().nullable(),
    sentAt: instantField.nullable(),
    /** Movements by which it was sent, or came back. */
    movements: z.array(z.object({ id: z.string(), number: z.string() })),
    lines: z.array(transferLine),
    outcomes: z.array(transferOutcome),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockTransferDetail" });
export type TransferDetail = z.output<typeof transferDetail>;

/** What is on the way now: what is late first, then by the day on which it is expected, then the longest. */
export const underWay = z.object({
  today: dayField,
  items: z.array(
    transferRow.pick({
      id: true,
      number: true,
      from: true,
      to: true,
      items: true,
      driver: true,
      expectedOn: true,
      days: true,
      status: true,
    }),
  ),
});
export type UnderWay = z.output<typeof underWay>;

import { z } from "zod";

/** An item as it was measured, and what became of it: quantities in its unit, paid in cents. */
const standingRow = z.object({
  key: z.string(),
  description: z.string(),
  unit: z.string(),
  costCode: z.string(),
  /** On current revisions; `stale`: on older ones, and no part of it. */
  measured: z.string(),
  stale: z.string(),
  requested: z.string(),
  ordered: z.string(),
  received: z.string(),
  paid: z.number(),
  /** Lines of requisitions that do not say any more what was measured. */
  changed: z.number(),
  requisitionIds: z.array(z.string()),
  orders: z.array(z.object({ id: z.string(), number: z.string() })),
});
export type StandingRow = z.output<typeof standingRow>;
export const boughtStanding = z
  .object({
    items: z.array(standingRow),
    /** Other measurements that stand in the same lines: their quantities are in these figures. */
    others: z.number(),
  })
  .meta({ id: "MeasuredStanding" });
export type BoughtStanding = z.output<typeof boughtStanding>;

/** The record whose shapes are asked for: exactly one. */
export const shapesQuery = z
  .object({
    requisitionId: z.uuid().optional(),
    orderId: z.uuid().optional(),
    solicitationId: z.uuid().optional(),
  })
  .refine((asked) => Object.values(asked).filter(Boolean).length === 1, {
    message: "Name one requisition, order or solicitation.",
  });
export type ShapesQuery = z.output<typeof shapesQuery>;

/** Where what a document buys was measured. */
export const measuredShapes = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        sheetId: z.string(),
        sheet: z.string(),
        revision: z.number(),
        current: z.boolean(),
        description: z.string(),
        quantity: z.string(),
        unit: z.string(),
      }),
    ),
  })
  .meta({ id: "MeasuredShapes" });
export type MeasuredShapes = z.output<typeof measuredShapes>;

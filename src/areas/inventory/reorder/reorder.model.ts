import { z } from "zod";
import { dayInput } from "#kernel/time-fields.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";

/** What of an item is there and comes; decimal text of the item's unit. */
export type ReorderStanding = {
  /** Free: on hand without what is held for others, in quarantine or rejected. */
  available: string;
  /** On orders that went out, and still to come. */
  onOrder: string;
  /** On requisitions that live, and not ordered yet. */
  asked: string;
  reorderPoint: string | null;
  orderUpTo: string | null;
};

/** How a line of a requisition says which item of the stores it is for. */
export const lineWords = ({ name, number }: { name: string; number: string }): string =>
  `${name} (${number})`;

/** Whether a line of a requisition is for an item: it says its number. */
export const namesItem = (description: string, { number }: { number: string }): boolean =>
  description.includes(`(${number})`);

/** What is there and what comes of an item, in ten-thousandths. */
export const comingOf = ({ available, onOrder, asked }: ReorderStanding): bigint =>
  quantity(available) + quantity(onOrder) + quantity(asked);

/**
 * How much more is asked for: up to the quantity that the item names, once no more is there and comes
 * than its reorder point; up to one above the point where it names none. Null above the point, and for
 * an item without one.
 */
export const wantedOf = (standing: ReorderStanding): string | null => {
  if (standing.reorderPoint === null) return null;
  const point = quantity(standing.reorderPoint);
  const coming = comingOf(standing);
  if (coming > point) return null;
  const upTo = standing.orderUpTo === null ? point + 10_000n : quantity(standing.orderUpTo);
  return quantityText(upTo - coming);
};

/** An item of which no more is there and comes than its reorder point. */
export const reorderProposal = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    unit: z.string(),
    available: z.string(),
    onOrder: z.string(),
    asked: z.string(),
    reorderPoint: z.string(),
    wanted: z.string(),
    /** What one was bought for last, else what one is worth; decimal text of dollars, null for neither. */
    unitPrice: z.string().nullable(),
    keeper: z.string().nullable(),
  })
  .meta({ id: "ReorderProposal" });
export type ReorderProposal = z.output<typeof reorderProposal>;

const price = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The price is a number with at most four decimals.");

/** Items that are asked for again on one requisition, and where their goods are put. */
export const reorderInput = z.strictObject({
  departmentId: z.uuid("Choose a department."),
  accountStringId: z.uuid("Choose the account that pays."),
  neededOn: dayInput("Enter the day by which it is needed."),
  locationId: z.uuid("Choose where it is put."),
  lines: z
    .array(z.strictObject({ itemId: z.uuid(), unitPrice: price }))
    .min(1, "Choose at least one item.")
    .max(100, "At most 100 items at once.")
    .refine(
      (lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length,
      "An item stands here twice.",
    ),
});

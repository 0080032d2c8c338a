import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { shownPrice } from "#kernel/quantity.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";

/** What somebody paid before, as procurement tells it. */
export type Paid = {
  description: string;
  unit: string;
  unitPrice: string;
  orderId: string;
  orderNumber: string;
  orderedOn: Day;
  vendor: string;
};

/** A price that is proposed for an item, per unit, with where it comes from in words; null: none. */
export const proposedPrice = z
  .object({
    key: z.string(),
    unitPrice: z.string().nullable(),
    source: z.string(),
    orderId: z.string().nullable(),
    orderedOn: dayField.nullable(),
  })
  .meta({ id: "ProposedPrice" });
export type ProposedPrice = z.output<typeof proposedPrice>;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];

/** How many of an item's words stand in the other description, from 0 to 1. */
const likeness = (description: string, other: string): number => {
  const [own, theirs] = [[...new Set(wordsOf(description))], new Set(wordsOf(other))];
  return own.length === 0 ? 0 : own.filter((word) => theirs.has(word)).length / own.length;
};

/**
 * The price of what is most like an item among what was paid, the newest first where several are alike.
 * Only what is counted in the same unit and shares half of its words counts: another thing of the same
 * commodity is no price.
 */
export const proposedOf = (
  item: { key: string; description: string; unit: string },
  paid: readonly Paid[],
): ProposedPrice => {
  const alike = paid
    .map((each) => ({ each, like: likeness(item.description, each.description) }))
    .filter(({ like }) => like >= 0.5)
    .toSorted((a, b) => b.like - a.like || (a.each.orderedOn < b.each.orderedOn ? 1 : -1));
  const same = alike.find(({ each }) => each.unit.toLowerCase() === item.unit.toLowerCase());
  const none = { key: item.key, unitPrice: null, orderId: null, orderedOn: null };
  if (!alike[0]) return { ...none, source: "Nothing like it was bought yet." };
  if (!same)
    return {
      ...none,
      source: `It was bought by the ${alike[0].each.unit} only, not by the ${item.unit}.`,
    };
  const { description, unit, unitPrice, orderId, orderNumber, orderedOn, vendor } = same.each;
  return {
    key: item.key,
    unitPrice,
    orderId,
    orderedOn,
    source: `$${shownPrice(unitPrice)} per ${unit} for “${description}” on ${orderNumber} of ${formatDate(orderedOn)}, from ${vendor}.`,
  };
};

import { quantity } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { StockEntry } from "./cost.model.ts";
import type { PlaceChange } from "./balance.model.ts";

/** A line of a movement, as it is about to be posted: one lot, one fund, whole in the item's unit. */
export type Leg = {
  id: string;
  itemId: string;
  lotId: string | null;
  fundId: string;
  fromLocationId: string | null;
  toLocationId: string | null;
  /** Decimal text of the item's unit, more than 0. */
  quantity: string;
  unit: string;
  typedQuantity: string;
  /** Of what comes in: integer cents that it cost; null where it comes in at what the stock is worth. */
  cents: number | null;
  returnsLineId: string | null;
  receiptLineId: string | null;
};

/** The line as an entry of its pool. `worth`: integer cents of what comes in without a cost of its own. */
export const entryOfLeg = (
  leg: Leg,
  at: { movedOn: Day; postedAt: Instant },
  worth: number,
): StockEntry => {
  const placed = { id: leg.id, ...at, quantity: quantity(leg.quantity) };
  if (leg.fromLocationId && leg.toLocationId) return { ...placed, kind: "transfer" };
  if (leg.fromLocationId) return { ...placed, kind: "out", lot: leg.lotId };
  if (leg.returnsLineId) return { ...placed, kind: "return", of: leg.returnsLineId };
  return { ...placed, kind: "in", cents: leg.cents ?? worth, lot: leg.lotId };
};

/** What a line takes from its places and puts into them. */
export const placesOfLeg = ({ itemId, lotId, fundId, ...leg }: Leg): PlaceChange[] => [
  ...(leg.fromLocationId
    ? [{ itemId, lotId, fundId, locationId: leg.fromLocationId, by: `-${leg.quantity}` }]
    : []),
  ...(leg.toLocationId
    ? [{ itemId, lotId, fundId, locationId: leg.toLocationId, by: leg.quantity }]
    : []),
];

/** The line the other way round, for a movement that takes it back. */
export const oppositeOf = (leg: Leg, id: string): Leg => ({
  ...leg,
  id,
  fromLocationId: leg.toLocationId,
  toLocationId: leg.fromLocationId,
  returnsLineId: null,
});

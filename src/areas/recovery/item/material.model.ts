import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { materialRule } from "../law/material.data.ts";
import type { PriceBasis } from "./item.labels.ts";

/** A line of an issue as a project takes it. Quantities are decimal text, costs integer cents. */
export type Issued = {
  movedOn: Day;
  quantity: string;
  cents: number;
  boughtQuantity: string;
  boughtCents: number;
};
/** A price of what came by no invoice: cents of one unit, with what it is known by. */
export type GivenPrice = { basis: "history" | "area"; unitCents: number; reason: string };

/** What becomes a line of the project. */
export type Material = {
  basis: PriceBasis;
  quantity: string;
  cents: number;
  eligible: boolean;
  rule: string;
  citation: string;
};

const within = (day: Day, period: { from: Day; until: Day }): string | null =>
  day < period.from
    ? `Used before ${formatDate(period.from)}, when the incident began.`
    : day > period.until
      ? `Used after ${formatDate(period.until)}, the last day of the work.`
      : null;

/** What of a line came by no order: it stands on no invoice. */
const restOf = (line: Issued) => {
  const rest = quantity(line.quantity) - quantity(line.boughtQuantity);
  return { rest, cents: Math.max(0, line.cents - line.boughtCents) };
};

/** Whether a line needs a price of history or of area vendors: it has neither invoice nor value. */
export const isUnpriced = (line: Issued): boolean => {
  const { rest, cents } = restOf(line);
  return rest > 0n && cents === 0;
};

/**
 * A line of an issue as lines of a project: what orders brought costs what its bills say (`borne`, in
 * cents), the rest the price of the stores, else the given one with its reason. Null where a price is
 * missing. What was used outside of the period is kept as excluded, with the rule.
 */
export const materialsOf = (
  line: Issued,
  borne: number,
  period: { from: Day; until: Day },
  price: GivenPrice | null,
): Material[] | null => {
  const excluded = within(line.movedOn, period);
  const judged = (rule: string) => ({
    eligible: excluded === null,
    rule: excluded ?? rule,
    citation: materialRule.citation,
  });
  const { rest, cents } = restOf(line);
  const bought: Material[] =
    borne > 0
      ? [
          {
            ...{ basis: "invoice", quantity: line.boughtQuantity, cents: borne },
            ...judged("From stock, at the cost that its invoices prove."),
          },
        ]
      : [];
  if (rest <= 0n) return bought;
  const text = quantityText(rest);
  if (cents > 0)
    return [
      ...bought,
      {
        ...{ basis: "established", quantity: text, cents },
        ...judged("From stock without an invoice, at the agency's established pricing of stores."),
      },
    ];
  if (!price) return null;
  const worth = Number((rest * BigInt(price.unitCents) + 5_000n) / 10_000n);
  const known = price.basis === "history" ? "earlier prices" : "prices of area vendors";
  return [
    ...bought,
    {
      ...{ basis: price.basis, quantity: text, cents: worth },
      ...judged(
        `From stock without an invoice, by ${known}: ${formatCents(price.unitCents)} each. ${price.reason}`,
      ),
    },
  ];
};

/** A material as a request claims it, and what the books have open for it; cents. */
type Claimed = { id: string; lineId: string; cents: number };
type Open = { id: string; lineId: string; open: number };

/**
 * Ties materials to the costs that their issues bear, as hours are tied to pay: never more is claimed
 * than was paid and is nobody else's. What cannot be tied is named with the difference.
 */
export const tieMaterials = (
  items: readonly Claimed[],
  costs: readonly Open[],
): {
  taken: { itemId: string; costLineId: string; cents: number }[];
  short: ReadonlyMap<string, string>;
} => {
  const taken: { itemId: string; costLineId: string; cents: number }[] = [];
  const short = new Map<string, string>();
  for (const item of items) {
    const own = costs.filter(({ lineId }) => lineId === item.lineId);
    const room = own.reduce((sum, { open }) => sum + Math.max(0, open), 0);
    if (room < item.cents) {
      short.set(
        item.id,
        `Claimed ${formatCents(item.cents)}, but only ${formatCents(room)} of what it was bought for are paid and nobody else's: accounts payable.`,
      );
      continue;
    }
    let left = item.cents;
    for (const cost of own) {
      const part = Math.min(left, Math.max(0, cost.open));
      if (part > 0) taken.push({ itemId: item.id, costLineId: cost.id, cents: part });
      left -= part;
    }
  }
  return { taken, short };
};

/** What a line of a request lacks where goods came back since it was taken into the project. */
export const cameBack = (taken: string, line: { quantity: string } | undefined): string | null =>
  line && quantity(line.quantity) >= quantity(taken)
    ? null
    : `Goods of it came back to the stores: ${line ? shownDecimal(line.quantity) : "none"} are still out. Take the line out and in anew.`;

import { lineTotalCents } from "#kernel/money.ts";
import { compareQuantity, quantity, quantityText, subtractQuantity } from "#kernel/quantity.ts";
import type { AwardPart } from "./scenario.model.ts";

export type GrowthItem = {
  id: string;
  requisitionLineId: string | null;
  /** What an addendum said is not from the requisition; "0" where none did. */
  beyond: string;
};
type Left = { requisitionNumber: string; left: string };
/** What an award orders beyond a requisition's line, at the award's price. */
export type Shortage = {
  itemId: string;
  description: string;
  unit: string;
  requisitionNumber: string;
  left: string;
  beyond: string;
  cents: number;
  /** An addendum announced it, and nobody needs to approve it again. */
  announced: boolean;
};
type Line = AwardPart["lines"][number];

const least = (a: string, b: string) => (compareQuantity(a, b) <= 0 ? a : b);

/** How a line divides between its requisition and what goes beyond it. */
export const divided = (line: Line, left: string): { within: string; beyond: string } => {
  const within = least(line.quantity, left);
  return { within, beyond: subtractQuantity(line.quantity, within) };
};

/**
 * What the parts of an award order beyond their requisitions' lines; several vendors of one item
 * share what is left in the order of the parts.
 */
export const shortagesOf = (
  parts: readonly AwardPart[],
  items: ReadonlyMap<string, GrowthItem>,
  left: ReadonlyMap<string, Left>,
): readonly Shortage[] => {
  const rest = new Map([...left].map(([id, each]) => [id, each.left]));
  const found = new Map<string, Shortage>();
  for (const line of parts.flatMap((part) => part.lines)) {
    const item = items.get(line.itemId);
    const of = item?.requisitionLineId;
    if (!item || !of) continue;
    const { within, beyond } = divided(line, rest.get(of) ?? "0");
    rest.set(of, subtractQuantity(rest.get(of) ?? "0", within));
    if (compareQuantity(beyond, "0") <= 0) continue;
    const before = found.get(line.itemId);
    const all = quantityText(quantity(before?.beyond ?? "0") + quantity(beyond));
    found.set(line.itemId, {
      itemId: line.itemId,
      description: line.description,
      unit: line.unit,
      requisitionNumber: left.get(of)?.requisitionNumber ?? "",
      left: left.get(of)?.left ?? "0",
      beyond: all,
      cents: (before?.cents ?? 0) + lineTotalCents(beyond, line.unitPrice),
      announced: compareQuantity(all, item.beyond) <= 0,
    });
  }
  return [...found.values()];
};

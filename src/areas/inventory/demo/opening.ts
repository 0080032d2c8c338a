// What lay in the county's stores when they were opened: of each item how much, in which lots, where.
import type { Day } from "#kernel/time.ts";
import { addDays } from "#kernel/time.ts";
import { apart, demoItems, demoLots, low, shelfOf } from "./inventory.data.ts";

type Item = (typeof demoItems)[number];
type Lot = { code: string; expiresOn: Day | null };
/** A line of the opening balance; `cents` is what all of it cost. */
export type Opening = {
  item: string;
  location: string;
  quantity: string;
  cents: number;
  lot: Lot | null;
};

const usual = 0.85;
/** How many lay there at first, in whole units. */
const atFirst = ({ name, orderUpTo }: Item): number =>
  Math.floor(Number(orderUpTo) * (low[name] ?? usual));

// Pieces and lots that nobody named are numbered by the item.
const lotsOf = (item: Item, at: number, today: Day): Lot[] => {
  const named = demoLots.filter(([name]) => name === item.name);
  if (named.length)
    return named.map(([, code, days]) => ({
      code,
      expiresOn: days === null ? null : addDays(today, days),
    }));
  const expiresOn = item.shelfLifeDays ? addDays(today, item.shelfLifeDays - 92) : null;
  const pieces = item.tracking === "serial" ? Math.min(atFirst(item), 4) : 1;
  return Array.from({ length: pieces }, (_, one) => ({
    code: `${item.tracking === "serial" ? "SN" : "L"}-${1000 + at * 10 + one}`,
    expiresOn,
  }));
};

/** The opening balance of the county's stores, for a story whose last day is `today`. */
export const openingOf = (today: Day): Opening[] =>
  demoItems.flatMap((item, at) => {
    const location = apart[item.name] ?? shelfOf[item.costClass]!;
    const line = (quantity: number, lot: Lot | null): Opening => ({
      item: item.name,
      location,
      quantity: String(quantity),
      cents: quantity * item.unitCents,
      lot,
    });
    if (item.tracking === "none") return [line(atFirst(item), null)];
    const lots = lotsOf(item, at, today);
    if (item.tracking === "serial") return lots.map((lot) => line(1, lot));
    const each = Math.floor(atFirst(item) / lots.length);
    return lots.map((lot) => line(each, lot));
  });

import { readWhole, whole } from "../numbers.ts";
import type { AwardCase } from "./award.model.ts";

export const maxLots = 8;
export const maxBidders = 6;
const mostDollars = 999_999;

/** Fields of a vendor as typed; empty capacity = any, empty discount = none. */
export type VendorForm = {
  name: string;
  local: boolean;
  capacity: string;
  from1: string;
  percent1: string;
  from2: string;
  percent2: string;
};
export type AwardForm = {
  lots: readonly string[];
  vendors: readonly VendorForm[];
  prices: readonly (readonly string[])[];
  maxVendors: string;
  localShare: string;
};

const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : whole(value);

/** A case as the fields that show it. */
export const formOf = (c: AwardCase): AwardForm => ({
  lots: c.lots,
  maxVendors: typed(c.maxVendors),
  localShare: typed(c.localShare),
  vendors: c.vendors.map(({ name, local, capacity, tiers: [one, two] }) => ({
    name,
    local,
    capacity: typed(capacity),
    from1: typed(one?.from),
    percent1: typed(one?.percent),
    from2: typed(two?.from),
    percent2: typed(two?.percent),
  })),
  prices: c.prices.map((row) => row.map(typed)),
});

/**
 * What the fields say: the case, or what is wrong by field id (`price-0-1`, `capacity-2`,
 * `maxVendors` …).
 */
export const readAward = (
  form: AwardForm,
): { case: AwardCase | null; problems: Readonly<Record<string, string>> } => {
  const problems: Record<string, string> = {};
  const number = (id: string, text: string, most: number, least = 1): number | null => {
    if (!text.trim()) return null;
    const value = readWhole(text, least, most);
    if (value === null)
      problems[id] = `A whole number from ${whole(least)} to ${whole(most)}, or nothing`;
    return value;
  };
  const tier = (vendor: number, from: string, percent: string, n: number) => {
    const start = number(`from${n}-${vendor}`, from, mostDollars, 0);
    const off = number(`percent${n}-${vendor}`, percent, 60);
    if (from.trim() && !percent.trim()) problems[`percent${n}-${vendor}`] = "How many percent?";
    return off === null ? [] : [{ from: start ?? 0, percent: off }];
  };
  const vendors = form.vendors.map((v, i) => ({
    name: v.name.trim() || `Vendor ${i + 1}`,
    local: v.local,
    capacity: number(`capacity-${i}`, v.capacity, mostDollars),
    tiers: [...tier(i, v.from1, v.percent1, 1), ...tier(i, v.from2, v.percent2, 2)],
  }));
  const prices = form.prices.map((row, lot) =>
    row.map((price, vendor) => number(`price-${lot}-${vendor}`, price, mostDollars)),
  );
  for (const [lot, row] of prices.entries())
    if (row.every((price) => price === null) && !row.some((_, v) => problems[`price-${lot}-${v}`]))
      problems[`price-${lot}-0`] = "Nobody bids for this lot";
  const found = {
    lots: form.lots.map((lot, i) => lot.trim() || `Lot ${i + 1}`),
    vendors,
    prices,
    maxVendors: number("maxVendors", form.maxVendors, maxBidders),
    localShare: number("localShare", form.localShare, 100, 0),
  };
  return { case: Object.keys(problems).length === 0 ? found : null, problems };
};

export const blankVendor: VendorForm = {
  name: "",
  local: false,
  capacity: "",
  from1: "",
  percent1: "",
  from2: "",
  percent2: "",
};

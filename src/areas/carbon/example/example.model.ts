import { potentialSets } from "../factor/potentials.data.ts";
import { shippedFactors } from "../factor/shipped-factors.data.ts";
import { emitted, product } from "../line/gas.model.ts";

/** How a figure was come by; lines of different quality are added only where the split is shown. */
export type Quality = "measured" | "computed" | "estimated";
export const qualities: readonly Quality[] = ["measured", "computed", "estimated"];
export type Scope = 1 | 2 | 3;
export const scopes: readonly Scope[] = [1, 2, 3];

/**
 * A line as typed. `factor` is kg of carbon dioxide for one unit; empty = not counted. `sourced`:
 * the source is known to say so.
 */
export type CarbonLine = {
  what: string;
  scope: Scope;
  quality: Quality;
  quantity: string;
  unit: string;
  factor: string;
  source: string;
  year: string;
  sourced: boolean;
};

const plain = (text: string): string => text.replace(/[,\s]/g, "");

/** Digits of a plain decimal as an integer of `places` decimals; null for anything else. */
const scaled = (text: string, places: number): bigint | null => {
  const [, whole, part = ""] = /^(\d{1,9})(?:\.(\d+))?$/.exec(plain(text)) ?? [];
  return whole === undefined || part.length > places
    ? null
    : BigInt(whole + part.padEnd(places, "0"));
};

/** What is wrong with a line, by field; an empty factor is no mistake. */
export const problemsOf = (
  line: CarbonLine,
): Partial<Record<"quantity" | "factor" | "year", string>> => ({
  ...(scaled(line.quantity, 3) === null && {
    quantity: "A quantity from 0, with at most three decimals",
  }),
  ...(line.factor.trim() !== "" &&
    scaled(line.factor, 6) === null && { factor: "A factor from 0, with at most six decimals" }),
  ...(!/^(\d{4})?$/.test(line.year.trim()) && { year: "A year in four digits" }),
});

/**
 * Quantity times factor in grams, by the model of carbon years: exact, rounded once; null when the line does not
 * count.
 */
export const gramsOf = ({ quantity, factor }: CarbonLine): number | null => {
  const counts = scaled(quantity, 3) !== null && scaled(factor, 6) !== null;
  if (!counts) return null;
  const co2 = product(plain(factor), "1000");
  return emitted(plain(quantity), { co2, ch4: "0", n2o: "0" }, potentialSets["a1-2025"]);
};

export type Sums = {
  total: number;
  byScope: Readonly<Record<Scope, number>>;
  byQuality: Readonly<Record<Quality, number>>;
  unsourced: number;
  uncounted: number;
};

/**
 * Sums of the rounded lines in grams, so that every column adds up; `uncounted` =
 * lines without a figure.
 */
export const sumsOf = (lines: readonly CarbonLine[]): Sums => {
  const of = (chosen: readonly CarbonLine[]) =>
    chosen.reduce((sum, line) => sum + (gramsOf(line) ?? 0), 0);
  return {
    total: of(lines),
    unsourced: of(lines.filter((line) => !line.sourced)),
    uncounted: lines.filter((line) => gramsOf(line) === null).length,
    byScope: {
      1: of(lines.filter((line) => line.scope === 1)),
      2: of(lines.filter((line) => line.scope === 2)),
      3: of(lines.filter((line) => line.scope === 3)),
    },
    byQuality: {
      measured: of(lines.filter((line) => line.quality === "measured")),
      computed: of(lines.filter((line) => line.quality === "computed")),
      estimated: of(lines.filter((line) => line.quality === "estimated")),
    },
  };
};

// 40 CFR part 98, subpart C, table C-1, as amended at 81 FR 89188 (9 December 2016): default heat
// value × default emission factor.
const tableC1 = { source: "40 CFR 98, table C-1", year: "2016", sourced: true } as const;

/** Kilograms of carbon dioxide by the unit of a factor that comes with the product. */
const kilosOf = (key: string): string =>
  product(shippedFactors.find((factor) => factor.key === key)!.co2, "0.001");

/**
 * The lines that a visitor finds. Quantities are an example; a therm is a tenth of a million Btu by
 * definition.
 */
export const firstLines: readonly CarbonLine[] = [
  {
    what: "Off-road diesel",
    scope: 1,
    quality: "computed",
    quantity: "1,194",
    unit: "gallon",
    factor: kilosOf("distillate-2"),
    ...tableC1,
  }, // 0.138 mmBtu a gallon × 73.96 kg a mmBtu
  {
    what: "Gasoline of the fleet",
    scope: 1,
    quality: "computed",
    quantity: "2,350",
    unit: "gallon",
    factor: kilosOf("gasoline"),
    ...tableC1,
  }, // 0.125 × 70.22
  {
    what: "Natural gas",
    scope: 1,
    quality: "measured",
    quantity: "4,100",
    unit: "therm",
    factor: kilosOf("natural-gas"),
    ...tableC1,
  }, // 53.06 kg a mmBtu
  {
    what: "Electricity",
    scope: 2,
    quality: "measured",
    quantity: "182,000",
    unit: "kWh",
    factor: "0.3734",
    source: "EPA eGRID, U.S. average",
    year: "2022",
    sourced: false,
  },
  {
    what: "Hauling, diesel",
    scope: 3,
    quality: "computed",
    quantity: "860",
    unit: "gallon",
    factor: kilosOf("distillate-2"),
    ...tableC1,
  },
  {
    what: "Office supplies",
    scope: 3,
    quality: "estimated",
    quantity: "18,400",
    unit: "dollar",
    factor: "",
    source: "",
    year: "",
    sourced: false,
  },
];

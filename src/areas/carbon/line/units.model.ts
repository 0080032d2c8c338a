import { convert, type Convertible } from "#areas/organization/organization.public.ts";

/** Units of energy and gas that bills name and an agency's list may lack; exact by definition of the unit. */
const more: readonly Convertible[] = [
  // The therm of the IT British thermal unit (1,055.05585262 J): 105,505,585.262 J by 3,600,000.
  { code: "therm", kind: "energy", factor: "29.307107017222" },
  { code: "mmBtu", kind: "energy", factor: "293.07107017222" },
  { code: "kWh", kind: "energy", factor: "1" },
  { code: "MWh", kind: "energy", factor: "1000" },
  { code: "gal", kind: "volume", factor: "3.785411784" },
  { code: "l", kind: "volume", factor: "1" },
  { code: "cu ft", kind: "volume", factor: "28.316846592" },
  { code: "ccf", kind: "volume", factor: "2831.6846592" },
  { code: "mcf", kind: "volume", factor: "28316.846592" },
  { code: "ton", kind: "mass", factor: "907.18474" },
  { code: "mi", kind: "length", factor: "1609.344" },
  { code: "km", kind: "length", factor: "1000" },
  { code: "USD", kind: "other", factor: null },
  { code: "ton-mile", kind: "other", factor: null },
];

/** How people and bills write units; the word that stands for them. */
const alike: Readonly<Record<string, string>> = {
  ...{ gallon: "gal", gallons: "gal", gals: "gal", "us gal": "gal", liter: "l", liters: "l" },
  ...{ therms: "therm", thm: "therm", thms: "therm", "kilowatt hour": "kWh", kwhs: "kWh" },
  ...{
    "kilowatt hours": "kWh",
    mile: "mi",
    miles: "mi",
    dollar: "USD",
    dollars: "USD",
    usd: "USD",
  },
  ...{
    "cubic foot": "cu ft",
    "cubic feet": "cu ft",
    scf: "cu ft",
    "short ton": "ton",
    tons: "ton",
  },
  ...{ "ton-miles": "ton-mile" },
};

/** A unit by any of its names: of the agency's list first, of energy and gas else; null where it is neither. */
export const unitAs = (units: readonly Convertible[], word: string): Convertible | null => {
  const asked = word.trim().toLowerCase();
  const code = (alike[asked] ?? asked).toLowerCase();
  const named = (list: readonly Convertible[]) =>
    list.find((unit) => unit.code.toLowerCase() === code);
  return named(more) ?? named(units) ?? null;
};

/** A quantity in another unit, to nine places; null where it cannot be counted in it. */
export const amountIn = (
  units: readonly Convertible[],
  quantity: string,
  from: string,
  to: string,
): string | null => {
  const [one, other] = [unitAs(units, from), unitAs(units, to)];
  if (!one || !other) return null;
  const same = one.code.toLowerCase() === other.code.toLowerCase();
  if (!same && (one.kind !== other.kind || one.factor === null || other.factor === null))
    return null;
  return convert(quantity, one, other, 9);
};

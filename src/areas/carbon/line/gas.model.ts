// What an activity emits: a quantity times grams of each gas, exactly; rounded once, to the gram of CO2e.
/** Grams of each gas as decimal text: of a unit in a factor, of a whole line in a line. */
export type Gases = { co2: string; ch4: string; n2o: string };
/** By how much a gas warms as one gram of carbon dioxide does, over a hundred years. */
export type Potentials = { ch4: number; n2o: number };

type Exact = { digits: bigint; places: number };
const form = /^(-)?(\d+)(?:\.(\d+))?$/;

/** A decimal as whole digits and the places behind its point. Throws on anything else. */
const exact = (text: string): Exact => {
  const parts = form.exec(text);
  if (!parts) throw new RangeError(`not a decimal: ${text}`);
  const rest = (parts[3] ?? "").replace(/0+$/, "");
  const digits = BigInt(`${parts[2]}${rest}`);
  return { digits: parts[1] ? -digits : digits, places: rest.length };
};

const written = ({ digits, places }: Exact): string => {
  const size = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const rest = size.slice(size.length - places).replace(/0+$/, "");
  const whole = size.slice(0, size.length - places);
  return `${digits < 0n ? "-" : ""}${whole}${places > 0 && rest ? `.${rest}` : ""}`;
};

/** a × b as decimal text, without rounding. */
export const product = (a: string, b: string): string => {
  const [one, other] = [exact(a), exact(b)];
  return written({ digits: one.digits * other.digits, places: one.places + other.places });
};

const sum = (terms: readonly Exact[]): Exact => {
  const places = Math.max(...terms.map((term) => term.places));
  return {
    places,
    digits: terms.reduce(
      (total, term) => total + term.digits * 10n ** BigInt(places - term.places),
      0n,
    ),
  };
};

/** a + b as decimal text, without rounding. */
export const added = (a: string, b: string): string => written(sum([exact(a), exact(b)]));

/** Whole units, half away from zero. */
const rounded = ({ digits, places }: Exact): number => {
  const under = 10n ** BigInt(places);
  const size = digits < 0n ? -digits : digits;
  const whole = Number((2n * size + under) / (2n * under));
  return digits < 0n && whole > 0 ? -whole : whole;
};

/** Grams of each gas that `amount` units emit by a factor, exactly. */
export const gasesOf = (amount: string, factor: Gases): Gases => ({
  co2: product(amount, factor.co2),
  ch4: product(amount, factor.ch4),
  n2o: product(amount, factor.n2o),
});

/**
 * Grams of carbon dioxide that warm as much as these gases: the one rounding of a line, half away from
 * zero.
 */
export const gramsOf = ({ co2, ch4, n2o }: Gases, { ch4: m, n2o: n }: Potentials): number =>
  rounded(sum([exact(co2), exact(product(ch4, String(m))), exact(product(n2o, String(n)))]));

/** What an amount emits by a factor under a set of potentials, in grams of CO2e. */
export const emitted = (amount: string, factor: Gases, potentials: Potentials): number =>
  gramsOf(gasesOf(amount, factor), potentials);

/** Grams as metric tons with three places, for reading: 12,345,678 g is "12.346". */
export const tons = (grams: number): string => (grams / 1_000_000).toFixed(3);

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ",");
/** Grams as kilograms to the gram, with separators: 1,234,567 g is "1,234.567 kg". */
export const kilograms = (grams: number): string => {
  const size = String(Math.abs(grams)).padStart(4, "0");
  return `${grams < 0 ? "-" : ""}${grouped(size.slice(0, -3))}.${size.slice(-3)} kg`;
};
/** Grams as metric tons of CO2e with one place, for the eye: "1,234.6 t". */
export const shownTons = (grams: number): string => {
  const [whole, part] = (Math.abs(grams) / 1_000_000).toFixed(1).split(".");
  return `${grams < 0 ? "-" : ""}${grouped(whole!)}.${part} t`;
};

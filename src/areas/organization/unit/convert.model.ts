import { invalid } from "#kernel/errors.ts";

/** A decimal without rounding: `digits` times ten to the minus `places`. */
type Exact = { digits: bigint; places: number };
const form = /^(-)?(\d+)(?:\.(\d+))?$/;

const exact = (text: string): Exact => {
  const parts = form.exec(text);
  if (!parts) throw new RangeError(`not a decimal: ${text}`);
  const rest = (parts[3] ?? "").replace(/0+$/, "");
  const digits = BigInt(`${parts[2]}${rest}`);
  return { digits: parts[1] ? -digits : digits, places: rest.length };
};

/** What a conversion needs to know of a unit. */
export type Convertible = { code: string; kind: string; factor: string | null };

/**
 * An amount of one unit in another of the same kind, rounded half away from zero to `places`
 * decimals; all the way in whole numbers, so that nothing is lost before the last step.
 * @throws Problem 422 `unlike_units` where the kinds differ or a unit has no factor.
 */
export const convert = (amount: string, from: Convertible, to: Convertible, places = 4): string => {
  if (from.code.toLowerCase() === to.code.toLowerCase() && from.factor === to.factor)
    return decimal(exact(amount).digits, exact(amount).places, places);
  if (from.kind !== to.kind || from.factor === null || to.factor === null)
    throw invalid(
      "unlike_units",
      `${from.code} and ${to.code} measure different things, so one cannot be counted in the other.`,
    );
  const [a, f, t] = [exact(amount), exact(from.factor), exact(to.factor)];
  // a × f ÷ t, with the powers of ten on the side where they are whole.
  const shift = t.places + places - a.places - f.places;
  const over = a.digits * f.digits * 10n ** BigInt(Math.max(shift, 0));
  const under = t.digits * 10n ** BigInt(Math.max(-shift, 0));
  return placed(halfAway(over, under), places);
};

const halfAway = (over: bigint, under: bigint): bigint => {
  const size = over < 0n ? -over : over;
  const rounded = (2n * size + under) / (2n * under);
  return over < 0n ? -rounded : rounded;
};

const decimal = (digits: bigint, from: number, places: number): string =>
  from <= places
    ? placed(digits * 10n ** BigInt(places - from), places)
    : placed(halfAway(digits, 10n ** BigInt(from - places)), places);

const placed = (value: bigint, places: number): string => {
  const size = String(value < 0n ? -value : value).padStart(places + 1, "0");
  const whole = size.slice(0, size.length - places);
  const rest = size.slice(size.length - places).replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${whole}${rest ? `.${rest}` : ""}`;
};

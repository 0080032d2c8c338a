/** A number without rounding: `over` by `under`, in lowest terms, `under` above zero. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
const size = (value: bigint): bigint => (value < 0n ? -value : value);

const lowest = (over: bigint, under: bigint): Fraction => {
  const by = divisor(size(over), size(under)) * (under < 0n ? -1n : 1n);
  return { over: over / by, under: under / by };
};

export const isFraction = (value: unknown): value is Fraction =>
  typeof value === "object" && value !== null && "over" in value && typeof value.over === "bigint";

const form = /^(-)?(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/;

/**
 * A decimal number as it is written: "12.50", -3, 1e-7. Throws a RangeError on anything else; a number
 * counts as what its shortest text says, so 0.1 is a tenth.
 */
export const fractionOf = (written: string | number): Fraction => {
  const parts = form.exec(String(written));
  if (!parts) throw new RangeError(`not a number: ${written}`);
  const rest = parts[3] ?? "";
  const digits = BigInt(`${parts[1] ?? ""}${parts[2]}${rest}`);
  const power = Number(parts[4] ?? 0) - rest.length;
  return power < 0
    ? lowest(digits, 10n ** BigInt(-power))
    : lowest(digits * 10n ** BigInt(power), 1n);
};

/** Negative, zero or positive, as a is less than, equal to or more than b. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const [left, right] = [a.over * b.under, b.over * a.under];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Steps of arithmetic by name; dividing by zero gives null. */
export const fractionSteps = {
  add: (a: Fraction, b: Fraction) => lowest(a.over * b.under + b.over * a.under, a.under * b.under),
  subtract: (a: Fraction, b: Fraction) =>
    lowest(a.over * b.under - b.over * a.under, a.under * b.under),
  multiply: (a: Fraction, b: Fraction) => lowest(a.over * b.over, a.under * b.under),
  divide: (a: Fraction, b: Fraction) =>
    b.over === 0n ? null : lowest(a.over * b.under, a.under * b.over),
  least: (a: Fraction, b: Fraction) => (compareFractions(a, b) <= 0 ? a : b),
  most: (a: Fraction, b: Fraction) => (compareFractions(a, b) >= 0 ? a : b),
} as const;

/** `value` times ten to the `places`, rounded half away from zero to a whole number. */
export const roundedFraction = ({ over, under }: Fraction, places: number): bigint => {
  const half = (2n * size(over) * 10n ** BigInt(places) + under) / (2n * under);
  return over < 0n ? -half : half;
};

const scale = 10_000n;
const form = /^(-)?(\d+)(?:\.(\d{1,4})0*)?$/;

/**
 * A quantity as an exact number of ten-thousandths. Takes what numeric(18,4) gives: "12.5000".
 * Throws on anything else.
 */
export const quantity = (text: string): bigint => {
  const match = form.exec(text);
  if (!match) throw new RangeError(`not a quantity: ${text}`);
  const size = BigInt(match[2]!) * scale + BigInt((match[3] ?? "").padEnd(4, "0"));
  return match[1] ? -size : size;
};

/** Ten-thousandths as text without trailing zeros: "12.5". */
export const quantityText = (value: bigint): string => {
  const size = value < 0n ? -value : value;
  const rest = String(size % scale)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${size / scale}${rest ? `.${rest}` : ""}`;
};

/** A quantity or a unit price as numeric(18,4) gives it back: "12.5000". */
export const storedQuantity = (text: string): string => {
  const value = quantity(text);
  const size = value < 0n ? -value : value;
  return `${value < 0n ? "-" : ""}${size / scale}.${String(size % scale).padStart(4, "0")}`;
};

/** a − b as text. */
export const subtractQuantity = (a: string, b: string): string =>
  quantityText(quantity(a) - quantity(b));
/** a + b as text. */
export const addQuantity = (a: string, b: string): string =>
  quantityText(quantity(a) + quantity(b));
/** Negative, zero or positive, as a is less than, equal to or more than b. */
export const compareQuantity = (a: string, b: string): number => {
  const difference = quantity(a) - quantity(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/**
 * Decimal text without the zeros that the database adds, for a field that a person edits: "37.0000"
 * is "37"; a unit price keeps `least` places: "12.5000" with 2 is "12.50".
 * Text that is no decimal (half typed, empty) comes back as it is. Only what is shown changes,
 * never what is stored.
 */
export const plainDecimal = (text: string, least = 0): string => {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return text;
  const rest = (parts[2] ?? "").replace(/0+$/, "").padEnd(least, "0");
  return rest ? `${parts[1]}.${rest}` : parts[1]!;
};

/**
 * The same for reading, with thousands separators: "1260.5000" is "1,260.5". Exact at every size:
 * no float in between.
 */
export const shownDecimal = (text: string, least = 0): string =>
  plainDecimal(text, least).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/**
 * A unit price for reading: two places, more where it has them: "7804.1700" is "7,804.17", "0.0375"
 * stays.
 */
export const shownPrice = (text: string): string => shownDecimal(text, 2);

/**
 * A whole number as people type it (`41,200`, `$41 200`), or null when it is none or outside of the
 * limits.
 */
export const readWhole = (text: string, least: number, most: number): number | null => {
  const digits = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}$/.test(digits)) return null;
  const value = Number(digits);
  return value >= least && value <= most ? value : null;
};

/** A decimal number as people type it, or null when it is none or outside of the limits. */
export const readDecimal = (text: string, least: number, most: number): number | null => {
  const plain = text.replace(/[,\s]/g, "").replace("−", "-");
  if (!/^-?\d{1,9}(\.\d{1,9})?$/.test(plain)) return null;
  const value = Number(plain);
  return value >= least && value <= most ? value : null;
};

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
/** `41,200` */
export const whole = (value: number): string => grouped.format(value);

const fixed = new Map<number, Intl.NumberFormat>();
/** A number with exactly so many decimals, in groups. */
export const decimal = (value: number, digits: number): string => {
  let format = fixed.get(digits);
  if (!format)
    fixed.set(
      digits,
      (format = new Intl.NumberFormat("en-US", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })),
    );
  return format.format(value);
};

const formatters = new Map<string, Intl.NumberFormat>();
const formatter = (currency: string, compact: boolean): Intl.NumberFormat => {
  const key = `${currency}${compact}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencySign: "accounting",
    ...(compact ? { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 2 } : {}),
  });
  formatters.set(key, made);
  return made;
};

/**
 * Integer cents as people read them: `$1,234.56`, negatives `($1,234.56)`; `symbol: false` leaves
 * the sign of the currency out (table columns that name it in the header).
 */
export const formatCents = (
  cents: number,
  options: { currency?: string; symbol?: boolean } = {},
): string => {
  const text = formatter(options.currency ?? "USD", false).format((cents || 0) / 100);
  return options.symbol === false ? text.replace(/[^\d.,()]/g, "") : text;
};

/**
 * Integer cents in few characters for figures and strips: `$1.27M`, `$341K`. Never for a document.
 */
export const formatCentsShort = (cents: number, currency = "USD"): string =>
  Math.abs(cents) < 1_000_00
    ? formatCents(cents, { currency })
    : formatter(currency, true).format(cents / 100);

/** Largest amount that is taken from a person: 10 trillion, far inside the safe integers. */
export const maxCents = 1_000_000_000_000_000;

/**
 * What a person typed as integer cents, or null when it is not an amount: `1,234.5`, `$1234.56`,
 * `(12.00)`, `-12`.
 * More than two decimals are refused, not rounded: the person must decide.
 */
export const parseMoney = (text: string): number | null => {
  const trimmed = text.trim().replace(/[$\s]/g, "");
  const match = /^(\()?(-)?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?(\))?$/.exec(trimmed);
  if (
    !match ||
    (match[3] === undefined && match[4] === undefined) ||
    Boolean(match[1]) !== Boolean(match[5]) ||
    (match[1] && match[2])
  )
    return null;
  const whole = Number((match[3] ?? "0").replaceAll(",", ""));
  const cents = whole * 100 + Number((match[4] ?? "").padEnd(2, "0"));
  if (!Number.isSafeInteger(cents) || cents > maxCents) return null;
  return (match[1] || match[2]) && cents !== 0 ? -cents : cents;
};

type Exact = { size: bigint; scale: number; negative: boolean };
const decimalForm = /^(-)?(?=\.?\d)(\d*)(?:\.(\d*))?$/;
const exact = (value: string | number): Exact => {
  const match = decimalForm.exec(String(value).trim());
  if (!match) throw new RangeError(`not a decimal number: ${value}`);
  const [, sign, whole = "", part = ""] = match;
  return { size: BigInt(whole + part), scale: part.length, negative: sign !== undefined };
};

/**
 * Quantity × unit price in integer cents, rounded half away from zero ("half-up"). Both are decimal
 * strings with up to four
 * decimals (numeric(18,4)); never floats. Throws on text that is not a number.
 */
export const lineTotalCents = (quantity: string, unitPrice: string): number => {
  const a = exact(quantity);
  const b = exact(unitPrice);
  const divisor = 10n ** BigInt(a.scale + b.scale);
  const cents = Number((a.size * b.size * 200n + divisor) / (divisor * 2n));
  return a.negative !== b.negative && cents !== 0 ? -cents : cents;
};

/**
 * Splits cents by weights (percentages or amounts, as decimal strings) so that the parts add up to
 * the whole exactly: everyone
 * gets the floor, the cents that remain go to the largest remainders, ties to the first. Throws
 * when weights are empty or add up to 0.
 */
export const splitCents = (cents: number, weights: readonly (string | number)[]): number[] => {
  const decimals = weights.map(exact);
  if (decimals.some((weight) => weight.negative && weight.size !== 0n))
    throw new RangeError("A weight is negative");
  const scale = Math.max(0, ...decimals.map((weight) => weight.scale));
  const sizes = decimals.map((weight) => weight.size * 10n ** BigInt(scale - weight.scale));
  const total = sizes.reduce((sum, size) => sum + size, 0n);
  if (total === 0n) throw new RangeError("The weights add up to nothing");
  const whole = BigInt(Math.abs(cents));
  const parts = sizes.map((size) => Number((size * whole) / total));
  const rest = Math.abs(cents) - parts.reduce((sum, part) => sum + part, 0);
  const order = sizes
    .map((size, at) => ({ at, remainder: (size * whole) % total }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
    );
  for (const { at } of order.slice(0, rest)) parts[at] = (parts[at] ?? 0) + 1;
  return cents < 0 ? parts.map((part) => (part === 0 ? 0 : -part)) : parts;
};

import { formatCents } from "#kernel/money.ts";

/** Cents of a contract's growth. Up and down are absolute sums: neither takes away from the other. */
export type Growth = {
  original: number;
  up: number;
  down: number;
  /** What amendments raised, absolute too. */
  amendedUp: number;
};

/** What the rules of a day allow of increases; null where a rule sets nothing. */
export type Caps = {
  percent: number | null;
  totalCents: number | null;
  eachCents: number | null;
  contingencyPercent: number | null;
  citation: string;
};

export type Line = { amount: number; days: number };
export type Sums = { increase: number; decrease: number; days: number };

/** Increases, decreases and days of lines; money of the two directions is never netted. */
export const sumsOf = (lines: readonly Line[]): Sums =>
  lines.reduce(
    (sum, { amount, days }) => ({
      increase: sum.increase + Math.max(0, amount),
      decrease: sum.decrease + Math.max(0, -amount),
      days: sum.days + days,
    }),
    { increase: 0, decrease: 0, days: 0 },
  );

/** Percent of the original, rounded down to hundredths. */
export const percentOf = (cents: number, original: number): number =>
  original > 0 ? Number((BigInt(cents) * 10_000n) / BigInt(original)) / 100 : 0;

const over = (cents: number, original: number, percent: number) =>
  BigInt(cents) * 100n > BigInt(original) * BigInt(percent);

/**
 * Which caps an increase goes beyond, in sentences; none for a change without an increase. What
 * went down before makes no room.
 */
export const beyondCaps = (g: Growth, increase: number, caps: Caps): string[] => {
  if (increase === 0) return [];
  const { percent, totalCents, eachCents, contingencyPercent } = caps;
  const up = g.up + increase;
  const raised = up + g.amendedUp;
  return [
    ...(percent !== null && over(up, g.original, percent)
      ? [
          `Increases come to ${formatCents(up)}, ${percentOf(up, g.original)}% of the original ${formatCents(g.original)}; ${percent}% are allowed.`,
        ]
      : []),
    ...(totalCents !== null && up > totalCents
      ? [`Increases come to ${formatCents(up)}; ${formatCents(totalCents)} are allowed in all.`]
      : []),
    ...(eachCents !== null && increase > eachCents
      ? [
          `This change raises by ${formatCents(increase)}; ${formatCents(eachCents)} are allowed for each.`,
        ]
      : []),
    ...(contingencyPercent !== null && over(raised, g.original, contingencyPercent)
      ? [
          `With amendments, increases come to ${formatCents(raised)}; the contingency is ${contingencyPercent}% of the original ${formatCents(g.original)}.`,
        ]
      : []),
  ];
};

/** Cents that increases may come to in all by the strictest cap; null where no rule caps them. */
export const allowedUp = (g: Growth, caps: Caps): number | null => {
  const share = (percent: number) => Number((BigInt(g.original) * BigInt(percent)) / 100n);
  const limits = [
    ...(caps.percent === null ? [] : [share(caps.percent)]),
    ...(caps.totalCents === null ? [] : [caps.totalCents]),
    ...(caps.contingencyPercent === null
      ? []
      : [Math.max(0, share(caps.contingencyPercent) - g.amendedUp)]),
  ];
  return limits.length ? Math.min(...limits) : null;
};

import { formatCents } from "#kernel/money.ts";

/** So many of a kind are named. */
export const mostShown = 8;
/** Costs by name, the first ones of many. */
export const named = (costs: readonly { label: string; cents: number }[]): string => {
  const shown = costs
    .slice(0, mostShown)
    .map(({ label, cents }) => `${label}, ${formatCents(cents)}`);
  return `${shown.join("; ")}${costs.length > mostShown ? `; and ${costs.length - mostShown} more` : ""}`;
};

/** Sums differ from cost to cost: what is lacking is the same, and is one errand. */
const withoutSum = (lack: string): string => lack.replace(/^\$[\d,]+\.\d\d are /, "");

/** What is given by what it lacks: each lack once. */
export const byLack = <T extends { lacks: readonly string[] }>(
  all: readonly T[],
): Map<string, T[]> => {
  const lacking = new Map<string, T[]>();
  for (const one of all)
    for (const lack of one.lacks.map(withoutSum))
      lacking.set(lack, [...(lacking.get(lack) ?? []), one]);
  return lacking;
};

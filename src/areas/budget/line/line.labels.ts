/** Views of the list of budget lines, which questions in words open too. */
export const lineViews = [
  { id: "near", name: "Near the limit", query: "nearLimit=true&sort=-usedPercent" },
  { id: "over", name: "Overdrawn", query: "over=true" },
  { id: "largest", name: "Largest", query: "sort=-budget" },
] as const;

/**
 * The query of the lines that a file brought in, by the groups of its sums ("Spending of 2028"): their
 * year and side where all of them have one.
 */
export const yearQuery = (groups: Readonly<Record<string, number>> | undefined): string => {
  const named = Object.keys(groups ?? {}).flatMap((group) => {
    const found = /^(Spending|Revenue) of (\d{4})$/.exec(group);
    return found ? [{ side: found[1]!.toLowerCase(), year: found[2]! }] : [];
  });
  const [year, ...years] = new Set(named.map((n) => n.year));
  if (!year || years.length > 0) return "";
  const sides = new Set(named.map((n) => n.side));
  return `?year=${year}${sides.size === 1 ? `&side=${[...sides][0]}` : ""}`;
};

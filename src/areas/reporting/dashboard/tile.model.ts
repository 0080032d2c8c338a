import type { ReportQuestion } from "../figure/figure.model.ts";
import type { Period } from "../figure/period.labels.ts";

/** What a dashboard asks of all its tiles at once; null leaves each its own time. */
export type SharedFilters = { period: Period | null; where: Record<string, string[]> };

/** What a tile asks, as far as a filter touches it. */
export type Told = {
  question: ReportQuestion;
  parts: readonly string[];
  times: "days" | "years" | "none";
};

const wholeYears: readonly string[] = ["fiscal-year", "year-to-date", "last-fiscal-year"];
const hasTime = ({ times }: Told, period: Period) =>
  times === "days" || (times === "years" && wholeYears.includes(period));

/**
 * The question of a tile under the filters of its dashboard. What its figures are not told by stays
 * as it is and is named in `apart`; where nothing fits both, the question is null.
 */
export const filtered = (
  told: Told,
  { period, where }: SharedFilters,
): { question: ReportQuestion | null; apart: string[] } => {
  const { question, parts } = told;
  const asked = { ...question, where: { ...question.where } };
  const apart: string[] = [];
  if (period && hasTime(told, period)) asked.period = period;
  else if (period) apart.push("time");
  for (const [id, values] of Object.entries(where)) {
    if (!parts.includes(id)) {
      apart.push(id);
      continue;
    }
    const both = question.where[id]?.filter((value) => values.includes(value)) ?? values;
    if (!both.length) return { question: null, apart };
    asked.where[id] = both;
  }
  return { question: asked, apart };
};

/** Tiles with the one at `from` moved to `to`; both stay within them. */
export const moved = <T>(tiles: readonly T[], from: number, to: number): T[] => {
  const place = Math.min(Math.max(to, 0), tiles.length - 1);
  const rest = tiles.filter((_, at) => at !== from);
  return [...rest.slice(0, place), tiles[from]!, ...rest.slice(place)];
};

import type { Period } from "../figure/period.labels.ts";
import type { SharedFilters } from "./tile.model.ts";

const own = "own";

/** The filters that an address has; those of the dashboard where it has none. */
export const filtersIn = (search: URLSearchParams, kept: SharedFilters): SharedFilters => {
  const period = search.get("period");
  const pairs = search.get("where");
  const where: Record<string, string[]> = {};
  for (const pair of (pairs ?? "").split(",").filter(Boolean)) {
    const at = pair.indexOf(":");
    (where[pair.slice(0, at)] ??= []).push(pair.slice(at + 1));
  }
  return {
    period: period === null ? kept.period : period === own ? null : (period as Period),
    where: pairs === null ? kept.where : where,
  };
};

/** The address with these filters; what else it says stays. */
export const withFilters = (
  search: URLSearchParams,
  { period, where }: SharedFilters,
): URLSearchParams => {
  const next = new URLSearchParams(search);
  next.set("period", period ?? own);
  next.set(
    "where",
    Object.entries(where)
      .flatMap(([id, values]) => values.map((value) => `${id}:${value}`))
      .join(","),
  );
  return next;
};

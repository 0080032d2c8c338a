import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";

type Option = { value: string; label: string };
/**
 * Options of an address of ours that takes `q` and `limit`, and the parameter `values` that asks
 * for exactly those that are chosen.
 */
type Seek = { path: string; values: string; option: (item: never) => Option };

/**
 * A filter of a list: a set of values (`status=a,b`), a range (`amount.min=`, `amount.max=`; money
 * in integer cents), or a flag (`mine=true`).
 */
export type Filter = {
  id: string;
  label: string;
  /** Shown although it is not in use. */ pinned?: boolean;
} & (
  | {
      kind: "set";
      options: readonly Option[];
      /** Only one of the values at a time. */ one?: boolean;
      /** Where the options are too many to be listed: they are sought. */ seek?: Seek;
    }
  | {
      /** `day` also filters instants: by the agency's days. */
      kind: "money" | "number" | "day" | "flag";
    }
);

/** Parameters of the address that belong to one filter. */
export const keysOf = (filter: Filter): string[] =>
  filter.kind === "set" || filter.kind === "flag"
    ? [filter.id]
    : [`${filter.id}.min`, `${filter.id}.max`];

export const isActive = (filter: Filter, search: URLSearchParams): boolean =>
  keysOf(filter).some((key) => search.get(key));

const show = (filter: Filter, value: string): string =>
  filter.kind === "money"
    ? formatCents(Number(value)).replace(/\.00$/, "")
    : filter.kind === "day" && isDate(value)
      ? formatDate(value)
      : value;

/** The words on a filter's chip: `Status: any of 3`, `Amount ≥ $5,000`. */
export const describe = (filter: Filter, search: URLSearchParams): string => {
  if (filter.kind === "set") {
    const chosen = (search.get(filter.id) ?? "").split(",").filter(Boolean);
    if (chosen.length === 0) return filter.label;
    if (chosen.length > 1) return `${filter.label}: any of ${chosen.length}`;
    return `${filter.label}: ${filter.options.find((option) => option.value === chosen[0])?.label ?? chosen[0]}`;
  }
  if (filter.kind === "flag") return filter.label;
  const min = search.get(`${filter.id}.min`);
  const max = search.get(`${filter.id}.max`);
  if (min && max) return `${filter.label}: ${show(filter, min)} to ${show(filter, max)}`;
  return min
    ? `${filter.label} ≥ ${show(filter, min)}`
    : max
      ? `${filter.label} ≤ ${show(filter, max)}`
      : filter.label;
};

export const pageSizes = [10, 25, 50, 100, 500] as const;

/**
 * The part of the address that the server gets, in a stable order: known parameters only, so that
 * tabs and peeks do not reach it.
 * `fixed` (a query text) always wins.
 */
export const listSearch = (
  search: URLSearchParams,
  filters: readonly Filter[],
  defaults: { sort: string; limit: number; fixed: string },
): string => {
  const known = new URLSearchParams();
  for (const key of ["q", "sort", "page", "limit", ...filters.flatMap(keysOf)]) {
    const value = search.get(key);
    if (value) known.set(key, value);
  }
  if (!known.has("sort") && defaults.sort) known.set("sort", defaults.sort);
  if (!pageSizes.some((size) => String(size) === known.get("limit")))
    known.set("limit", String(defaults.limit));
  for (const [key, value] of new URLSearchParams(defaults.fixed)) known.set(key, value);
  known.sort();
  return known.toString();
};

/**
 * What decides which rows a list finds, out of what the server gets: not the page, nor its size,
 * nor the order.
 */
export const filterSearch = (server: string): string => {
  const asked = new URLSearchParams(server);
  for (const key of ["page", "limit", "sort"]) asked.delete(key);
  return asked.toString();
};

/** True when two query texts ask the same, in whatever order and encoding they are written. */
export const sameQuery = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => {
    const query = new URLSearchParams(text);
    query.sort();
    return query.toString();
  });
  return a === b;
};

const unsorted = (text: string): string => {
  const query = new URLSearchParams(text);
  query.delete("sort");
  return query.toString();
};

/**
 * Which view an address shows: the one that it names, else the one that asks for the same, sorted
 * however (figures and notices link so); null for all. `modified`: it asks for something else.
 */
export const viewShown = <V extends { id: string; query: string }>(
  views: readonly V[],
  viewId: string | null,
  current: string,
): { view: V | null; modified: boolean } => {
  if (viewId) {
    const view = views.find((each) => each.id === viewId) ?? null;
    return { view, modified: !sameQuery(view?.query ?? "", current) };
  }
  const view =
    (unsorted(current) &&
      views.find((each) => sameQuery(unsorted(each.query), unsorted(current)))) ||
    null;
  return {
    view,
    modified: view
      ? new URLSearchParams(current).has("sort") && !sameQuery(view.query, current)
      : current !== "",
  };
};

/** What a saved view keeps: filters, search and sort; not the page. */
export const viewSearch = (search: URLSearchParams, filters: readonly Filter[]): string => {
  const kept = new URLSearchParams();
  for (const key of ["q", "sort", ...filters.flatMap(keysOf)]) {
    const value = search.get(key);
    if (value) kept.set(key, value);
  }
  kept.sort();
  return kept.toString();
};

/** Page numbers to offer, 0 standing for a gap: `1 … 4 5 6 … 20`. */
export const pageNumbers = (page: number, pages: number): number[] => {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((n, at) => {
    const before = sorted[at - 1];
    if (before === undefined || n - before === 1) return [n];
    return n - before === 2 ? [n - 1, n] : [0, n];
  });
};

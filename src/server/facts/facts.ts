import type { Permission } from "#kernel/access.ts";
import type { ListDefinition } from "../http/list.ts";

/** What facts of several areas are asked by; facts meet where they name the same one. */
export type Dimension = { id: string; label: string };

/** Declares a dimension, once, at the door of the area that owns what it names. */
export const defineDimension = (id: string, label: string): Dimension => ({ id, label });

/** The months of facts that have a day. */
export const monthDimension = defineDimension("month", "Month");

/**
 * How a fact tells one dimension: the filter of its list whose value it is, so that what was added
 * up opens by it, and the column that names it. A filter of codes takes the words of its column.
 */
export type FactDimension = {
  of: Dimension;
  /** A filter of the list of kind "set". */
  filter: string;
  /** A column of the list. */
  name: string;
};

/**
 * A figure of a fact: the sum of a total of its list (cents), how many rows, how many different
 * values of a dimension, or one sum as a part of another one. `only` is what is always asked of the
 * list for it. `permission` is asked beside that of the fact.
 */
export type Measure = { label: string; only?: Record<string, string>; permission?: Permission } & (
  | { kind: "sum"; total: string }
  | { kind: "count" }
  | { kind: "distinct"; dimension: string }
  | { kind: "ratio"; part: string; whole: string }
);

/** Records of an area that can be added up, as its list shows them to whoever asks. */
export type Fact = {
  id: string;
  label: string;
  /** What one row is. */
  grain: string;
  list: ListDefinition;
  permission: Permission;
  /** The screen of the list; may have a query. */
  page: string;
  /** The day by which it is asked: a filter of days. */
  day?: { label: string; filter: string };
  dimensions: readonly FactDimension[];
  measures: Readonly<Record<string, Measure>>;
  /** Dimensions of which one value is chosen, or by which the rows are parted. */
  apart?: readonly string[];
};

const faultsOf = (fact: Fact): string[] => {
  const { list, day, dimensions, measures } = fact;
  const ids = dimensions.map((d) => d.of.id);
  const totals = Object.keys(list.totals ?? {});
  const lacks = (of: string, among: readonly string[]) => (among.includes(of) ? [] : [of]);
  return [
    ...(list.addable && !fact.apart ? ["apart, which the list asks for"] : []),
    ...(fact.apart ?? []).flatMap((id) => lacks(id, ids)),
    ...ids.filter((id, n) => ids.indexOf(id) !== n),
    ...dimensions.flatMap((d) => [
      ...(list.filters[d.filter]?.kind === "set" ? [] : [d.filter]),
      ...lacks(d.name, Object.keys(list.columns)),
    ]),
    ...(day && (list.filters[day.filter] as { type?: string } | undefined)?.type !== "date"
      ? [day.filter]
      : []),
    ...Object.values(measures).flatMap((m) => {
      if (m.kind === "sum") return lacks(m.total, totals);
      if (m.kind === "distinct") return lacks(m.dimension, ids);
      return m.kind === "ratio" ? [m.part, m.whole].flatMap((t) => lacks(t, totals)) : [];
    }),
  ];
};

/**
 * Declares facts of an area for `defineArea`. @throws where one names a filter, column, total or
 * dimension that its list does not have, so that the server does not start with it.
 */
export const defineFacts = (...facts: readonly Fact[]): readonly Fact[] => {
  for (const fact of facts) {
    const faults = faultsOf(fact);
    if (faults.length) throw new Error(`the fact ${fact.id} does not have: ${faults.join(", ")}`);
  }
  return facts;
};

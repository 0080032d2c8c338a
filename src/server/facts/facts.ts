import type { Permission } from "#kernel/access.ts";
import type { CodeNames, ListDefinition } from "../http/list.ts";

/** What facts of several areas are asked by; facts meet where they name the same one. */
export type Dimension = { id: string; label: string };

/** Declares a dimension, once, at the door of the area that owns what it names. */
export const defineDimension = (id: string, label: string): Dimension => ({ id, label });

/** The months of facts that have a day. */
export const monthDimension = defineDimension("month", "Month");
/** Their weeks, each named by its Monday (ISO 8601). */
export const weekDimension = defineDimension("week", "Week");
/** What parts the days of facts: one of them at a time. */
export const timeDimensions: readonly Dimension[] = [monthDimension, weekDimension];
/** Whether a dimension parts the days of facts, and how often. */
export const timeIn = (by: readonly string[]): "month" | "week" | null =>
  by.includes(monthDimension.id) ? "month" : by.includes(weekDimension.id) ? "week" : null;

/** The agency's fiscal years, of facts that belong to one instead of a day. */
export const fiscalYearDimension = defineDimension("fiscalYear", "Fiscal year");

/**
 * How a fact tells one dimension: the filter of its list whose value it is, so that what was added
 * up opens by it, and what names it: a column (of codes, with its words), or the words themselves
 * where no column has them.
 */
type FactDimension = {
  of: Dimension;
  /** A filter of the list of kind "set", or "overlap" where a row has several values of it. */
  filter: string;
  /** Asked beside that of the fact, of whoever parts or chooses by it. */
  permission?: Permission;
} & (
  | {
      /** A column of the list. */
      name: string;
    }
  | { words: CodeNames }
);

/** By which ratio of its fact a share is judged, which side of it is the worse one, and its words. */
export type Against = {
  measure: string;
  /** Further than its time, or less far. */
  worse: "ahead" | "behind";
  /** Of what it is used: "its budget". */
  of: string;
  /** Of what time has gone: "the fiscal year". */
  time: string;
};

/**
 * A figure of a fact: the sum of a total or of a money column of its list (cents), how many rows,
 * how many different values of a dimension, one sum as a part of another one, a balance (what a sum came
 * to at the end of the time that is asked, whatever began before it: over months it is the last one, over
 * anything else it adds up), days that are left (until the first of the rows reaches the day of a filter;
 * none behind it), or a duration (within how many days `percent` of the rows went from one day
 * to another one, both filters of days or instants; a row without the second goes on). `only` is what is
 * always asked of the list for it. `permission` is asked beside that of the fact. `now`: what decides it
 * changes in place, so that it is known as of now only whatever its fact can say. `against`: a part that is
 * used up is judged by another ratio of the fact, the part of its time that has gone.
 */
export type Measure = {
  label: string;
  only?: Record<string, string>;
  permission?: Permission;
  now?: true;
} & (
  | { kind: "sum"; total: string }
  | { kind: "count" }
  | { kind: "distinct"; dimension: string }
  | { kind: "ratio"; part: string; whole: string; against?: Against }
  | { kind: "balance"; total: string }
  | { kind: "left"; until: string }
  | { kind: "duration"; began: string; ended: string; percent: 50 | 90 }
);

/**
 * How a fact says what stood at a moment. Its rows are entries that nobody changes: then its list is asked
 * by their posting day (a filter of days) and by when they were recorded (a filter of instants). Or its
 * rows are balances: then `from` is the list's FROM clause over what the entries say, those posted by
 * `$posted` (a day, the last one that counts) and recorded by `$recorded` (the last instant that counts).
 */
type AsOf = { posted: string; recorded: string } | { from: string };

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
  /** A row is a person, or what happened to one: few of them are not told apart in public. */
  people?: true;
  /** The day by which it is asked: a filter of days. */
  day?: { label: string; filter: string };
  /** How it says what stood at a moment; without, its figures are known as of now only. */
  asOf?: AsOf;
  dimensions: readonly FactDimension[];
  /**
   * What its ratios are made of and no list shows (days of a period), as SQL over its rows; `$until` is
   * the last day that counts, today where no moment is asked.
   */
  sums?: Readonly<Record<string, string>>;
  measures: Readonly<Record<string, Measure>>;
  /** Dimensions of which one value is chosen, or by which the rows are parted. */
  apart?: readonly string[];
  /**
   * Aliases of its list's joins that are not by the key of what they join, and that give one row at
   * most all the same: a unique index says so.
   */
  single?: readonly string[];
};

/** The SQL of what is summed up by its name: a total of the list, one of its money columns, or what its ratios alone are made of. */
export const summedSql = ({ list, sums }: Fact, name: string): string | undefined =>
  sums?.[name] ??
  list.totals?.[name] ??
  (list.columns[name]?.money ? list.columns[name].sql : undefined);

const isTime = (list: ListDefinition, name: string): boolean =>
  ["date", "instant"].includes((list.filters[name] as { type?: string } | undefined)?.type ?? "");

const oneJoin =
  /\bjoin\s+\w+\s+(\w+)\s+on\s+([\s\S]*?)(?=\s(?:left\s+|inner\s+|right\s+|full\s+|cross\s+)*join\b|$)/g;

// A row that is joined to many is added up many times: each join goes by the key of what it joins.
const toMany = ({ list, single = [] }: Fact): string[] => {
  const joins = [...list.from.matchAll(oneJoin)];
  const strange = joins.length !== (list.from.match(/\bjoin\b/g) ?? []).length;
  return [
    ...(strange || list.from.includes(",") ? ["a FROM clause of plain joins"] : []),
    ...joins.flatMap(([, alias = "", on = ""]) =>
      single.includes(alias) || new RegExp(`\\b${alias}\\.id\\s*=|=\\s*${alias}\\.id\\b`).test(on)
        ? []
        : [`a join of ${alias} by its key`],
    ),
  ];
};

// Both moments are told by filters of the list, or by the entries that stand for it.
const lacksMoments = ({ asOf, list }: Fact): string[] => {
  if (!asOf) return [];
  if ("from" in asOf) return ["$posted", "$recorded"].filter((each) => !asOf.from.includes(each));
  const typeOf = (name: string) => (list.filters[name] as { type?: string } | undefined)?.type;
  return [
    ...(typeOf(asOf.posted) === "date" ? [] : [asOf.posted]),
    ...(typeOf(asOf.recorded) === "instant" ? [] : [asOf.recorded]),
  ];
};

/**
 * Whether a row has several values of a dimension: it counts in each of them, and once in the whole,
 * which is more than no part and may be less than all of them together.
 */
export const overlaps = ({ list, dimensions }: Fact, id: string): boolean =>
  dimensions.some((d) => d.of.id === id && list.filters[d.filter]?.kind === "overlap");

// A dimension of several values has words of its own, and rows are not told apart by it.
const faultsOfOverlaps = (fact: Fact): string[] =>
  fact.dimensions
    .filter((d) => overlaps(fact, d.of.id))
    .flatMap((d) => [
      ...("words" in d ? [] : [`words of ${d.of.id}`]),
      ...(Object.values(fact.measures).some((m) => m.kind === "distinct" && m.dimension === d.of.id)
        ? [`one ${d.of.id} of each row`]
        : []),
    ]);

const faultsOf = (fact: Fact): string[] => {
  const { list, day, dimensions, measures } = fact;
  const ids = dimensions.map((d) => d.of.id);
  const sums = (name: string) =>
    summedSql(fact, name) === undefined || fact.sums?.[name] ? [name] : [];
  const parts = (name: string) => (summedSql(fact, name) === undefined ? [name] : []);
  const lacks = (of: string, among: readonly string[]) => (among.includes(of) ? [] : [of]);
  return [
    ...(fact.permission ? [] : ["a permission"]),
    ...toMany(fact),
    ...lacksMoments(fact),
    ...faultsOfOverlaps(fact),
    ...(list.addable && !fact.apart ? ["apart, which the list asks for"] : []),
    ...(fact.apart ?? []).flatMap((id) => lacks(id, ids)),
    ...ids.filter((id, n) => ids.indexOf(id) !== n),
    ...dimensions.flatMap((d) => [
      ...(["set", "overlap"].includes(list.filters[d.filter]?.kind ?? "") ? [] : [d.filter]),
      ...("name" in d ? lacks(d.name, Object.keys(list.columns)) : []),
    ]),
    ...(day && (list.filters[day.filter] as { type?: string } | undefined)?.type !== "date"
      ? [day.filter]
      : []),
    ...Object.values(measures).flatMap((m) => {
      const asked = Object.keys(m.only ?? {}).flatMap((name) =>
        lacks(name, Object.keys(list.filters)),
      );
      if (m.kind === "sum") return [...asked, ...sums(m.total)];
      if (m.kind === "balance")
        return [...asked, ...sums(m.total), ...(day ? [] : ["a day of its balance"])];
      if (m.kind === "left") return [...asked, ...(isTime(list, m.until) ? [] : [m.until])];
      if (m.kind === "duration")
        return [...asked, ...[m.began, m.ended].filter((name) => !isTime(list, name))];
      if (m.kind === "distinct") return [...asked, ...lacks(m.dimension, ids)];
      if (m.kind !== "ratio") return asked;
      const time = m.against?.measure;
      const untold = time && measures[time]?.kind !== "ratio" ? [`the ratio ${time}`] : [];
      return [...asked, ...[m.part, m.whole].flatMap(parts), ...untold];
    }),
  ];
};

/**
 * Declares facts of an area for `defineArea`. @throws where one names a filter, column, total or
 * dimension that its list does not have, has no permission, or joins a row to many, so that the
 * server does not start with it.
 */
export const defineFacts = (...facts: readonly Fact[]): readonly Fact[] => {
  for (const fact of facts) {
    const faults = faultsOf(fact);
    if (faults.length) throw new Error(`the fact ${fact.id} does not have: ${faults.join(", ")}`);
  }
  return facts;
};

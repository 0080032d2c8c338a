import type { Actor } from "#kernel/access.ts";
import { isDate, isInstant } from "#kernel/time.ts";
import { join, raw, sql, type Sql } from "../db/sql.ts";
import { bindActor, listConditions, needsOnlyBase } from "../http/list-conditions.ts";
import type { ListQuery } from "../http/list.ts";
import { fromOf, type Moments } from "./as-of.ts";
import {
  monthDimension,
  overlaps,
  summedSql,
  timeDimensions,
  weekDimension,
  type Dimension,
  type Fact,
  type Measure,
} from "./facts.ts";

/** So many rows an answer may have; it is never cut. */
export const mostRows = 2000;

/** A measure that is asked, with its fact. */
export type Asked = { id: string; fact: Fact; measure: Measure };
const noRows = "None";

/** What a fact is told by, its months and weeks among them. */
export const dimensionsOf = (fact: Fact): Dimension[] => [
  ...(fact.day ? timeDimensions : []),
  ...fact.dimensions.map((d) => d.of),
];

const filterSql = (fact: Fact, filter: string) => fact.list.filters[filter]!.sql;

// The value of a dimension as text, and the words for it.
const keyOf = (fact: Fact, id: string): { key: string; name: string } => {
  if (id === monthDimension.id) {
    const key = `to_char(${filterSql(fact, fact.day!.filter)}, 'YYYY-MM')`;
    return { key, name: key };
  }
  if (id === weekDimension.id) {
    const monday = `date_trunc('week', (${filterSql(fact, fact.day!.filter)})::timestamp)`;
    const key = `to_char(${monday}, 'YYYY-MM-DD')`;
    return { key, name: key };
  }
  const dimension = fact.dimensions.find((d) => d.of.id === id)!;
  if (overlaps(fact, id)) return { key: `each_${id}.value`, name: `each_${id}.value` };
  const key = `(${filterSql(fact, dimension.filter)})::text`;
  return "name" in dimension
    ? { key, name: `(${fact.list.columns[dimension.name]!.sql})::text` }
    : { key, name: key };
};

/** The words for a value of a dimension. */
export const shownName = (fact: Fact, id: string, name: string | null): string => {
  const dimension = fact.dimensions.find((d) => d.of.id === id);
  const codes =
    dimension && ("name" in dimension ? fact.list.columns[dimension.name]!.codes : dimension.words);
  if (name === null) return noRows;
  if (!codes) return name;
  const word = typeof codes === "function" ? codes(name) : codes[name];
  return typeof word === "string" ? word : (word?.label ?? name);
};

// The agency's day of a filter's day or instant.
const dayOf = ({ list }: Fact, name: string): string => {
  const filter = list.filters[name] as { sql: string; type: string };
  return filter.type === "instant"
    ? `((${filter.sql}) at time zone $zone)::date`
    : `(${filter.sql})`;
};

/** The last day that counts for what goes on by itself, as SQL: that of the moments, else today. */
const untilOf = ({ posted, known }: Moments): string => {
  if (posted && isDate(posted)) return `date '${posted}'`;
  if (known && isDate(known)) return `date '${known}'`;
  return known && isInstant(known) ? `(timestamptz '${known}' at time zone $zone)::date` : "$today";
};

type Duration = Extract<Measure, { kind: "duration" }>;

/** The days that rows took, and whether they ended; each row's until today where it goes on. */
const durationSql = (fact: Fact, { began, ended }: Duration): string[] => [
  `greatest(0, coalesce(${dayOf(fact, ended)}, $today) - ${dayOf(fact, began)})::int as days`,
  `${dayOf(fact, ended)} is not null as ended`,
];

const valueSql = (fact: Fact, measure: Exclude<Measure, Duration>): string => {
  const total = (name: string) => `coalesce(sum(${summedSql(fact, name)}), 0)`;
  if (measure.kind === "sum" || measure.kind === "balance")
    return `${total(measure.total)}::bigint`;
  if (measure.kind === "left")
    return `min(greatest(0, ${dayOf(fact, measure.until)} - $until))::int`;
  if (measure.kind === "count") return "count(*)::bigint";
  if (measure.kind === "distinct")
    return `count(distinct ${keyOf(fact, measure.dimension).key})::bigint`;
  return `round(100.0 * ${total(measure.part)} / nullif(${total(measure.whole)}, 0), 1)::float8`;
};

/** So many different days and states of rows are read for a duration. */
export const mostWaits = 200_000;

type Adding = { keys: ReturnType<typeof keyOf>[]; told: string[]; where: Sql; most: number };

const keyColumns = ({ keys }: Adding) => keys.map(({ key }, n) => `${key} as key${n}`);
const nameColumns = ({ keys }: Adding, of: (name: string) => string = (name) => name) =>
  keys.map(({ name }, n) => `${of(name)} as name${n}`);
const groupsOf = ({ keys, told }: Adding): Sql => {
  const duration = told.some((text) => text.endsWith(" as ended")) ? ["days", "ended"] : [];
  const grouped = [...keys.map((_, n) => `key${n}`), ...duration];
  return raw(grouped.length ? ` group by ${grouped.join(", ")}` : "");
};

// The rows of the first table alone, each part's words from one of its rows: a million rows are not joined
// for the names of a few.
const ofBase = (actor: Actor, { list }: Fact & { list: { base: string } }, adding: Adding): Sql => {
  const parted = adding.keys.length > 0;
  const told = [...keyColumns(adding), ...adding.told];
  const named = parted ? [`min(${list.alias}.ctid) as named_by`] : [];
  const added = sql`
    select ${bindActor([...told, ...named].join(", "), actor)}
    from ${raw(list.base)}
    where ${adding.where}${groupsOf(adding)}
    limit ${adding.most + 1}
  `;
  if (!parted) return added;
  return sql`
    select added.*, ${bindActor(nameColumns(adding).join(", "), actor)}
    from (${added}) added
    join (${raw(list.from)}) on ${raw(`${list.alias}.ctid`)} = added.named_by
  `;
};

const ofAll = (actor: Actor, from: Sql, adding: Adding): Sql => sql`
  select ${bindActor(
    [...keyColumns(adding), ...nameColumns(adding, (name) => `min(${name})`), ...adding.told].join(
      ", ",
    ),
    actor,
  )}
  from ${from}
  where ${adding.where}${groupsOf(adding)}
  limit ${adding.most + 1}
`;

// A row once for each of its values, of those that were chosen; once without any where it has none.
const eachValue = (actor: Actor, fact: Fact, query: ListQuery, by: readonly string[]) => {
  const many = fact.dimensions.filter((d) => by.includes(d.of.id) && overlaps(fact, d.of.id));
  return {
    joins: many.map(
      ({ of, filter }) => sql`
        left join lateral unnest(${bindActor(filterSql(fact, filter), actor)}) ${raw(`as each_${of.id}(value)`)}
          on true
      `,
    ),
    chosen: many.flatMap(({ of, filter }) => {
      const values = query[filter] as string[] | undefined;
      return values?.length ? [sql`${raw(`each_${of.id}.value`)} = any(${values}::text[])`] : [];
    }),
  };
};

/**
 * One figure, added up by itself at its own grain; parted by nothing it is the whole. Of a duration, how
 * many rows took how many days (`days`, `ended`), for what they come to is no sum.
 */
export const statementOf = (
  actor: Actor,
  { fact, measure }: Asked,
  query: ListQuery,
  by: readonly string[],
  moments: Moments,
): Sql => {
  const waits = measure.kind === "duration";
  const { joins, chosen } = eachValue(actor, fact, query, by);
  const adding: Adding = {
    keys: by.map((id) => keyOf(fact, id)),
    told: [
      ...(waits
        ? durationSql(fact, measure)
        : [`${valueSql(fact, measure).replaceAll("$until", untilOf(moments))} as value`]),
      "count(*)::bigint as rows",
    ],
    where: join([...listConditions(fact.list, actor, query), ...chosen], " and "),
    most: waits ? mostWaits : mostRows,
  };
  const texts = [...adding.keys.map(({ key }) => key), ...adding.told, adding.where.text];
  const past = fact.asOf && "from" in fact.asOf && (moments.posted ?? moments.known);
  return !past && !joins.length && needsOnlyBase(fact.list, texts)
    ? ofBase(actor, fact as Fact & { list: { base: string } }, adding)
    : ofAll(actor, join([fromOf(fact, actor, moments), ...joins], " "), adding);
};

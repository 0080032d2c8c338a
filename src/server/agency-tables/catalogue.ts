import type pg from "pg";
import { ruleOf, allAgencyTables } from "./agency-tables.ts";
import { globalLeaving } from "./global.leaving.data.ts";
import type { AgencyTable, Copied } from "./rule.ts";

/** A column as the database describes it. */
type Column = { name: string; type: string; nullable: boolean };
/**
 * A table with its columns in their order and its primary key; what is generated is left out. `apart`:
 * its rows lie in tables by month.
 */
export type Described = {
  name: string;
  ofAgencies: boolean;
  apart: boolean;
  columns: Column[];
  key: string[];
};
/** A reference between tables: columns of one to columns of the other. */
export type Reference = { from: string; columns: string[]; to: string; keys: string[] };

/** Every table of the product; the months of a table that is kept by months are its own. */
export const describedTables = async (client: pg.ClientBase): Promise<Described[]> =>
  (
    await client.query<Described>(`
      select
        c.relname as name, bool_or(a.attname = 'org_id') as "ofAgencies", c.relkind = 'p' as apart,
        jsonb_agg(jsonb_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable',
          not a.attnotnull
        ) order by a.attnum) filter (where a.attgenerated = '') as columns,
        coalesce(
          (
            select jsonb_agg(k.attname order by array_position(x.indkey::int2[], k.attnum))
            from pg_index x
            join pg_attribute k on k.attrelid = x.indrelid and k.attnum = any(x.indkey::int2[])
            where x.indrelid = c.oid and x.indisprimary
          ),
          '[]'
        ) as key
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relname <> 'levee_migration'
      group by c.oid
      order by 1
    `)
  ).rows;

/** References between tables of the product. */
export const referencesOf = async (client: pg.ClientBase): Promise<Reference[]> =>
  (
    await client.query<Reference>(`
      select
        f.relname as "from", t.relname as "to",
        (
          select jsonb_agg(a.attname order by k.at)
          from unnest(c.conkey)
          with ordinality k(num, at)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
        ) as columns,
        (
          select jsonb_agg(a.attname order by k.at)
          from unnest(c.confkey)
          with ordinality k(num, at)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num
        ) as keys
      from pg_constraint c
      join pg_class f on f.oid = c.conrelid
      join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
      order by 1, 2, c.conname
    `)
  ).rows;

const looksSecret =
  /(^|_)(key|sealed|digest|secret|token|hash|salt|password|cipher\w*|envelope|credential|wrapped|shares?)($|_)/;
const holdsText = (type: string): boolean => /^(text|bytea|jsonb|character)/.test(type);

/** Whether a column's name and type are those of a secret: sealed, a digest, a token, a key. */
const isLikeASecret = ({ name, type }: Column): boolean =>
  holdsText(type) && looksSecret.test(name);

const withoutOf = (rule: AgencyTable): Readonly<Record<string, string>> =>
  typeof rule.leaves === "object" && "without" in rule.leaves ? (rule.leaves.without ?? {}) : {};
/** How rows of a table come into a copy; null where none do by the rule alone. */
export const copyingOf = ({
  copied,
}: AgencyTable): Exclude<Copied, string | { not: string }> | null =>
  copied === "as it is" ? {} : "not" in copied ? null : copied;
const changedInCopy = (rule: AgencyTable): string[] => {
  const { madeUp = {}, set = {} } = copyingOf(rule) ?? {};
  return [...Object.keys(madeUp), ...Object.keys(set)];
};

/** Columns that do not leave and are not made up: a copy has nothing there. */
export const emptyInCopy = (rule: AgencyTable): string[] => {
  const changed = new Set(changedInCopy(rule));
  return Object.keys(withoutOf(rule)).filter((column) => !changed.has(column));
};

/** Columns of a table that leave with an agency. */
export const leavingColumns = (table: Described, rule: AgencyTable): Column[] => {
  if (typeof rule.leaves === "object" && "not" in rule.leaves) return [];
  const without = withoutOf(rule);
  return table.columns.filter(({ name }) => !(name in without));
};

const faultsOfRule = (table: Described, rule: AgencyTable): string[] => {
  const named = new Set(table.columns.map(({ name }) => name));
  const said = [
    ...Object.keys(withoutOf(rule)),
    ...changedInCopy(rule),
    ...Object.keys(rule.plain ?? {}),
  ];
  const full = table.columns.filter(
    ({ name, nullable }) => copyingOf(rule) && !nullable && emptyInCopy(rule).includes(name),
  );
  const secrets = leavingColumns(table, rule).filter(
    (column) => isLikeASecret(column) && !rule.plain?.[column.name],
  );
  return [
    ...said
      .filter((column) => !named.has(column))
      .map((column) => `${table.name}.${column}: there is no such column`),
    ...secrets.map(({ name }) => `${table.name}.${name}: looks like a secret and leaves`),
    ...full.map(({ name }) => `${table.name}.${name}: does not leave, and a copy needs it`),
  ];
};

/** Tables of agencies into which whoever makes a copy for practice may write. */
const openToCopies = async (client: pg.ClientBase): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and has_table_privilege('levee_copier', c.oid, 'insert')
      and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'copying_into')
  `);
  return new Set(rows.map(({ name }) => name));
};

/** Words by which people search come by themselves with what is copied. */
const filledByTriggers: ReadonlySet<string> = new Set(["record_words"]);

const faultsOfCopying = ({ table, copied }: AgencyTable, open: ReadonlySet<string>): string[] => {
  const isCopied = typeof copied === "string" || !("not" in copied);
  if (isCopied === open.has(table) || filledByTriggers.has(table)) return [];
  return [
    isCopied
      ? `${table}: is copied for practice, and whoever copies may not write it`
      : `${table}: is not copied for practice, and whoever copies may write it (levee_not_copied)`,
  ];
};

/** What is wrong with the rules, held against the database: a sentence each. */
export const faultsOfRules = async (client: pg.ClientBase): Promise<string[]> => {
  const tables = await describedTables(client);
  const names = new Set(tables.map(({ name }) => name));
  const open = await openToCopies(client);
  const globals = new Map(globalLeaving.map((rule) => [rule.table, rule]));
  const faults = tables.flatMap((table) => {
    if (!table.ofAgencies)
      return globals.has(table.name) ? [] : [`${table.name}: no rule, and it is of no agency`];
    const rule = ruleOf(table.name);
    if (!rule) return [`${table.name}: no rule`];
    return [...faultsOfRule(table, rule), ...faultsOfCopying(rule, open)];
  });
  const gone = [...allAgencyTables(), ...globalLeaving].filter(({ table }) => !names.has(table));
  return [...faults, ...gone.map(({ table }) => `${table}: there is no such table`)];
};

/**
 * Tables in the order in which their rows can be deleted: whoever refers to another comes first. Those
 * that refer to each other in a circle stand in one group.
 */
export const deletionOrder = (
  names: readonly string[],
  references: readonly Reference[],
): string[][] => {
  const known = new Set(names);
  const waitsFor = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of references)
    if (from !== to && known.has(from) && known.has(to)) waitsFor.get(to)!.add(from);
  const order: string[][] = [];
  const left = new Set(names);
  while (left.size > 0) {
    const ready = [...left].filter(
      (name) => ![...waitsFor.get(name)!].some((one) => left.has(one)),
    );
    const next = ready.length > 0 ? ready.map((name) => [name]) : [circleIn(left, waitsFor)];
    for (const group of next) {
      order.push(group);
      group.forEach((name) => left.delete(name));
    }
  }
  return order;
};

/** Tables that wait for each other alone: what one of them reaches, and what reaches it. */
const circleIn = (
  left: ReadonlySet<string>,
  waitsFor: ReadonlyMap<string, ReadonlySet<string>>,
): string[] => {
  const reachedFrom = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const next of waitsFor.get(name)!)
        if (left.has(next) && !seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
    return seen;
  };
  const reached = new Map([...left].map((name) => [name, reachedFrom(name)]));
  const circles = [...left]
    .filter((name) => reached.get(name)!.has(name))
    .map((name) =>
      [...left].filter((one) => reached.get(name)!.has(one) && reached.get(one)!.has(name)),
    );
  return circles.find((circle) =>
    circle.every((name) => [...reached.get(name)!].every((one) => circle.includes(one))),
  )!;
};

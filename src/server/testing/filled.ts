import type pg from "pg";
import { newId } from "#kernel/ids.ts";
import type { ListDefinition } from "../http/list.ts";
import { agencyDay } from "./days.ts";

type Column = { name: string; type: string; needed: boolean };
type Parent = { columns: string[]; table: string; of: string[] };
type Shape = { columns: Column[]; choices: Map<string, string[]>; parents: Parent[] };

// Tries of one row: constraints over several columns are met by chance.
const tries = 400;
// Tables that took no row for those that point to them.
const refused = new Set<string>();
const deepest = 6;

const shapes = new Map<string, Shape>();

/** The columns of a table, what its checks let them be, and to whose rows they point. */
const shapeOf = async (owner: pg.Client, table: string): Promise<Shape> => {
  const known = shapes.get(table);
  if (known) return known;
  const columns = await owner.query<Column>(
    `
      select
        a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull and not a.atthasdef as needed
      from pg_attribute a
      where a.attrelid = $1::regclass
        and a.attnum > 0
        and not a.attisdropped
        and a.attgenerated = ''
        and a.attidentity = ''
    `,
    [table],
  );
  const constraints = await owner.query<{ kind: string; def: string; to: string | null }>(
    `
      select contype as kind, pg_get_constraintdef(oid) as def, confrelid::regclass::text as to
      from pg_constraint
      where conrelid = $1::regclass and contype in ('c', 'f')
    `,
    [table],
  );
  const choices = new Map<string, string[]>();
  const parents: Parent[] = [];
  const names = (text: string) => text.split(",").map((each) => each.trim().replaceAll('"', ""));
  for (const { kind, def, to } of constraints.rows) {
    if (kind === "c") {
      const found = /\(?(\w+)\)? = ANY \(\(?ARRAY\[([^\]]*)\]/.exec(def);
      if (found && !/ OR | AND /.test(def))
        choices.set(
          found[1]!,
          [...found[2]!.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!),
        );
    } else {
      const [, own, theirs] = /FOREIGN KEY \(([^)]*)\) REFERENCES [^(]*\(([^)]*)\)/.exec(def)!;
      if (own !== "org_id") parents.push({ columns: names(own!), table: to!, of: names(theirs!) });
    }
  }
  const shape = { columns: columns.rows, choices, parents };
  shapes.set(table, shape);
  return shape;
};

// Numbers by chance that are the same in every run (mulberry32).
let seed = 49;
const chance = (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let n = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
  return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
};
const any = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;

const valueFor = ({ name, type }: Column, choices: readonly string[] | undefined, n: number) => {
  if (choices?.length) return any(choices);
  if (type === "uuid") return newId();
  if (type.endsWith("[]")) return "{}";
  if (type === "boolean") return any(["true", "false"]);
  if (type === "date") return agencyDay(any([-70, -40, -5, 20]) - n);
  if (type.startsWith("timestamp")) return `${agencyDay(any([-70, -40, -5]) - n)}T12:00:00Z`;
  if (type.startsWith("json")) return any(["{}", "[]"]);
  if (/^(bigint|integer|smallint|numeric|double|real)/.test(type))
    return String(any([1, 2, 12, 10_001 + n * 7]));
  if (/(_|^)(state|country)$/.test(name)) return any(["MN", "US"]);
  if (/sha256|hash/.test(name)) return "a".repeat(64);
  return any([`${name.slice(0, 8)} ${n} ${newId().slice(-6)}`, `${n}${any(["1", "23"])}`]);
};

type Filling = { owner: pg.Client; orgId: string };

const keyJoin = /\bjoin (\w+) (\w+) on ([\s\S]*?)(?= (?:left |inner )?join |$)/g;

/** The rows that a list joins to its first table by their key: `join vendor v on … v.id = t.vendor_id`. */
const joinedIn = ({ from, alias }: ListDefinition): Parent[] =>
  [...from.replaceAll(/\s+/g, " ").matchAll(keyJoin)].flatMap(([, table, other, on]) => {
    const column = new RegExp(`\\b${other}\\.id = ${alias}\\.(\\w+)`).exec(on!)?.[1];
    return column && table !== "person" ? { columns: [column], table: table!, of: ["id"] } : [];
  });

/** A row of a table that somebody's row points to: one that is there, or a new one. */
const rowOf = async (
  { owner, orgId }: Filling,
  { table, of }: Parent,
  depth: number,
): Promise<Record<string, string> | null> => {
  const { columns } = await shapeOf(owner, table);
  const own = columns.some(({ name }) => name === "org_id");
  const { rows } = await owner.query<Record<string, string>>(
    `
      select ${of.map((each) => `"${each}"::text`).join(", ")}
      from ${table} ${own ? "where org_id = $1" : "where $1::uuid is not null"}
      limit 20
    `,
    [orgId],
  );
  if (rows.length) return any(rows);
  if (depth > deepest || refused.has(table)) return null;
  if (!(await fillTable({ owner, orgId }, table, 1, depth + 1))) {
    refused.add(table);
    return null;
  }
  return rowOf({ owner, orgId }, { table, of, columns: [] }, deepest + 1);
};

const oneRow = async (
  filling: Filling,
  table: string,
  n: number,
  depth: number,
  joins: readonly Parent[],
): Promise<Map<string, string>> => {
  const { columns, choices, ...shape } = await shapeOf(filling.owner, table);
  const parents = [...shape.parents, ...joins];
  const row = new Map<string, string>();
  for (const column of columns)
    if (column.needed || (chance() < 0.6 && !parents.some((p) => p.columns.includes(column.name))))
      row.set(column.name, valueFor(column, choices.get(column.name), n));
  if (columns.some(({ name }) => name === "org_id")) row.set("org_id", filling.orgId);
  for (const parent of parents) {
    const needed = parent.columns.some(
      (name) => name !== "org_id" && columns.find((each) => each.name === name)?.needed,
    );
    if (!needed && (parent.table === table || chance() < 0.3)) continue;
    const found = await rowOf(filling, parent, depth);
    if (found) parent.columns.forEach((name, at) => row.set(name, found[parent.of[at]!] as string));
  }
  return row;
};

/**
 * Writes up to `count` rows of an agency into a table as the database's owner, whatever its constraints let
 * them be: values by their types, rows that they point to beside them. No rule of the product is asked: for
 * tests of what reads rows. Gives how many were taken.
 */
const fillTable = async (
  filling: Filling,
  table: string,
  count: number,
  depth = 0,
  joins: readonly Parent[] = [],
): Promise<number> => {
  const { owner } = filling;
  let taken = 0;
  for (let n = 0; n < tries && taken < count; n++) {
    const row = await oneRow(filling, table, taken, depth, joins);
    const names = [...row.keys()];
    try {
      await owner.query(
        `
          insert into ${table} (${names.map((each) => `"${each}"`).join(", ")})
          values (${names.map((_, at) => `$${at + 1}`).join(", ")})
        `,
        [...row.values()],
      );
      taken++;
    } catch {
      // Another row is tried.
    }
  }
  return taken;
};

// What codes a list has words for, its columns hold.
const knowWords = async (owner: pg.Client, { from, columns }: ListDefinition): Promise<void> => {
  const tables = new Map(
    [...from.matchAll(/(?:^\s*|\bjoin )(\w+) (\w+)/g)].map(([, table, alias]) => [alias!, table!]),
  );
  for (const { sql, codes } of Object.values(columns)) {
    const [, alias, name] = /^(\w+)\.(\w+)$/.exec(sql) ?? [];
    const table = alias && tables.get(alias);
    if (!table || !codes || typeof codes === "function") continue;
    const { choices } = await shapeOf(owner, table);
    if (!choices.has(name!)) choices.set(name!, Object.keys(codes));
  }
};

/** The same for the first table of a list, with the rows that the list joins to it. */
export const fillList = async (
  filling: Filling,
  list: ListDefinition,
  count: number,
): Promise<number> => {
  await knowWords(filling.owner, list);
  return fillTable(filling, /^\s*(\w+)/.exec(list.from)![1]!, count, 0, joinedIn(list));
};

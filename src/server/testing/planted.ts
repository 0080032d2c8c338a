import type pg from "pg";
import { newId } from "#kernel/ids.ts";
import { describedTables, type Described } from "#server/agency-tables/catalogue.ts";

type Options = ReadonlyMap<string, string[]>;

/** The values that a check lets a column be, by column. */
const optionsOf = async (owner: pg.ClientBase, table: string): Promise<Options> => {
  const { rows } = await owner.query<{ def: string }>(
    `
      select pg_get_constraintdef(oid) as def
      from pg_constraint
      where conrelid = $1::regclass and contype = 'c'
    `,
    [`public."${table}"`],
  );
  const found = new Map<string, string[]>();
  for (const { def } of rows) {
    const list = /\(?(\w+)\)? = ANY \(\(?ARRAY\[([^\]]*)\]/.exec(def);
    if (list)
      found.set(
        list[1]!,
        [...list[2]!.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!),
      );
  }
  return found;
};

let serial = 0;
/** A word that stands nowhere else: whoever finds it knows from which column it came. */
export const canaryOf = (table: string, column: string, mark: string): string =>
  `canary ${mark} ${table} ${column}`;

type Planting = { orgId: string; mark: string };

const valueOf = (
  table: string,
  { name, type }: Described["columns"][number],
  options: Options,
  { orgId, mark }: Planting,
): unknown => {
  const n = ++serial;
  if (name === "org_id") return orgId;
  if (type.endsWith("[]")) return "{}";
  if (options.has(name)) return options.get(name)![0];
  // What is under seal is planted under seal.
  if (name === "opened_at" || name === "revealed_at") return null;
  if (type === "uuid") return newId();
  if (name === "sha256") return n.toString(16).padStart(64, "0");
  if (/^(integer|bigint|smallint|numeric|double)/.test(type)) return (n % 27) + 1;
  if (type === "boolean") return false;
  const late = /^(end|expire|until|to_)/.test(name);
  if (type === "date") return late ? "2031-01-02" : "2030-01-02";
  if (type.startsWith("timestamp")) return late ? "2031-01-02T00:00:00Z" : "2030-01-02T00:00:00Z";
  if (type.startsWith("time")) return "08:00";
  if (type === "jsonb") return JSON.stringify({ said: canaryOf(table, name, mark) });
  if (type === "bytea") return "\\x00";
  if (type === "xid8") return "1";
  if (type.startsWith("character")) return "A";
  return type === "text" ? canaryOf(table, name, mark) : null;
};

const insert = async (
  owner: pg.ClientBase,
  table: string,
  values: readonly (readonly [string, unknown])[],
): Promise<boolean> => {
  const names = values.map(([name]) => `"${name}"`).join(", ");
  const marks = values.map((_, n) => `$${n + 1}`).join(", ");
  await owner.query("savepoint planting");
  try {
    await owner.query(
      `insert into "${table}" (${names}) values (${marks})`,
      values.map(([, value]) => value),
    );
    return true;
  } catch {
    await owner.query("rollback to savepoint planting");
    return false;
  }
};

/**
 * Plants a row of an agency in a table, without references and triggers: with a canary in every column
 * of words where its checks allow, else with what it must have. Gives the columns with a canary; null
 * where the table takes no such row. In a transaction of the database's owner.
 */
const plantRow = async (
  owner: pg.ClientBase,
  table: Described,
  planting: Planting,
): Promise<string[] | null> => {
  const options = await optionsOf(owner, table.name);
  const value = (column: Described["columns"][number]) =>
    [column.name, valueOf(table.name, column, options, planting)] as const;
  const needed = new Set(["org_id", ...table.key]);
  const all = table.columns.map(value).filter(([, of]) => of !== null);
  const words = table.columns
    .filter(
      ({ type, name }) =>
        (type === "text" || type === "jsonb") && !options.has(name) && name !== "sha256",
    )
    .map(({ name }) => name);
  if (await insert(owner, table.name, all)) return words;
  const least = table.columns
    .filter(({ name, nullable }) => needed.has(name) || !nullable)
    .map(value);
  const withWords = [...least, ...all.filter(([name]) => words.includes(name))];
  const once = [...new Map(withWords).entries()];
  if (await insert(owner, table.name, once)) return words;
  if (await insert(owner, table.name, least))
    return words.filter((name) => least.some(([of]) => of === name));
  const short = least.map(([name, of]) => [name, words.includes(name) ? "AB12" : of] as const);
  return (await insert(owner, table.name, short)) ? [] : null;
};

/** Plants a row of an agency in every table of agencies that takes one; gives the columns with a canary, by table. */
export const plantEverywhere = async (
  owner: pg.ClientBase,
  planting: Planting,
  except: readonly string[] = [],
): Promise<Map<string, string[]>> => {
  const planted = new Map<string, string[]>();
  await owner.query("begin");
  await owner.query("set local session_replication_role = replica");
  for (const table of await describedTables(owner)) {
    if (!table.ofAgencies || except.includes(table.name)) continue;
    const words = await plantRow(owner, table, planting);
    if (words) planted.set(table.name, words);
  }
  await owner.query("commit");
  return planted;
};

import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getViewConfig, PgTable, PgView } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { withOwner } from "./owner.ts";

const db = withOwner();

const types: Readonly<Record<string, string>> = {
  PgUUID: "uuid",
  PgText: "text",
  PgBigInt53: "int8",
  PgInteger: "int4",
  PgBoolean: "bool",
  PgDateString: "date",
  PgTimestampString: "timestamptz",
  PgNumeric: "numeric",
  PgJsonb: "jsonb",
  PgDoublePrecision: "float8",
  PgJson: "json",
  PgTime: "time",
};
const files = readdirSync(new URL("../src", import.meta.url), { recursive: true })
  .map(String)
  .filter((f) => f.endsWith(".tables.ts"));

const described = async (): Promise<unknown[]> => {
  const modules = await Promise.all(
    files.map(
      (f) =>
        import(new URL(`../src/${f}`, import.meta.url).href) as Promise<Record<string, unknown>>,
    ),
  );
  return modules.flatMap((m) => Object.values(m));
};
const tables = async (): Promise<PgTable[]> =>
  (await described()).filter((v): v is PgTable => is(v, PgTable));

/**
 * The database's name of a column's type; a list's is that of its elements behind an underscore.
 */
const typeOf = (column: {
  columnType: string;
  getSQLType: () => string;
  baseColumn?: { columnType: string };
}): string | undefined => {
  if (column.columnType === "PgCustomColumn") return column.getSQLType();
  return column.columnType === "PgArray"
    ? `_${types[column.baseColumn!.columnType]}`
    : types[column.columnType];
};

type Stored = { name: string; type: string; nullable: boolean };

test("every table definition says what the migrations made: the same columns, types and nulls", async () => {
  const defined = await tables();
  expect(defined.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const table of defined) {
    const name = getTableName(table);
    const { rows } = await db.owner.query<Stored>(
      `
        select a.attname as name, t.typname as type, not a.attnotnull as nullable
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_type t on t.oid = a.atttypid
        where n.nspname = 'public' and c.relname = $1 and a.attnum > 0 and not a.attisdropped
      `,
      [name],
    );
    const stored = new Map(rows.map((r) => [r.name, r]));
    for (const column of Object.values(getTableColumns(table))) {
      const found = stored.get(column.name);
      stored.delete(column.name);
      if (!found) wrong.push(`${name}.${column.name} is defined but no migration makes it`);
      else if (typeOf(column) !== found.type)
        wrong.push(`${name}.${column.name}: ${column.columnType} against ${found.type}`);
      else if (found.nullable === column.notNull)
        wrong.push(
          `${name}.${column.name}: ${found.nullable ? "may be null in the database only" : "may not be null in the database"}`,
        );
    }
    for (const left of stored.keys())
      wrong.push(`${name}.${left} is in the database but not defined`);
  }
  expect(wrong).toEqual([]);
});

test("every table and view of the database is described, once, by the area that owns it", async () => {
  const all = await described();
  const names = [
    ...all.filter((v): v is PgTable => is(v, PgTable)).map(getTableName),
    ...all.filter((v): v is PgView => is(v, PgView)).map((view) => getViewConfig(view).name),
  ];
  const { rows } = await db.owner.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    order by 1
  `);
  expect(names.toSorted()).toEqual(rows.map((row) => row.name).toSorted());
});

import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { globalTables } from "#server/db/scopes/global-tables.ts";
import { bind } from "#server/db/sql.ts";
import { withOwner } from "./owner.ts";

const db = withOwner();

const agencyTables = async (): Promise<string[]> =>
  (
    await db.owner.query(
      `
        select c.relname as name
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public'
          and c.relkind = 'r'
          and c.relname <> all ($1)
          and exists (
            select 1
            from information_schema.role_table_grants g
            where g.table_name = c.relname
              and g.grantee = 'levee_app'
              and g.privilege_type = 'SELECT'
          )
        order by 1
      `,
      [globalTables],
    )
  ).rows.map((r) => r.name as string);

/**
 * Rows of `table` that one agency sees of another's: the row is stored without checks of
 * references, so that every table can be probed.
 */
const leaks = async (table: string): Promise<number> => {
  const mine = newId();
  const { n } = await db.t.database
    .read({ orgId: mine, personId: newId() })
    .one<{ n: number }>(bind(`select count(*) as n from "${table}"`, []));
  return n;
};

const literal = (type: string, name: string, check: string | null): string => {
  const options = check ? /\(ARRAY\[([^\]]+)\]/.exec(check)?.[1] : undefined;
  if (options)
    return options
      .split(",")[0]!
      .trim()
      .replace(/::\w+.*$/, "");
  if (type === "uuid") return `'${newId()}'`;
  if (["int4", "int8", "numeric", "float8", "int2"].includes(type)) return "1";
  if (type === "bool") return "false";
  if (type === "date") return name.startsWith("end") ? "'2031-01-02'" : "'2030-01-02'";
  if (type === "timestamptz")
    return name.startsWith("end") || name.startsWith("expires") ? "'2031-01-02'" : "'2030-01-02'";
  if (type === "jsonb") return "'{}'";
  if (type === "bytea") return "'\\x00'";
  if (type.startsWith("_")) return "'{}'";
  if (type === "xid8") return "'1'";
  return `'${name === "sha256" ? "a".repeat(64) : "AB12"}'`;
};

type Column = { name: string; type: string; required: boolean; check: string | null };

const plant = async (table: string): Promise<boolean> => {
  const { rows } = await db.owner.query<Column>(
    `
      select
        a.attname as name, y.typname as type,
        a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
        (
          select pg_get_constraintdef(k.oid)
          from pg_constraint k
          where k.conrelid = c.oid
            and k.contype = 'c'
            and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%ARRAY[%'
          limit 1
        ) as check
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type y on y.oid = a.atttypid
      where c.relname = $1
        and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0
        and not a.attisdropped
        and a.attgenerated = ''
    `,
    [table],
  );
  const columns = rows.filter((r) => r.required || r.name === "org_id");
  try {
    await db.owner.query(
      `insert into "${table}" (${columns.map((c) => `"${c.name}"`).join(", ")}) values (${columns.map((c) => literal(c.type, c.name, c.check)).join(", ")})`,
    );
    return true;
  } catch {
    return false;
  }
};

test("with every policy in place no table shows another agency's rows; with any one policy opened, its table does", async () => {
  const tables = await agencyTables();
  expect(tables.length).toBeGreaterThan(40);
  await db.owner.query("set session_replication_role = replica");
  const planted: string[] = [];
  for (const table of tables) {
    if (await plant(table)) planted.push(table);
  }
  const silent: string[] = [];
  for (const table of planted) {
    expect(await leaks(table), `${table} shows another agency's rows`).toBe(0);
    const { rows } = await db.owner.query(
      `
        select polname, pg_get_expr(polqual, polrelid) as using
        from pg_policy
        where polrelid = $1::regclass and polname = 'agency'
      `,
      [`public.${table}`],
    );
    if (rows.length === 0) continue;
    await db.owner.query(`alter policy agency on "${table}" using (true)`);
    if ((await leaks(table)) === 0) silent.push(table);
    await db.owner.query(`alter policy agency on "${table}" using (${rows[0].using})`);
  }
  expect(planted.length / tables.length).toBeGreaterThan(0.8);
  // A further restrictive policy (a person's own rows) may hide them still: that is a second wall,
  // not a silent test.
  const { rows: walled } = await db.owner.query(
    `
      select c.relname as name
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
      where not p.polpermissive
    `,
  );
  expect(silent.filter((s) => !walled.some((w) => w.name === s))).toEqual([]);
});

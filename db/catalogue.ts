import { createHash } from "node:crypto";
import type pg from "pg";

const ours = "'public'::regnamespace";
/** What no extension brought. */
const own = (catalogue: string, oid: string) => `
  not exists (
    select
    from pg_depend d
    where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e'
  )`;
/** Who else may do what: the owner's own rights differ from one PostgreSQL to the next. */
const rights = (column: string) => `
  (
    select array_agg(x::text order by x::text)
    from unnest(${column}) x
    where x::text not like current_user || '=%'
  )::text`;
const owner = (column: string) =>
  `case when ${column} = current_user::regrole then 'owner' else ${column}::regrole::text end`;

/** What is read of each kind, in the words that PostgreSQL 15 to 18 give alike. */
const queries: Readonly<Record<string, string>> = {
  extensions: "select extname from pg_extension",
  relations: `
    select
      relname, relkind, relpersistence, ${owner("relowner")}, relrowsecurity, relforcerowsecurity,
      relreplident, reloptions::text, ${rights("relacl")}, am.amname
    from pg_class c
    left join pg_am am on am.oid = c.relam
    where relnamespace = ${ours} and ${own("pg_class", "c.oid")}
  `,
  columns: `
    select
      c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      a.attstorage, coalesce(a.attstattarget, -1), a.attoptions::text,
      pg_get_expr(d.adbin, d.adrelid), ${rights("a.attacl")}
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${ours}
      and c.relkind in ('r', 'p', 'v')
      and a.attnum > 0
      and not a.attisdropped
  `,
  constraints: `
    select
      conrelid::regclass::text, conname, contype, condeferrable, condeferred, convalidated,
      pg_get_constraintdef(oid)
    from pg_constraint
    where connamespace = ${ours} and contype <> 'n'
  `,
  indexes: `
    select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid), i.indisvalid
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${ours}
  `,
  functions: `
    select
      p.oid::regprocedure::text, pg_get_functiondef(p.oid), ${owner("proowner")},
      ${rights("proacl")}
    from pg_proc p
    where pronamespace = ${ours} and ${own("pg_proc", "p.oid")}
  `,
  triggers: `
    select tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled
    from pg_trigger
    where not tgisinternal
  `,
  views: `
    select c.relname, regexp_replace(pg_get_viewdef(c.oid), '\\w+\\.', '', 'g')
    from pg_class c
    where relkind = 'v' and relnamespace = ${ours} and ${own("pg_class", "c.oid")}
  `,
  policies: `
    select
      polrelid::regclass::text, polname, polcmd, polpermissive,
      (select array_agg(r::regrole::text order by r::regrole::text) from unnest(polroles) r)::text,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)
    from pg_policy
  `,
  comments: `
    select objoid::regclass::text, objsubid > 0, description
    from pg_description
    where classoid = 'pg_class'::regclass
      and objoid in (select oid from pg_class where relnamespace = ${ours})
  `,
};

/** The rows of every table but the migrations', without the moments at which they came. */
const rowsOf = async (client: pg.Client): Promise<string[]> => {
  const found: string[] = [];
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relkind = 'r' and relnamespace = ${ours} and relname <> 'levee_migration'
  `);
  await client.query("begin");
  for (const { name } of tables) {
    await client.query(`alter table "${name}" no force row level security`);
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(x) - 'updated_at' - 'created_at' as row from "${name}" x`,
    );
    found.push(...rows.map(({ row }) => JSON.stringify([name, row])));
  }
  await client.query("rollback");
  return found;
};

/** Everything that a schema holds, by kind, as sorted lines. */
export const catalogueOf = async (client: pg.Client): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  const { rows: me } = await client.query<{ name: string }>("select current_user as name");
  for (const [kind, text] of Object.entries(queries)) {
    const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
    found[kind] = rows
      .map((row) => JSON.stringify(row).replaceAll(`/${me[0]!.name}`, ""))
      .toSorted();
  }
  return { ...found, rows: (await rowsOf(client)).toSorted() };
};

/** How many of each kind there are, and a hash of them. */
export const summaryOf = (catalogue: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogue).map(([kind, lines]) => [
      kind,
      `${lines.length} ${createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16)}`,
    ]),
  );

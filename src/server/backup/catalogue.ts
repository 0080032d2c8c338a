import type pg from "pg";

/** A table as the database describes it: what is generated is made anew, not copied. */
export type Table = { name: string; columns: string[] };

/**
 * What a transaction's number becomes in a backup: numbers of one server mean nothing to another.
 * Sealed entries of the audit record stand before the sequencer's place, the others behind it.
 */
const numbered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_entry: {
    xid: "case when exists (select 1 from audit_leaf l where l.org_id = t.org_id and l.entry_id = t.id) then '1' else '2' end",
  },
  audit_sequencer: { after_xid: "'1'", after_id: "'ffffffff-ffff-ffff-ffff-ffffffffffff'" },
  outbox_event: { xid: "'1'" },
  agency_change: { xid: "'1'" },
};

/** Not copied: a restore writes these anew. */
const notCopied = ["levee_migration"];

/** The tables of the product, with the columns that are copied; what a machine knows of itself alone (unlogged) is not. */
export const tablesOf = async (client: pg.Client): Promise<Table[]> =>
  (
    await client.query<Table>(
      `
        select
          c.relname as name,
          array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where n.nspname = 'public'
          and c.relkind = 'r'
          and c.relpersistence = 'p'
          and c.relname <> all($1)
        group by c.relname
        order by c.relname
      `,
      [notCopied],
    )
  ).rows;

/** Columns that hold a transaction's number and have no rule for it: a backup of them would lie. */
export const unnumbered = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ table: string; column: string }>(`
      select c.relname as "table", a.attname as "column"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname = 'public' and c.relkind = 'r' and a.atttypid = 'xid8'::regtype
      order by 1, 2
    `)
  ).rows
    .filter(({ table, column }) => !numbered[table]?.[column])
    .map(({ table, column }) => `${table}.${column}`);

const quoted = (name: string) => `"${name}"`;

/** The statement by which a table's rows leave. */
export const copyOut = ({ name, columns }: Table): string => {
  const rules = numbered[name];
  if (!rules) return `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`;
  const picked = columns.map((column) => rules[column] ?? `t.${quoted(column)}`);
  return `copy (select ${picked.join(", ")} from ${quoted(name)} t) to stdout`;
};

/** The statement by which a table's rows come back. */
export const copyIn = ({ name, columns }: Table): string =>
  `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`;

/** Sequences with the number that each gives next. */
export const sequencesOf = async (client: pg.Client) =>
  (
    await client.query<{ name: string; next: string }>(`
      select sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
      from pg_sequences
      where schemaname = 'public'
      order by sequencename
    `)
  ).rows;

/** Foreign keys of the product's tables, with the words that make each; a month's are its table's. */
export const foreignKeysOf = async (client: pg.Client) =>
  (
    await client.query<{ table: string; name: string; definition: string }>(`
      select
        c.conrelid::regclass::text as "table", c.conname as name,
        pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
      where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
      order by 1, 2
    `)
  ).rows;

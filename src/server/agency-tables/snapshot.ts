import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Readable } from "node:stream";
import type { Instant } from "#kernel/time.ts";
import { ruleOf } from "./agency-tables.ts";
import {
  describedTables,
  leavingColumns,
  referencesOf,
  type Described,
  type Reference,
} from "./catalogue.ts";
import { globalLeaving } from "./global.leaving.data.ts";
import { sequencerOf } from "../audit/sequencer.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** What of an agency stays out, with its reason. */
export type LeftOut = {
  /** Tables of which nothing leaves, with how many rows they have. */
  tables: { table: string; rows: number; why: string }[];
  columns: { table: string; column: string; why: string }[];
  /** Rows of tables that leave else. */
  rows: { table: string; rows: number; why: string }[];
  files: { name: string; sha256: string; why: string }[];
};

/** A table whose rows leave: which of its columns, and which of its rows (SQL, `t` being the table). */
export type Leaving = {
  name: string;
  columns: Described["columns"];
  key: string[];
  those: string;
  rows: number;
};
/** A stored content with the name of one of the files that have it; bytes. */
export type LeavingFile = { sha256: string; name: string; mediaType: string; size: number };

/** One instant of an agency's records, held open until `close`. */
export type Snapshot = {
  at: Instant;
  agency: string;
  tables: Leaving[];
  files: LeavingFile[];
  leftOut: LeftOut;
  references: Reference[];
  /** Bytes that the rows take in the database, about. */
  rowBytes: number;
  /** The rows of a table as lines of JSON, and how many came when it has ended. */
  rowsOf: (table: Leaving) => Readable & { rowCount: number };
  close: () => Promise<void>;
};

const pools = new WeakMap<Database, pg.Pool>();
/** The connections of whoever takes an agency's records along: they read, and stand behind all others. */
const takerPool = (database: Database): pg.Pool => {
  let pool = pools.get(database);
  if (!pool) pools.set(database, (pool = database.poolAs("levee_taker", { max: 2, behind: true })));
  return pool;
};

const quoted = (name: string) => `"${name}"`;
/** Ids alone stand in these texts: a copy takes no parameters. */
const literal = (orgId: string): string => {
  if (!/^[0-9a-f-]{36}$/.test(orgId)) throw new Error("not an agency's id");
  return `'${orgId}'::uuid`;
};

const ofAgency = (orgId: string) => `t.org_id = ${literal(orgId)}`;

const planned = (tables: readonly Described[], orgId: string): Leaving[] => {
  const global = new Map(globalLeaving.map((rule) => [rule.table, rule.leaves]));
  return tables.flatMap((table) => {
    const { name, key } = table;
    if (!table.ofAgencies) {
      const leaves = global.get(name);
      if (!leaves || "not" in leaves) return [];
      const columns = table.columns.filter((column) => leaves.columns.includes(column.name));
      return [
        { name, key, columns, rows: 0, those: leaves.those.replaceAll("$1", literal(orgId)) },
      ];
    }
    const rule = ruleOf(name);
    if (!rule) throw new Error(`no rule for what leaves of ${name}`);
    const columns = leavingColumns(table, rule);
    if (columns.length === 0) return [];
    const part = typeof rule.leaves === "object" && "rows" in rule.leaves && rule.leaves.rows;
    const those = part ? `${ofAgency(orgId)} and (${part.those})` : ofAgency(orgId);
    return [{ name, key, columns, rows: 0, those }];
  });
};

const countOf = async (client: pg.ClientBase, name: string, those: string): Promise<number> =>
  Number(
    (
      await client.query<{ n: string }>(
        `select count(*)::text as n from ${quoted(name)} t where ${those}`,
      )
    ).rows[0]!.n,
  );

/** What the rules keep back, with how many rows it is. */
const keptBack = async (
  client: pg.ClientBase,
  tables: readonly Described[],
  leaving: readonly Leaving[],
  { orgId, beat }: { orgId: string; beat: () => Promise<void> },
): Promise<LeftOut> => {
  const goes = new Map(leaving.map((table) => [table.name, table.rows]));
  const out: LeftOut = { tables: [], columns: [], rows: [], files: [] };
  for (const { name, ofAgencies } of tables) {
    const rule = ofAgencies ? ruleOf(name) : null;
    if (!rule || rule.leaves === "whole") continue;
    await beat();
    const all = await countOf(client, name, ofAgency(orgId));
    if ("not" in rule.leaves) out.tables.push({ table: name, rows: all, why: rule.leaves.not });
    else {
      const { without = {}, rows } = rule.leaves;
      for (const [column, why] of Object.entries(without))
        out.columns.push({ table: name, column, why });
      const gone = goes.get(name) ?? 0;
      if (rows && all > gone) out.rows.push({ table: name, rows: all - gone, why: rows.why });
    }
  }
  return out;
};

const filesOf = async (client: pg.ClientBase, orgId: string): Promise<LeavingFile[]> =>
  (
    await client.query<LeavingFile>(
      `
        select distinct on (sha256) sha256, name, media_type as "mediaType", size::float8 as size
        from stored_file
        where org_id = $1
        order by sha256, created_at, id
      `,
      [orgId],
    )
  ).rows;

// A table's share of its pages, by its share of rows as the database last counted them.
const bytesOf = async (client: pg.ClientBase, tables: readonly Leaving[]): Promise<number> => {
  const { rows } = await client.query<{ name: string; width: number }>(
    `
      select c.relname as name, (pg_table_size(c.oid) / greatest(c.reltuples, 1))::float8 as width
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relkind = 'r'
    `,
    [tables.map(({ name }) => name)],
  );
  const width = new Map(rows.map((row) => [row.name, Math.min(row.width, 20_000)]));
  return tables.reduce((sum, { name, rows: n }) => sum + n * (width.get(name) ?? 500), 0);
};

const begin = async (client: pg.ClientBase, orgId: string) => {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("select set_config('levee.org', $1, true)", [orgId]);
  const { rows } = await client.query<{ at: Instant; agency: string }>(
    `
      select
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        name as agency
      from organization
      where id = $1
    `,
    [orgId],
  );
  if (!rows[0]) throw new Error("no such agency");
  return rows[0];
};

/**
 * Holds one instant of an agency's records, as a role that reads that agency and writes nothing.
 * Nothing of it is in memory: rows are read when their turn comes. `beat` is asked while rows are
 * counted, and ends it by throwing.
 */
export const takeSnapshot = async (
  database: Database,
  orgId: string,
  beat: () => Promise<void>,
): Promise<Snapshot> => {
  const client = await takerPool(database).connect();
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    const broken = await client.query("rollback").then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(broken);
  };
  try {
    const { at, agency } = await begin(client, orgId);
    const described = await describedTables(client);
    const tables = planned(described, orgId);
    for (const table of tables) {
      await beat();
      table.rows = await countOf(client, table.name, table.those);
    }
    return {
      at,
      agency,
      tables,
      files: await filesOf(client, orgId),
      references: await referencesOf(client),
      leftOut: await keptBack(client, described, tables, { orgId, beat }),
      rowBytes: await bytesOf(client, tables),
      rowsOf: ({ name, columns, those }) => {
        const picked = columns.map((column) => `t.${quoted(column.name)}`).join(", ");
        const rows = `select ${picked} from ${quoted(name)} t where ${those}`;
        // JSON has no control characters: with these two nothing is quoted, and a line is a row.
        const form = "(format csv, quote e'\\x01', delimiter e'\\x02')";
        return client.query(
          copyTo(`copy (select row_to_json(r) from (${rows}) r) to stdout ${form}`),
        );
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * How far the ledger of the scope's agency is sealed, with everything that was written before: the size
 * of a checkpoint; null while nothing is in it. 503 `audit_pending` after a minute.
 */
export const sealedLedger = async (database: Database, orgId: string): Promise<number | null> => {
  const newest = await database.read({ orgId, personId: null }).maybe<{ id: string }>(sql`
    select id
    from audit_entry
    where org_id = ${orgId}
    order by id desc
    limit 1
  `);
  if (!newest) return null;
  const sequencer = await sequencerOf(database);
  return (await sequencer.waitForInclusion(orgId, newest.id, 60_000)).size;
};

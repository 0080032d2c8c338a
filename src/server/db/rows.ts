import {
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
} from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { notFound } from "#kernel/errors.ts";
import type { Day, DayText, Instant, InstantText } from "#kernel/time.ts";
import { onOneLine, bind, columnOf, snake, sql, type Sql } from "./sql.ts";
import type { Db } from "./db.ts";
import type { WireTx as Tx } from "./wire/tx.ts";

type Plain<V> = V extends Day ? DayText : V extends Instant ? InstantText : V;
/** Values as they are written: days and instants may be plain text, but never one in place of the other. */
export type Written<R> = { [K in keyof R]: Plain<R[K]> };
/** A row as it is inserted. */
export type NewRow<T extends PgTable> = Written<InferInsertModel<T>>;

type Column = {
  key: string;
  name: string;
  json: boolean;
  type: string;
};
/**
 * The columns that a statement gives, always the same object for the same columns, with the texts
 * that were built for them.
 */
type Given = {
  readonly columns: readonly Column[];
  /** Those that a change may set. */ readonly changed: readonly Column[];
  readonly texts: Map<string, string>;
};
type Shape = {
  name: string;
  columns: readonly Column[];
  byKey: ReadonlyMap<string, Column>;
  hasVersion: boolean;
  readonly given: Map<number | string, Given>;
  readonly selects: Map<string, string>;
};
const shapes = new WeakMap<PgTable, Shape>();
const quote = (name: string) => `"${name}"`;

/** Names and columns of a table definition, computed once. */
export const shapeOf = (table: PgTable): Shape => {
  let shape = shapes.get(table);
  if (!shape) {
    const columns = Object.entries(getTableColumns(table)).map(([key, c]) => ({
      key,
      name: c.name,
      json: c.columnType === "PgJsonb",
      type: c.getSQLType(),
    }));
    shape = {
      name: getTableName(table),
      columns,
      byKey: new Map(columns.map((c) => [c.key, c])),
      hasVersion: columns.some((c) => c.key === "version"),
      given: new Map(),
      selects: new Map(),
    };
    shapes.set(table, shape);
    for (const c of columns)
      if (c.name !== snake(c.key))
        throw new Error(`${shape.name}.${c.name} is not the snake case of ${c.key}`);
  }
  return shape;
};

const value = (column: Column, v: unknown) =>
  column.json && v !== null && v !== undefined ? JSON.stringify(v) : v;
const isGiven = (v: unknown) => v !== undefined;
const unchanged = new Set(["orgId", "id", "version", "updatedAt"]);
// As many columns as a number has exact bits.
const mostBits = 53;
const given = (shape: Shape, values: Record<string, unknown>): Given => {
  const { columns } = shape;
  let key: number | string = 0;
  if (columns.length > mostBits)
    key = columns.map((c) => (isGiven(values[c.key]) ? 1 : 0)).join("");
  else
    for (let i = 0, bit = 1; i < columns.length; i++, bit *= 2)
      if (isGiven(values[columns[i]!.key])) key += bit;
  let found = shape.given.get(key);
  if (!found) {
    const mine = columns.filter((c) => isGiven(values[c.key]));
    shape.given.set(
      key,
      (found = {
        columns: mine,
        changed: mine.filter((c) => !unchanged.has(c.key)),
        texts: new Map(),
      }),
    );
  }
  return found;
};
const textOf = (texts: Map<string, string>, kind: string, build: () => string): string => {
  let text = texts.get(kind);
  if (text === undefined) texts.set(kind, (text = onOneLine(build()).trim()));
  return text;
};
const namesOf = (columns: readonly Column[]) => columns.map((c) => quote(c.name)).join(", ");
const valuesOf = (columns: readonly Column[], row: Record<string, unknown>): unknown[] =>
  columns.map((c) => value(c, row[c.key]));

/**
 * The insert statement of one row; keys that the table does not have are ignored, undefined ones
 * take the default.
 */
export const insertSql = <T extends PgTable>(
  table: T,
  values: NewRow<T>,
  tail: " returning *" | "" = " returning *",
): Sql => {
  const shape = shapeOf(table);
  const { columns, texts } = given(shape, values);
  return bind(
    textOf(
      texts,
      tail,
      () => `
        insert into ${quote(shape.name)} (${namesOf(columns)})
        values (${columns.map((_, i) => `$${i + 1}`).join(", ")})${tail}
      `,
    ),
    valuesOf(columns, values),
  );
};

/** Inserts one row in the scope's agency and returns it as stored. */
export const insertRow = async <T extends PgTable>(
  tx: Tx,
  table: T,
  values: NewRow<T>,
): Promise<InferSelectModel<T>> => tx.one<InferSelectModel<T>>(insertSql(table, values));

// A counter's first number inserts it; later ones only count, which is cheaper than to find that it
// cannot be inserted.
const counted = {
  first: `
    insert into record_counter (org_id, kind, year, last)
    values ($1, $2, $3, 1)
    on conflict (org_id, kind, year)
    do update set last = record_counter.last + 1
    returning last::text as last
  `,
  next: `
    update record_counter
    set last = last + 1
    where org_id = $1 and kind = $2 and year = $3
    returning last::text as last
  `,
};
const numberedText = (shape: Shape, { columns, texts }: Given, way: keyof typeof counted): string =>
  textOf(
    texts,
    way,
    () => `
      with counted as (${counted[way]})
      insert into ${quote(shape.name)} (${namesOf(columns)}, number)
      select
        ${columns.map((c, i) => `$${i + 4}::${c.type}`).join(", ")},
        concat($2::text, '-', $3::int, '-', lpad(last, greatest(5, length(last)), '0'))
      from counted
      returning *
    `,
  );

const counterKey = (tx: Tx, kind: string, year: number) => `${tx.scope.orgId} ${kind} ${year}`;

/**
 * Waits until nobody else in this process numbers the same kind, which spares the database their
 * waiting for the counter's row.
 */
export const turnToNumber = async (tx: Tx, kind: string, year: number): Promise<void> => {
  const turn = tx.counting?.turn(counterKey(tx, kind, year));
  if (turn) await turn;
};

/**
 * Inserts one row under the next gapless number of its kind, such as REQ-2027-00042 (`year` is the
 * fiscal year). Everyone who numbers the same kind waits until this transaction ends.
 */
export const insertNumbered = async <T extends PgTable>(
  tx: Tx,
  table: T,
  kind: string,
  year: number,
  values: Omit<NewRow<T>, "number">,
): Promise<InferSelectModel<T>> => {
  const shape = shapeOf(table);
  const row = values as Record<string, unknown>;
  const found = given(shape, row);
  const counter = counterKey(tx, kind, year);
  const turn = tx.counting?.turn(counter);
  if (turn) await turn;
  return tx.one<InferSelectModel<T>>(
    bind(numberedText(shape, found, tx.counting?.isStored(counter) ? "next" : "first"), [
      tx.scope.orgId,
      kind,
      year,
      ...valuesOf(found.columns, row),
    ]),
  );
};

/**
 * The next gapless number of a kind for a row that was stored before it had one (a bill that goes out),
 * such as HB-2027-00042. Everyone who numbers the same kind waits until this transaction ends, which must store it.
 */
export const takeNumber = async (tx: Tx, kind: string, year: number): Promise<string> => {
  await turnToNumber(tx, kind, year);
  const { last } = await tx.one<{ last: string }>(sql`
    insert into record_counter (org_id, kind, year, last)
    values (${tx.scope.orgId}, ${kind}, ${year}, 1)
    on conflict (org_id, kind, year)
    do update set last = record_counter.last + 1
    returning last::text as last
  `);
  return `${kind}-${year}-${last.padStart(5, "0")}`;
};

const isPlain = (v: unknown) =>
  v === null || typeof v === "string" || typeof v === "number" || typeof v === "boolean";

// The values of each column, or null where a row gives other columns, or a value that no list of
// its type can hold.
const columnsOf = (
  shape: Shape,
  columns: readonly Column[],
  rows: readonly Record<string, unknown>[],
): unknown[][] | null => {
  const found = columns.map((): unknown[] => []);
  for (const row of rows) {
    let at = 0;
    for (const column of shape.columns) {
      const v = row[column.key];
      const mine = columns[at] === column;
      if (isGiven(v) !== mine) return null;
      if (!mine) continue;
      const sent = value(column, v);
      if (!isPlain(sent) || column.type.endsWith("]")) return null;
      found[at++]!.push(sent);
    }
  }
  return found;
};

/**
 * Inserts many rows in one statement, where they give the same columns and plain values (else one
 * by one, pipelined). Nothing is read back: the lines of a document are known to who writes them.
 */
export const insertRows = async <T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const shape = shapeOf(table);
  const { columns, texts } = given(shape, rows[0]!);
  const values = rows.length > 1 ? columnsOf(shape, columns, rows) : null;
  if (!values)
    return void (await Promise.all(rows.map((row) => tx.rows(insertSql(table, row, "")))));
  const text = textOf(
    texts,
    "many",
    () => `
      insert into ${quote(shape.name)} (${namesOf(columns)})
      select *
      from unnest(${columns.map((c, i) => `$${i + 1}::${c.type}[]`).join(", ")})
    `,
  );
  await tx.rows(bind(text, values.map(columnOf)));
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Changes the given columns of one row of the scope's agency, counts `version` up where the table
 * has it, returns the row; 404 when there is none.
 */
export const updateRow = <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  patch: Partial<NewRow<T>>,
): Promise<InferSelectModel<T>> => change(tx, table, id, patch, "update");

/**
 * The same within the row's creation, which is one version: what its own lines told is added to a
 * row that this transaction has just inserted.
 */
export const completeRow = <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  patch: Partial<NewRow<T>>,
): Promise<InferSelectModel<T>> => change(tx, table, id, patch, "complete");

const change = async <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  patch: Partial<NewRow<T>>,
  way: "update" | "complete",
): Promise<InferSelectModel<T>> => {
  const shape = shapeOf(table);
  const { changed, texts } = given(shape, patch as Record<string, unknown>);
  const text = textOf(texts, way, () => {
    const sets = changed.map((c, i) => `${quote(c.name)} = $${i + 3}`);
    if (shape.hasVersion && way === "update") sets.push(`"version" = "version" + 1`);
    if (shape.byKey.has("updatedAt")) sets.push(`"updated_at" = clock_timestamp()`);
    return `
      update ${quote(shape.name)}
      set ${sets.join(", ")}
      where org_id = $1 and id = $2
      returning *
    `;
  });
  const row = await tx.maybe<InferSelectModel<T>>(
    bind(text, [tx.scope.orgId, id, ...valuesOf(changed, patch as Record<string, unknown>)]),
  );
  if (!row) throw notFound();
  return row;
};

const find = async <T extends PgTable>(
  db: Db,
  table: T,
  id: string,
  tail: string,
): Promise<InferSelectModel<T> | null> => {
  if (!uuid.test(id)) return null;
  const shape = shapeOf(table);
  return db.maybe<InferSelectModel<T>>(
    bind(
      textOf(
        shape.selects,
        tail,
        () => `select * from ${quote(shape.name)} where org_id = $1 and id = $2${tail}`,
      ),
      [db.scope.orgId, id],
    ),
  );
};

const select = async <T extends PgTable>(
  db: Db,
  table: T,
  id: string,
  tail: string,
  what: string,
) => {
  const row = await find(db, table, id, tail);
  if (!row) throw notFound(what);
  return row;
};

/** One row of the scope's agency by id; null where there is none. */
export const findRow = <T extends PgTable>(
  db: Db,
  table: T,
  id: string,
): Promise<InferSelectModel<T> | null> => find(db, table, id, "");

/**
 * One row of the scope's agency by id; 404 when there is none (another agency's row answers alike).
 */
export const getRow = <T extends PgTable>(
  db: Db,
  table: T,
  id: string,
  what = "record",
): Promise<InferSelectModel<T>> => select(db, table, id, "", what);

/** The same, locked until the transaction ends. */
export const lockRow = <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  what = "record",
): Promise<InferSelectModel<T>> => select(tx, table, id, " for update", what);

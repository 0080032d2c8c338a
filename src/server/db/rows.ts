import {
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
} from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { notFound } from "#kernel/errors.ts";
import { onOneLine, bind, columnOf, snake, type Sql } from "./sql.ts";
import type { Db } from "./db.ts";
import type { WireTx as Tx } from "./wire/tx.ts";

type Column = {
  key: string;
  name: string;
  json: boolean;
  type: string;
  /** What it holds where nothing is given: its plain default, null, or the moment when the transaction began. */ initial: unknown;
};
const moment = Symbol("moment");
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
      initial: !c.hasDefault ? null : typeof c.default === "object" ? moment : c.default,
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
  values: InferInsertModel<T>,
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
  values: InferInsertModel<T>,
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
 * What to wait for before `insertNumbered` and all that is sent with it, when others in this
 * process count the same kind; null when nobody does.
 */
export const turnToCount = (tx: Tx, kind: string, year: number): Promise<void> | null =>
  tx.counting?.turn(counterKey(tx, kind, year)) ?? null;

/**
 * Inserts one row under the next gapless number of its kind, such as REQ-2027-00042 (`year` is the
 * fiscal year), in one statement: everyone who
 * numbers the same kind waits for the counter until this transaction ends, so let little follow,
 * and ask `turnToCount` first where many count.
 */
export const insertNumbered = async <T extends PgTable>(
  tx: Tx,
  table: T,
  kind: string,
  year: number,
  values: Omit<InferInsertModel<T>, "number">,
): Promise<InferSelectModel<T>> => {
  const shape = shapeOf(table);
  const row = values as Record<string, unknown>;
  const found = given(shape, row);
  return tx.one<InferSelectModel<T>>(
    bind(
      numberedText(
        shape,
        found,
        tx.counting?.isStored(counterKey(tx, kind, year)) ? "next" : "first",
      ),
      [tx.scope.orgId, kind, year, ...valuesOf(found.columns, row)],
    ),
  );
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
  rows: readonly InferInsertModel<T>[],
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
export const updateRow = async <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  patch: Partial<InferInsertModel<T>>,
): Promise<InferSelectModel<T>> => {
  const shape = shapeOf(table);
  const { changed, texts } = given(shape, patch as Record<string, unknown>);
  const text = textOf(texts, "update", () => {
    const sets = changed.map((c, i) => `${quote(c.name)} = $${i + 3}`);
    if (shape.hasVersion) sets.push(`"version" = "version" + 1`);
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

// What the database gives back for a value, where that is certain beforehand: everything but these
// types (numeric, jsonb, lists) is not.
const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;
const foreseen: Record<string, (v: unknown) => unknown> = {
  text: (v) => (typeof v === "string" ? v : undefined),
  boolean: (v) => (typeof v === "boolean" ? v : undefined),
  uuid: (v) => (typeof v === "string" && uuid.test(v) ? v.toLowerCase() : undefined),
  integer: (v) => (Number.isSafeInteger(v) ? v : undefined),
  bigint: (v) => (Number.isSafeInteger(v) ? v : undefined),
  date: (v) => (typeof v === "string" && /^\d{4}-\d\d-\d\d$/.test(v) ? v : undefined),
  "timestamp with time zone": (v) => {
    const [, second, fraction = ""] = (typeof v === "string" && instant.exec(v)) || [];
    const digits = fraction.replace(/0+$/, "");
    return second && `${second}${digits && `.${digits}`}Z`;
  },
};

// The rows that a transaction has locked: they cannot go away or out of its reach.
const held = new WeakMap<object, Tx>();

/**
 * The change of a locked row whose result is known before the database answers: sends the
 * statement, returns the row as it will be stored. Null, and
 * nothing is sent, where a value's stored form is not certain, the transaction does not pipeline,
 * or `row` is not what `lockRow` gave in it. Should the
 * row's version have moved since then, the statement fails (division by zero) and the transaction
 * with it.
 */
export const updateForeseen = <T extends PgTable>(
  tx: Tx,
  table: T,
  row: InferSelectModel<T>,
  patch: Partial<InferInsertModel<T>>,
): InferSelectModel<T> | null => {
  const shape = shapeOf(table);
  const at = tx.openedAt?.();
  const before = row as { orgId?: string; id?: string; version?: number };
  if (
    !at ||
    !tx.send ||
    held.get(row) !== tx ||
    !shape.hasVersion ||
    !shape.byKey.has("updatedAt") ||
    typeof before.version !== "number"
  )
    return null;
  const after: Record<string, unknown> = { ...row, version: before.version + 1, updatedAt: at };
  const { changed, texts } = given(shape, patch as Record<string, unknown>);
  const values: unknown[] = [tx.scope.orgId, before.id, before.version, at];
  for (const c of changed) {
    const given = (patch as Record<string, unknown>)[c.key];
    const stored = given === null ? null : foreseen[c.type]?.(given);
    if (stored === undefined) return null;
    after[c.key] = stored;
    values.push(stored);
  }
  const text = textOf(texts, "foreseen", () => {
    const sets = changed.map((c, i) => `${quote(c.name)} = $${i + 5}`);
    return `
      update ${quote(shape.name)}
      set ${[...sets, `"version" = ("version" + 1) / ("version" = $3)::int`, `"updated_at" = $4`].join(", ")}
      where org_id = $1 and id = $2
    `;
  });
  tx.send(bind(text, values));
  return after as InferSelectModel<T>;
};

// JSON that comes back as it went: no numbers beyond the safe integers, nothing that JSON does not
// know.
const sameJson = (v: unknown): boolean =>
  v === null ||
  typeof v === "string" ||
  typeof v === "boolean" ||
  Number.isSafeInteger(v) ||
  (Array.isArray(v)
    ? v.every(sameJson)
    : typeof v === "object" && Object.values(v as object).every(sameJson));

/**
 * Inserts a row whose stored form is known before the database answers, and returns it: nobody
 * waits for it. Null, and nothing is sent, where that is not so
 * (see `updateForeseen`). Columns that are not given take the table's plain default, or the moment
 * when the transaction began.
 */
export const insertForeseen = <T extends PgTable>(
  tx: Tx,
  table: T,
  values: InferInsertModel<T>,
): InferSelectModel<T> | null => {
  const shape = shapeOf(table);
  const at = tx.openedAt?.();
  const given = values as Record<string, unknown>;
  const row: Record<string, unknown> = {};
  if (!at || !tx.send) return null;
  for (const c of shape.columns) {
    const v = given[c.key] ?? (c.initial === moment ? at : c.initial);
    const stored =
      v === null ? null : c.json ? (sameJson(v) ? v : undefined) : foreseen[c.type]?.(v);
    if (stored === undefined) return null;
    row[c.key] = stored;
  }
  tx.send(insertSql(table, row as InferInsertModel<T>, ""));
  return row as InferSelectModel<T>;
};

/**
 * Whether the row holds every value of the patch in its stored form; throws where that form is not
 * certain beforehand (see `updateForeseen`).
 */
export const holds = <T extends PgTable>(
  table: T,
  row: InferSelectModel<T>,
  patch: Partial<InferInsertModel<T>>,
): boolean => {
  const given = patch as Record<string, unknown>;
  return Object.keys(given).every((key) => {
    const column = shapeOf(table).byKey.get(key);
    const value = given[key];
    if (!column || value === undefined) return true;
    const stored = value === null ? null : foreseen[column.type]?.(value);
    if (stored === undefined)
      throw new Error(
        `${shapeOf(table).name}.${column.name}: its stored form is not known beforehand`,
      );
    return stored === (row as Record<string, unknown>)[key];
  });
};

/**
 * The row as it was drafted, of one that was inserted with what its first steps would set: the keys
 * of `ahead` as `draft` gives them, or as
 * the table's defaults do, at version 1. Nobody else ever sees that row; its history tells of it.
 */
export const asDrafted = <T extends PgTable>(
  table: T,
  stored: InferSelectModel<T>,
  ahead: Partial<InferInsertModel<T>>,
  draft: Partial<InferInsertModel<T>>,
): InferSelectModel<T> => {
  const columns = getTableColumns(table);
  const row: Record<string, unknown> = { ...stored };
  for (const key of Object.keys(ahead))
    row[key] = (draft as Record<string, unknown>)[key] ?? columns[key]?.default ?? null;
  return { ...row, version: 1 } as unknown as InferSelectModel<T>;
};

const select = async <T extends PgTable>(
  db: Db,
  table: T,
  id: string,
  tail: string,
  what: string,
) => {
  if (!uuid.test(id)) throw notFound(what);
  const shape = shapeOf(table);
  const row = await db.maybe<InferSelectModel<T>>(
    bind(
      textOf(
        shape.selects,
        tail,
        () => `select * from ${quote(shape.name)} where org_id = $1 and id = $2${tail}`,
      ),
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound(what);
  return row;
};

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
export const lockRow = async <T extends PgTable>(
  tx: Tx,
  table: T,
  id: string,
  what = "record",
): Promise<InferSelectModel<T>> => {
  const row = await select(tx, table, id, " for update", what);
  held.set(row, tx);
  return row;
};

/**
 * Rows of the scope's agency whose `column` equals the value, ordered by `order` (a column key of
 * the table).
 */
export const rowsBy = <T extends PgTable>(
  db: Db,
  table: T,
  column: string,
  equals: string,
  order = "id",
): Promise<InferSelectModel<T>[]> => {
  const shape = shapeOf(table);
  const by = shape.byKey.get(column);
  const sort = shape.byKey.get(order);
  if (!by || !sort) throw new Error(`${shape.name} has no column ${column} or ${order}`);
  return db.rows<InferSelectModel<T>>(
    bind(
      `
        select *
        from ${quote(shape.name)}
        where org_id = $1 and ${quote(by.name)} = $2
        order by ${quote(sort.name)}
      `,
      [db.scope.orgId, equals],
    ),
  );
};

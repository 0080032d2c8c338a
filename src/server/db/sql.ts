/**
 * A statement with its values. Build it only with the `sql` tag, so that values never become text.
 */
export type Sql = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly [brand]: true;
  /** The rows of a `copy … from stdin`. */ readonly copied?: Buffer;
};
const brand = Symbol("sql");

const make = (text: string, values: readonly unknown[]): Sql => ({ text, values, [brand]: true });
const isSql = (value: unknown): value is Sql =>
  typeof value === "object" && value !== null && brand in value;

const renumber = (text: string, by: number) =>
  by === 0 ? text : text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + by}`);

/** What is written over several lines, as the one that is sent. */
export const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");

// Looked for once in a template: what follows it would be no part of the statement any more.
const comment = /(^|\s)--(\s|$)/;
const chunksOf = new WeakMap<TemplateStringsArray, readonly string[]>();
const chunks = (strings: TemplateStringsArray): readonly string[] => {
  let found = chunksOf.get(strings);
  if (!found) {
    if (strings.some((text) => comment.test(text)))
      throw new Error("A statement stands on one line: a comment in it takes what follows along.");
    chunksOf.set(strings, (found = strings.map(onOneLine)));
  }
  return found;
};

// A template of values alone has one text for ever.
const plainTexts = new WeakMap<TemplateStringsArray, string>();
const plainText = (strings: TemplateStringsArray): string => {
  let text = plainTexts.get(strings);
  if (text === undefined)
    plainTexts.set(
      strings,
      (text = chunks(strings).reduce((before, after, i) => `${before}$${i}${after}`)),
    );
  return text;
};

/**
 * Tagged template for SQL: a value becomes a parameter, a nested `Sql` is spliced in. Undefined is
 * refused, since it is nearly always a mistake.
 */
export const sql = (strings: TemplateStringsArray, ...parts: unknown[]): Sql => {
  if (!parts.some((part) => part === undefined || isSql(part)))
    return make(plainText(strings), parts);
  const pieces = chunks(strings);
  let text = pieces[0]!;
  const values: unknown[] = [];
  parts.forEach((part, i) => {
    if (isSql(part)) {
      text += renumber(part.text, values.length);
      values.push(...part.values);
    } else {
      if (part === undefined) throw new Error(`undefined value in SQL near "${text.slice(-60)}"`);
      values.push(part);
      text += `$${values.length}`;
    }
    text += pieces[i + 1]!;
  });
  return make(text, values);
};

const identifier = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;
const quoted = new Set([
  "user",
  "order",
  "group",
  "check",
  "default",
  "references",
  "from",
  "to",
  "end",
  "desc",
  "asc",
  "column",
  "table",
  "primary",
]);

/** An identifier (optionally qualified) as SQL; refuses anything but lower snake case. */
export const ident = (name: string): Sql => {
  if (!identifier.test(name)) throw new Error(`not an identifier: ${name}`);
  return make(
    name
      .split(".")
      .map((p) => (quoted.has(p) ? `"${p}"` : p))
      .join("."),
    [],
  );
};

/** Joins pieces with a separator given as SQL text known to the program. */
export const join = (pieces: readonly Sql[], separator = ", "): Sql => {
  let text = "";
  const values: unknown[] = [];
  pieces.forEach((piece, i) => {
    text += (i ? separator : "") + renumber(piece.text, values.length);
    values.push(...piece.values);
  });
  return make(text, values);
};

/** Text of a statement as the program knows it (never anything a person typed). */
export const raw = (text: string): Sql => make(text, []);

/** The same text with other values; for statements whose text was built once. */
export const bind = (text: string, values: readonly unknown[]): Sql => make(text, values);

/**
 * A `copy … from stdin` with its rows in the text format (`CopyRows`). Only where statements are
 * pipelined, and only into a temporary table: PostgreSQL refuses it where rows are secured.
 */
export const copyFrom = (text: string, rows: Buffer): Sql => ({ ...make(text, []), copied: rows });

const toEscape = /["\\]/;
const unlikeJson = /[\u0000-\u001f\ud800-\udfff]/;
// A string of JSON is escaped as an element of an array is, but for these characters; making it is
// a third of replacing.
const element = (value: string): string =>
  !toEscape.test(value)
    ? `"${value}"`
    : unlikeJson.test(value)
      ? `"${value.replace(/["\\]/g, "\\$&")}"`
      : JSON.stringify(value);

/**
 * A list of strings, numbers, booleans and null (also for undefined) as a PostgreSQL array literal.
 * Throws TypeError for anything else.
 */
export const arrayOf = (values: readonly unknown[]): string => {
  let text = "";
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) text += ",";
    if (typeof value === "string") text += element(value);
    else if (value === null || value === undefined) text += "NULL";
    else if (typeof value === "number" || typeof value === "boolean") text += value;
    else throw new TypeError(`a ${typeof value} in a column`);
  }
  return `{${text}}`;
};

/**
 * One column of many rows as a PostgreSQL array literal, for `unnest($1::uuid[], $2::text[], …)` of
 * a bulk write. Null when every value is null:
 * unnest fills a shorter array up with null, so that at least one column (the id) must hold values.
 */
export const columnOf = (values: readonly unknown[]): string | null =>
  values.every((value) => value === null || value === undefined) ? null : arrayOf(values);

/**
 * `($1, $2), ($3, $4)`: the values of so many rows and columns, for `insert … values`. A few wide
 * rows cost the database less so than unnested; each number
 * of rows is a statement of its own, so give it a limit.
 */
export const rowsOfValues = (rows: number, columns: number): string =>
  Array.from(
    { length: rows },
    (_, row) =>
      `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(", ")})`,
  ).join(", ");

/** camelCase of a snake_case name. */
export const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
/** A row with its names in camelCase. */
export const camelRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
/** snake_case of a camelCase name. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

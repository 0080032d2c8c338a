import pg from "pg";
import { createHash } from "node:crypto";
import { camel, type Sql } from "./sql.ts";

/** What a statement gave: its rows, names in camelCase, and the command's tag ("COMMIT", "UPDATE 3"). */
export type Answer = { rows: Record<string, unknown>[]; tag: string };
type Part = { statement: Sql; resolve: (answer: Answer) => void; reject: (error: unknown) => void };
type Column = { name: string; parse: (text: string) => unknown };

const names = new Map<string, string>();
const statementName = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    name = `s${createHash("sha1").update(text).digest("base64url").slice(0, 20)}`;
    if (names.size < 5000) names.set(text, name);
  }
  return name;
};

const camelNames = new Map<string, string>();
const camelOf = (name: string): string => {
  let found = camelNames.get(name);
  if (found === undefined) camelNames.set(name, (found = camel(name)));
  return found;
};

const toNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint left the safe integers");
  return value;
};
const toInstant = (text: string) => (text.endsWith("+00") ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text);
const parsers: Record<number, (text: string) => unknown> = { 20: toNumber, 1082: (t) => t, 1184: toInstant, 1114: (t) => t, 1700: (t) => t };

/** How values of PostgreSQL become values here: cents as number, numeric and date as text, instants as ISO text in UTC. */
export const types = {
  getTypeParser: (oid: number, format?: string) => (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid as never, format as never),
};

// What a connection has prepared, with the columns once the database told them: neither is said twice.
const prepared = new WeakMap<object, Map<string, Column[] | null>>();
const preparedOn = (connection: object) => {
  let known = prepared.get(connection);
  if (!known) prepared.set(connection, (known = new Map()));
  return known;
};

// A connection on which a batch failed before everything in it was prepared: what it holds is no longer known.
const spoiled = new WeakSet<object>();
/** Whether the connection must be closed instead of being used again. */
export const isSpoiled = (client: pg.PoolClient): boolean => spoiled.has((client as any).connection);

// pg's internals, pinned by package.json and by db.service.test.ts.
const BaseQuery = pg.Query as unknown as new (config: object, values: unknown, callback: () => void) => object;
const prepareValue = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils.prepareValue;

// CopyData: its letter, its length with the length itself.
const copyHeader = (bytes: number): Buffer => {
  const header = Buffer.alloc(5);
  header[0] = 0x64;
  header.writeUInt32BE(bytes + 4, 1);
  return header;
};

// Rows to copy are large: they go out as they are, not once more into a buffer of all.
const sendApart = (connection: any, messages: readonly Buffer[]) => {
  connection.stream.cork();
  for (const message of messages) connection._send(message);
  connection.stream.uncork();
};

/**
 * Statements that go out in one write before one Sync: the database answers once, and what has no transaction of its own is one implicit
 * transaction. After the first error the database skips the rest; each of those is rejected with that error.
 */
class Batch extends BaseQuery {
  parts: readonly Part[];
  at = 0;
  found: Record<string, unknown>[] = [];
  known: Map<string, Column[] | null> = new Map();
  columns: Column[] | null = null;
  unreadable: unknown = undefined;
  connection: object | null = null;
  lastParsed = -1;
  constructor(parts: readonly Part[]) {
    super({ text: "" }, undefined, () => {});
    this.parts = parts;
  }
  submit(connection: any): Error | null {
    const values = this.parts.map((part) => part.statement.values.map(prepareValue));
    this.connection = connection;
    this.known = preparedOn(connection);
    // One buffer for all messages: each write on the stream costs more than the copy.
    const messages: Buffer[] = [], collect = Object.assign(Object.create(connection), { _send: (message: Buffer) => messages.push(message) });
    this.parts.forEach(({ statement }, i) => {
      const name = statementName(statement.text);
      if (!this.known.has(name)) {
        collect.parse({ name, text: statement.text });
        this.known.set(name, null);
        this.lastParsed = i;
      }
      collect.bind({ statement: name, values: values[i] });
      if (!this.known.get(name)) collect.describe({ type: "P" });
      collect.execute();
      if (!statement.copied) return;
      messages.push(copyHeader(statement.copied.length), statement.copied);
      collect.endCopyFrom();
    });
    collect.sync();
    if (this.parts.some((part) => part.statement.copied)) sendApart(connection, messages);
    else connection._send(Buffer.concat(messages));
    return null;
  }
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }) {
    this.columns = message.fields.map((field) => ({ name: camelOf(field.name), parse: types.getTypeParser(field.dataTypeID) as (text: string) => unknown }));
  }
  handleDataRow(message: { fields: (string | null)[] }) {
    const columns = (this.columns ??= this.known.get(statementName(this.parts[this.at]!.statement.text)) ?? []);
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < columns.length; i++) row[columns[i]!.name] = message.fields[i] === null ? null : columns[i]!.parse(message.fields[i]!);
    } catch (error) {
      this.unreadable = error;
    }
    this.found.push(row);
  }
  handleCommandComplete(message: { text: string }) {
    const part = this.parts[this.at++]!, { found: rows, unreadable } = this;
    if (this.columns) this.known.set(statementName(part.statement.text), this.columns);
    this.found = [];
    this.columns = null;
    this.unreadable = undefined;
    if (unreadable) part.reject(unreadable);
    else part.resolve({ rows, tag: message.text });
  }
  // The rows went out behind the statement; after an error before it the database passes over them.
  handleCopyInResponse() {}
  handleEmptyQuery() {
    this.handleCommandComplete({ text: "" });
  }
  handleReadyForQuery() {}
  handleError(error: unknown) {
    if (this.connection && this.lastParsed >= this.at) spoiled.add(this.connection);
    for (const part of this.parts.slice(this.at)) part.reject(error);
    this.at = this.parts.length;
  }
}

/** Sends statements together over a connection of a pipelining pool; a promise for each. */
export const sendTogether = (client: pg.PoolClient, statements: readonly Sql[]): Promise<Answer>[] => {
  const parts: Part[] = [];
  const answers = statements.map((statement) => new Promise<Answer>((resolve, reject) => void parts.push({ statement, resolve, reject })));
  (client as any).query(new Batch(parts));
  return answers;
};

/** Gathers what one turn of the event loop issues on a connection and sends it together. */
export const gathering = (client: pg.PoolClient) => {
  let waiting: Part[] = [];
  const flush = () => {
    const parts = waiting;
    waiting = [];
    (client as any).query(new Batch(parts));
  };
  return (statement: Sql): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ statement, resolve, reject }) === 1) process.nextTick(flush);
    });
};

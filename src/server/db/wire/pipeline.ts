import type pg from "pg";
import { Columns } from "./row-reading.ts";
import { Reader } from "./incoming.ts";
import { nameOf, outgoing } from "./outgoing.ts";
import type { Row } from "../db.ts";
import type { Sql } from "../sql.ts";
import { answered, askedOf, type Asked } from "../../telemetry/statements.ts";

/**
 * What is wanted of a statement's answer: its rows and the command's tag ("COMMIT", "UPDATE 3").
 * What it throws rejects.
 */
export type Wanted<T> = (rows: Row[], tag: string, statement: Sql) => T;
type Part = {
  statement: Sql;
  pick: Wanted<unknown>;
  resolve: (value: any) => void;
  reject: (error: unknown) => void;
  place: number;
  asked: Asked;
};

const partOf = (
  statement: Sql,
  pick: Part["pick"],
  resolve: Part["resolve"],
  reject: Part["reject"],
): Part => ({ statement, pick, resolve, reject, place: -1, asked: askedOf(statement.text) });

// What a connection has prepared, by the text's place, with the columns once the database told
// them: neither is said twice.
type Known = (Columns | null | undefined)[];
const none = new Columns([]);
const prepared = new WeakMap<object, Known>();
const preparedOn = (connection: object): Known => {
  let known = prepared.get(connection);
  if (!known) prepared.set(connection, (known = []));
  return known;
};

// A connection on which a batch failed before everything in it was prepared: what it holds is no
// longer known.
const spoiled = new WeakSet<object>();
/** Whether the connection must be closed instead of being used again. */
export const isSpoiled = (client: pg.PoolClient): boolean =>
  spoiled.has((client as any).connection);

type Connection = {
  _send: (message: Buffer) => boolean;
  stream: { writableLength: number; cork: () => void; uncork: () => void };
};

const sendOut = (connection: Connection) => {
  connection._send(outgoing.take());
  if (connection.stream.writableLength > 0) outgoing.keep();
  outgoing.shrink();
};

// Rows to copy are large: they go out as they are, not once more into a buffer of all.
const sendApart = (connection: Connection, messages: readonly Buffer[]) => {
  connection.stream.cork();
  for (const message of messages) connection._send(message);
  sendOut(connection);
  connection.stream.uncork();
};

/**
 * Statements that go out in one write before one Sync: the database answers once, and what has no
 * transaction of its own is one implicit
 * transaction. After the first error the database skips the rest; each of those is rejected with
 * that error.
 */
class Batch extends Reader {
  parts: readonly Part[];
  at = 0;
  found: Row[] = [];
  known: Known = [];
  columns: Columns | null = null;
  unreadable: unknown = undefined;
  connection: object | null = null;
  lastParsed = -1;
  constructor(parts: readonly Part[]) {
    super();
    this.parts = parts;
  }
  submit(connection: Connection): Error | null {
    this.connection = connection;
    this.known = preparedOn(connection);
    const copies: Buffer[] = [];
    const added: number[] = [];
    try {
      for (let i = 0; i < this.parts.length; i++)
        this.write(this.parts[i]!.statement, i, copies, added);
    } catch (error) {
      outgoing.clear();
      for (const place of added) this.known[place] = undefined;
      this.lastParsed = -1;
      return error as Error;
    }
    outgoing.sync();
    if (copies.length) sendApart(connection, copies);
    else sendOut(connection);
    return null;
  }
  private write(statement: Sql, i: number, copies: Buffer[], added: number[]) {
    const { name, place } = nameOf(statement.text);
    const { known } = this;
    this.parts[i]!.place = place;
    while (known.length <= place) known.push(undefined);
    let columns = place < 0 ? undefined : known[place];
    if (columns === undefined) {
      outgoing.parse(name, statement.text);
      if (place >= 0) {
        known[place] = columns = null;
        added.push(place);
      }
      this.lastParsed = i;
    }
    outgoing.run(name, statement.values, !columns);
    if (!statement.copied) return;
    outgoing.copyHeader(statement.copied);
    copies.push(Buffer.from(outgoing.take()), statement.copied);
    outgoing.copyDone();
  }
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }) {
    this.columns = new Columns(message.fields);
  }
  takeNoColumns() {
    this.columns = none;
  }
  takeRow(bytes: Buffer, at: number) {
    try {
      this.found.push(
        (this.columns ??= this.known[this.parts[this.at]!.place] ?? none).row(bytes, at),
      );
    } catch (error) {
      this.unreadable = error;
    }
  }
  takeEnd(tag: string) {
    const { statement, pick, resolve, reject, place, asked } = this.parts[this.at++]!;
    answered(asked);
    const { found, unreadable } = this;
    if (this.columns && place >= 0) this.known[place] = this.columns;
    this.found = [];
    this.columns = null;
    this.unreadable = undefined;
    if (unreadable) return reject(unreadable);
    try {
      resolve(pick(found, tag, statement));
    } catch (error) {
      reject(error);
    }
  }
  // The rows went out behind the statement; after an error before it the database passes over them.
  handleCopyInResponse() {}
  handleEmptyQuery() {
    this.takeEnd("");
  }
  handleReadyForQuery() {}
  handleError(error: unknown) {
    if (this.connection && this.lastParsed >= this.at) spoiled.add(this.connection);
    for (const part of this.parts.slice(this.at)) {
      answered(part.asked, error);
      part.reject(error);
    }
    this.at = this.parts.length;
  }
}

/** Sends statements together over a connection of a pipelining pool; the rows of each. */
export const sendTogether = (
  client: pg.PoolClient,
  statements: readonly Sql[],
): Promise<Row[]>[] => {
  const parts: Part[] = [];
  const answers = statements.map(
    (statement) =>
      new Promise<Row[]>(
        (resolve, reject) => void parts.push(partOf(statement, (rows) => rows, resolve, reject)),
      ),
  );
  (client as any).query(new Batch(parts));
  return answers;
};

/**
 * Gathers what one turn of the event loop issues on a connection and sends it together; gives what
 * `pick` makes of the answer.
 */
export const gathering = (client: pg.PoolClient) => {
  let waiting: Part[] = [];
  const flush = () => {
    const parts = waiting;
    waiting = [];
    (client as any).query(new Batch(parts));
  };
  return <T>(statement: Sql, pick: Wanted<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.push(partOf(statement, pick, resolve, reject)) === 1) process.nextTick(flush);
    });
};

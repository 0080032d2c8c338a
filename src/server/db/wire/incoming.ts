import { EventEmitter } from "node:events";
import { Socket, type SocketConstructorOpts } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";

/**
 * Who reads its own rows and ends of statements; everything else comes the ordinary way. A query to
 * pg, without what pg's own would keep for it.
 */
export abstract class Reader {
  static {
    Object.setPrototypeOf(Reader.prototype, pg.Query.prototype);
  }
  /**
   * A DataRow: its values stand from `at` on (a count of two bytes, then each with its length). The
   * bytes are the reader's only during the call.
   */
  abstract takeRow(bytes: Buffer, at: number): void;
  /** The statement gives no columns. */
  abstract takeNoColumns(): void;
  /** The end of a statement, with its tag ("UPDATE 3"). */
  abstract takeEnd(tag: string): void;
}

const AUTHENTICATION = 0x52;
const PARSED = 0x31;
const BOUND = 0x32;
const COMPLETE = 0x43;
const ROW = 0x44;
const NO_DATA = 0x6e;
/** Four bytes as a signed integer. */
export const int32 = (bytes: Buffer, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

/** What came of a message whose rest is still on its way. */
class Held {
  private bytes: Buffer | null = null;
  private length = 0;

  /** What is there now, with this chunk. */
  with(chunk: Buffer): Buffer {
    if (!this.bytes) return chunk;
    const length = this.length + chunk.length;
    if (length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length);
    this.length = length;
    return this.bytes.subarray(0, length);
  }

  /** Keeps what was not read; the chunk itself is written over. */
  keep(bytes: Buffer, from: number): void {
    if (from === bytes.length) this.bytes = null;
    else if (!this.bytes) this.bytes = Buffer.from(bytes.subarray(from));
    else if (from > 0) this.bytes = bytes.subarray(from);
    this.length = bytes.length - from;
  }
}

type Inner = pg.Client & {
  _activeQuery: unknown;
  ssl: unknown;
  connection: { stream: Duplex; attachListeners: (stream: EventEmitter) => void };
};

/**
 * A socket that reads into one buffer of its own instead of a new one each time: a chunk is the
 * listener's only during the call.
 */
const socketOfOneBuffer = (): Socket => {
  const buffer = Buffer.allocUnsafeSlow(65_536);
  const callback = (length: number) => {
    socket.emit("data", buffer.subarray(0, length));
    return true;
  };
  const socket: Socket = new Socket({ onread: { buffer, callback } } as SocketConstructorOpts);
  return socket;
};

/**
 * A client that gives rows and ends of statements to the `Reader` at work as they stand in the
 * bytes: no objects of messages, fields and events between.
 * Whatever else the database says takes pg's own way. pg's internals, pinned by package.json and by
 * pipeline.service.test.ts.
 */
export class ReadingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const client = this as unknown as Inner;
    const { connection } = client;
    const attach = connection.attachListeners;
    if (!client.ssl && !config?.stream) connection.stream = socketOfOneBuffer();
    connection.attachListeners = (stream) => {
      const rest = new EventEmitter();
      const held = new Held();
      attach.call(connection, rest);
      stream.on("data", (chunk: Buffer) => {
        const bytes = held.with(chunk);
        held.keep(bytes, readMessages(client, bytes, rest));
      });
      stream.on("end", () => rest.emit("end"));
    };
  }
}

/** Reads the whole messages; gives where the first stands that is not whole yet. */
const readMessages = (client: Inner, bytes: Buffer, rest: EventEmitter): number => {
  let at = 0;
  for (
    let next;
    at + 5 <= bytes.length && (next = at + 1 + (int32(bytes, at + 1) >>> 0)) <= bytes.length;
    at = next
  ) {
    const letter = bytes[at];
    const reader = client._activeQuery;
    if (letter === AUTHENTICATION) rest.emit("data", Buffer.from(bytes.subarray(at, next))); // its salt is used later
    else if (!(reader instanceof Reader)) rest.emit("data", bytes.subarray(at, next));
    else if (letter === ROW) reader.takeRow(bytes, at + 5);
    else if (letter === COMPLETE) reader.takeEnd(bytes.toString("latin1", at + 5, next - 1));
    else if (letter === NO_DATA) reader.takeNoColumns();
    else if (letter !== BOUND && letter !== PARSED) rest.emit("data", bytes.subarray(at, next));
  }
  return at;
};

import pg from "pg";
import { createHash } from "node:crypto";
import { arrayOf } from "../sql.ts";

/**
 * A statement's text as connections know it: its name (empty beyond the first thousands, where it
 * is prepared each time anew) and its place among what a connection has prepared.
 */
export type Named = { readonly name: string; readonly place: number };

const named = new Map<string, Named>();
const mostNamed = 5000;
const unnamed: Named = { name: "", place: -1 };

/** The name of a text, always the same. */
export const nameOf = (text: string): Named => {
  let found = named.get(text);
  if (!found) {
    if (named.size === mostNamed) return unnamed;
    named.set(
      text,
      (found = {
        name: `s${createHash("sha1").update(text).digest("base64url").slice(0, 20)}`,
        place: named.size,
      }),
    );
  }
  return found;
};

const prepareValue = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } })
  .utils.prepareValue;
const isPlain = (v: unknown): boolean =>
  v === null ||
  v === undefined ||
  typeof v === "string" ||
  typeof v === "number" ||
  typeof v === "boolean";
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isPlain);
/** True for what may have to go as bytes. */
const isOther = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** A value in PostgreSQL's text format, or bytes, or null. */
const asSent = (value: unknown): string | Buffer | null => {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return isList(value) ? arrayOf(value) : (prepareValue(value) as string | Buffer | null);
};

const BIND = 0x42;
const COPY_DATA = 0x64;
const DESCRIBE = 0x44;
const PARSE = 0x50;
const execute = [0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0];
const describePortal = [DESCRIBE, 0, 0, 0, 6, 0x50, 0];
const sync = [0x53, 0, 0, 0, 4];
const copyDone = [0x63, 0, 0, 0, 4];
const usual = 65_536;
const mostKept = 1_048_576;

/**
 * Messages to the database (PostgreSQL's protocol 3, "Message Formats"), written one behind the
 * other into one buffer that is used again: a purchase has four
 * hundred of them. Strings are UTF-8; values go as text, bytes as they are.
 */
class Outgoing {
  private bytes = Buffer.allocUnsafeSlow(usual);
  private at = 0;

  private room(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  private int32(value: number, at: number): void {
    const { bytes } = this;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
  }

  private int16(value: number): void {
    this.bytes[this.at++] = value >>> 8;
    this.bytes[this.at++] = value;
  }

  private whole(message: readonly number[]): void {
    this.room(message.length);
    for (let i = 0; i < message.length; i++) this.bytes[this.at++] = message[i]!;
  }

  /** Begins a message; gives where it stands. */
  private begin(letter: number, room: number): number {
    this.room(room + 5);
    const start = this.at;
    this.bytes[start] = letter;
    this.at = start + 5;
    return start;
  }

  private end(start: number): void {
    this.int32(this.at - start - 1, start + 1);
  }

  /** A text that ends with a zero; there must be room. */
  private ended(text: string): void {
    if (text) this.at += this.bytes.write(text, this.at, "utf8");
    this.bytes[this.at++] = 0;
  }

  private value(value: unknown): void {
    const sent = asSent(value);
    if (sent === null) {
      this.room(4);
      this.int32(-1, this.at);
      this.at += 4;
      return;
    }
    const text = typeof sent === "string";
    this.room(4 + (text ? sent.length * 3 : sent.length));
    const length = text
      ? this.bytes.write(sent, this.at + 4, "utf8")
      : sent.copy(this.bytes, this.at + 4);
    this.int32(length, this.at);
    this.at += 4 + length;
  }

  /** Parse: prepares the text under the name. */
  parse(name: string, text: string): void {
    const start = this.begin(PARSE, name.length + text.length * 3 + 4);
    this.ended(name);
    this.ended(text);
    this.int16(0);
    this.end(start);
  }

  /**
   * Bind and Execute of what was prepared under the name; `describe` asks for its columns. Throws,
   * and leaves half a message, for a value that cannot be sent.
   */
  run(name: string, values: readonly unknown[], describe: boolean): void {
    const sent = values.some(isOther) ? values.map(asSent) : values;
    const bytes = sent !== values && sent.some(Buffer.isBuffer);
    const start = this.begin(BIND, name.length + sent.length * 2 + 10);
    this.ended("");
    this.ended(name);
    this.int16(bytes ? sent.length : 0);
    if (bytes) for (const value of sent) this.int16(Buffer.isBuffer(value) ? 1 : 0);
    this.int16(sent.length);
    for (let i = 0; i < sent.length; i++) this.value(sent[i]);
    this.room(2);
    this.int16(0);
    this.end(start);
    if (describe) this.whole(describePortal);
    this.whole(execute);
  }

  /** What goes before the rows of a `copy … from stdin`. */
  copyHeader(rows: Buffer): void {
    this.int32(rows.length + 4, this.begin(COPY_DATA, 0) + 1);
  }
  copyDone(): void {
    this.whole(copyDone);
  }
  sync(): void {
    this.whole(sync);
  }

  /** What was written; the next message is written over it, unless `keep` is called before. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.at);
    this.at = 0;
    return taken;
  }
  /** Nothing is written over what was taken any more. */
  keep(): void {
    this.bytes = Buffer.allocUnsafeSlow(usual);
  }
  /** Forgets what was written. */
  clear(): void {
    this.at = 0;
  }
  /** Gives back what one large statement needed. */
  shrink(): void {
    if (this.bytes.length > mostKept) this.keep();
  }
}

/**
 * The one buffer of this process: what is written into it is sent before anything else can be
 * written.
 */
export const outgoing = new Outgoing();

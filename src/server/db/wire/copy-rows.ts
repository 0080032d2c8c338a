import { columnOf } from "../sql.ts";

const inEscapes = /[\\\n\r\t]/g;
const needsEscape = /[\\\n\r\t]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const tab = 9;
const newline = 10;
const carriageReturn = 13;
const backslash = 92;
// Up to here a text is written letter by letter; longer ones cost less in one call.
const short = 64;

/**
 * Rows in the text format of COPY, written into one buffer: strings, numbers, booleans, null (also
 * for undefined), lists of strings as array literals. Nothing is joined before: a hundred thousand
 * rows as texts keep the garbage collector busier than the database.
 */
export class CopyRows {
  private buffer: Buffer;
  private at = 0;
  /** Rows written so far. */
  count = 0;

  constructor(bytes = 65_536) {
    this.buffer = Buffer.allocUnsafeSlow(bytes);
  }

  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }

  private whole(text: string): void {
    const escaped = needsEscape.test(text)
      ? text.replace(inEscapes, (sign) => escapes[sign]!)
      : text;
    this.room(escaped.length * 3 + 2);
    this.at += this.buffer.write(escaped, this.at, "utf8");
  }

  private text(text: string): void {
    if (text.length > short) return this.whole(text);
    this.room(short + 2);
    const { buffer, at } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (
        code > 126 ||
        code === backslash ||
        code === tab ||
        code === newline ||
        code === carriageReturn
      )
        return this.whole(text);
      buffer[at + i] = code;
    }
    this.at = at + text.length;
  }

  /**
   * One row; values in the order of the columns. Throws TypeError for a value that is none of the
   * above.
   */
  add(values: readonly unknown[]): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (i > 0) this.buffer[this.at++] = tab; // there is room: each value leaves two bytes
      if (typeof value === "string") this.text(value);
      else if (value === null || value === undefined) {
        this.room(4);
        this.buffer[this.at++] = backslash;
        this.buffer[this.at++] = 78; // N
      } else if (typeof value === "number" || typeof value === "boolean") this.text(String(value));
      else if (Array.isArray(value) && value.every((item) => typeof item === "string"))
        this.text(value.length === 0 ? "{}" : columnOf(value)!);
      else throw new TypeError(`a ${typeof value} in a row to copy`);
    }
    this.room(2);
    this.buffer[this.at++] = newline;
    this.count++;
  }

  /** What was written, and begins anew. */
  take(): Buffer {
    const taken = this.buffer.subarray(0, this.at);
    this.buffer = Buffer.allocUnsafeSlow(this.buffer.length);
    [this.at, this.count] = [0, 0];
    return taken;
  }
}

import { invalidField } from "#kernel/errors.ts";

/** A record with the records 88 that go on with it. `line` is where it begins in the file. */
export type Record2 = {
  line: number;
  code: string;
  /** What stands behind the code, a part for the record and for each that goes on with it. */
  parts: readonly string[];
};

/** 422 that names the record and the line where a BAI2 file is wrong. */
export const bai2Fault = (at: { line: number; code: string }, what: string): Error =>
  invalidField("file", `Line ${at.line}, record ${at.code}: ${what}`, "bai2");

const known = new Set(["01", "02", "03", "16", "49", "98", "99"]);

// A slash ends a record; banks set it behind a text too. One within a text is text.
const bodyOf = (text: string): string => (text.endsWith("/") ? text.slice(0, -1) : text);

/**
 * The records of a BAI2 file, in order: blanks behind a record are filling, and a record 88 goes on
 * with the one before it. 422 for a line that is no record.
 */
export const recordsOf = (text: string): Record2[] => {
  const records: { line: number; code: string; parts: string[] }[] = [];
  for (const [at, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const row = raw.replace(/[\s\u001A]+$/, "");
    if (row === "") continue;
    const line = at + 1;
    const code = row.slice(0, 2);
    const body = bodyOf(row.slice(row[2] === "," ? 3 : 2));
    if (code === "88") {
      const before = records.at(-1);
      if (!before || !["03", "16"].includes(before.code))
        throw bai2Fault(
          { line, code },
          "it goes on with a record, and none stands before it that can go on.",
        );
      before.parts.push(body);
    } else if (known.has(code) && (row[2] === "," || row.length === 2))
      records.push({ line, code, parts: [body] });
    else throw bai2Fault({ line, code }, "no BAI2 record begins so.");
  }
  return records;
};

/** Reads the fields of a record one after the other, over the records that go on with it. */
export class Fields {
  readonly #record: Record2;
  readonly #parts: readonly (readonly string[])[];
  #part = 0;
  #field = 0;

  constructor(record: Record2) {
    this.#record = record;
    this.#parts = record.parts.map((part) => part.split(","));
  }

  /** True when nothing is left. */
  get done(): boolean {
    this.#settle();
    return this.#part >= this.#parts.length;
  }

  #settle() {
    while (this.#part < this.#parts.length && this.#field >= this.#parts[this.#part]!.length) {
      this.#part++;
      this.#field = 0;
    }
  }

  /** The next field without blanks around it; empty where nothing is left. */
  next(): string {
    if (this.done) return "";
    return this.#parts[this.#part]![this.#field++]!.trim();
  }

  /** The next field as a whole number with a sign, null where it is empty. */
  number(what: string): number | null {
    const text = this.next();
    if (text === "") return null;
    const value = Number(text);
    if (!/^[+-]?\d{1,15}$/.test(text) || !Number.isSafeInteger(value))
      throw bai2Fault(this.#record, `${what} is no number: ${text.slice(0, 40)}.`);
    return value;
  }

  /** Leaves out when the money can be used: no part of what was moved. */
  skipAvailability(): void {
    const kind = this.next();
    if (kind === "S") for (let n = 0; n < 3; n++) this.next();
    else if (kind === "V") for (let n = 0; n < 2; n++) this.next();
    else if (kind === "D") {
      const parts = this.number("the number of distributions") ?? 0;
      for (let n = 0; n < parts * 2 && !this.done; n++) this.next();
    } else if (!["", "0", "1", "2", "Z"].includes(kind))
      throw bai2Fault(
        this.#record,
        `the funds type ${kind.slice(0, 12)} is none of 0, 1, 2, S, V, D, Z.`,
      );
  }

  /** All that is left, commas and slashes included: the text of a transaction. */
  rest(): string {
    if (this.done) return "";
    const here = this.#parts[this.#part]!.slice(this.#field).join(",");
    const more = this.#record.parts.slice(this.#part + 1);
    this.#part = this.#parts.length;
    return [here, ...more]
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join(" ");
  }
}

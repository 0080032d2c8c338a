import { readMspdi } from "./mspdi-read.model.ts";
import { Refused, type Plan } from "./plan.model.ts";
import { readXer } from "./xer-read.model.ts";
import { decodeXer } from "./xer-table.model.ts";

const begins = (bytes: Uint8Array, ...with_: readonly number[]): boolean =>
  with_.every((byte, at) => bytes[at] === byte);

const markedOf = (bytes: Uint8Array): string | null => {
  if (begins(bytes, 0xff, 0xfe)) return "utf-16le";
  return begins(bytes, 0xfe, 0xff) ? "utf-16be" : null;
};

/** The text of an XML file by its byte order mark, else by what its first line declares. */
const decodeMspdi = (bytes: Uint8Array): string => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^\W{0,3}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  const name = markedOf(bytes) ?? declared ?? "utf-8";
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    throw new Refused(`This file is not in ${name}, the encoding that it declares. Save it again.`);
  }
};

/**
 * The plan of a file of Microsoft Project (XML) or Primavera P6 (XER), told apart by how it begins.
 * @throws Refused for any other, and with the faults of its rows.
 */
export const readPlan = (bytes: Uint8Array): Plan => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Refused(
      "This is a file of Microsoft Project itself. Save it as XML there, and hand that in.",
    );
  if (head.includes("ERMHDR")) return readXer(decodeXer(bytes));
  const text = decodeMspdi(bytes);
  if (!/^\s*</.test(text.slice(0, 200)))
    throw new Refused("Hand in a schedule of Microsoft Project (XML) or of Primavera P6 (XER).");
  return readMspdi(text);
};

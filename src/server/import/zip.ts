import { crc32, inflateRawSync } from "node:zlib";
import { Problem } from "#kernel/errors.ts";

const end = 0x06054b50;
const central = 0x02014b50;
const local = 0x04034b50;
const mostEntries = 5_000;

/** An entry as the archive's directory names it; what it says of sizes is never believed. */
export type Entry = { method: number; packed: Buffer };

export const unreadable = (message: string): Problem =>
  new Problem("invalid", "unreadable_file", message, { errors: [{ path: "fileId", message }] });
const broken = () =>
  unreadable("This workbook could not be read. Save it as .xlsx or CSV and try again.");

const directoryOf = (file: Buffer): { at: number; count: number } => {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 65_557); at--)
    if (file.readUInt32LE(at) === end)
      return { at: file.readUInt32LE(at + 16), count: file.readUInt16LE(at + 10) };
  throw broken();
};

const entryAt = (file: Buffer, at: number): { name: string; entry: Entry; next: number } => {
  if (file.readUInt32LE(at) !== central) throw broken();
  if (file.readUInt16LE(at + 8) & 1)
    throw unreadable("This workbook is protected by a password. Save it without one.");
  const [nameLength, extra, comment] = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
  const head = file.readUInt32LE(at + 42);
  if (file.readUInt32LE(head) !== local) throw broken();
  const from = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28);
  return {
    name: file.toString("utf8", at + 46, at + 46 + nameLength!),
    entry: {
      method: file.readUInt16LE(at + 10),
      packed: file.subarray(from, from + file.readUInt32LE(at + 20)),
    },
    next: at + 46 + nameLength! + extra! + comment!,
  };
};

/** The entries of an archive by their names; nothing is unpacked. 422 `unreadable_file`. */
export const entriesOf = (file: Buffer): ReadonlyMap<string, Entry> => {
  try {
    const { at, count } = directoryOf(file);
    if (count > mostEntries)
      throw unreadable(`This workbook has ${count} parts. Save its first sheet as CSV.`);
    const entries = new Map<string, Entry>();
    for (let i = 0, next = at; i < count; i++) {
      const found = entryAt(file, next);
      entries.set(found.name, found.entry);
      next = found.next;
    }
    return entries;
  } catch (error) {
    if (error instanceof RangeError) throw broken(); // a place behind the end of the file
    throw error;
  }
};

/**
 * The content of an entry, unpacked up to `most` bytes and no further. 422 `unreadable_file` for
 * more, with `what` as its name.
 */
export const unpacked = ({ method, packed }: Entry, most: number, what: string): Buffer => {
  const tooLarge = () =>
    unreadable(
      `${what} of this workbook has more than ${most / 1048576} MB unpacked. Save the sheet as CSV, or divide it.`,
    );
  if (method === 0) {
    if (packed.length > most) throw tooLarge();
    return packed;
  }
  if (method !== 8) throw broken();
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    throw (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge() : broken();
  }
};

/** An archive of these entries, none of them packed. */
export const archiveOf = (parts: ReadonlyMap<string, Buffer>): Buffer<ArrayBuffer> => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(local, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(title.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(central, 0);
    record.writeUInt16LE(20, 4);
    head.copy(record, 6, 4, 30);
    record.writeUInt32LE(at, 42);
    directory.push(record, title);
    bodies.push(head, title, content);
    at += head.length + title.length + content.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(end, 0);
  tail.writeUInt16LE(parts.size, 8);
  tail.writeUInt16LE(parts.size, 10);
  tail.writeUInt32LE(list.length, 12);
  tail.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, list, tail]);
};

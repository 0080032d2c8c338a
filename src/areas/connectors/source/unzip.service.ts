import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Stored } from "#server/files/files.ts";
import { entriesOf, type Entry } from "#server/import/zip.ts";

const mostPackedBytes = 100 * 1024 * 1024;

const isZip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32BE(0) === 0x504b0304;
  } finally {
    await file.close();
  }
};

const contentOf = ({ method, packed }: Entry): Readable => {
  if (method !== 0 && method !== 8)
    throw invalid("unreadable_file", "The ZIP is packed in a way that is not read. Send the CSV.");
  const source = Readable.from([packed]);
  return method === 0 ? source : source.pipe(createInflateRaw());
};

/**
 * The one CSV of a ZIP, unpacked into the file store up to `most` bytes and no further, whatever the
 * archive says of its size; null where the file is no ZIP. @throws Problem 422 for none or several
 * CSV files, 413 for too much.
 */
export const unzipped = async (
  { files }: Pick<App, "files">,
  { sha256, size }: Stored,
  most: number,
): Promise<{ file: Stored; name: string } | null> => {
  const path = await files.pathOf(sha256);
  if (!(await isZip(path))) return null;
  if (size > mostPackedBytes)
    throw invalid("unreadable_file", "The ZIP is larger than 100 MB. Send the CSV in it.");
  const found = [...entriesOf(await readFile(path))].filter(([name]) => /\.csv$/i.test(name));
  const [only] = found;
  if (!only || found.length > 1)
    throw invalid(
      "unreadable_file",
      `The ZIP holds ${found.length} CSV files, and one is expected. Nothing was taken.`,
    );
  return { file: await files.put(contentOf(only[1]), most, "own"), name: basename(only[0]) };
};

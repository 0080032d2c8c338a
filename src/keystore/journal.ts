// The key store's memory: one append-only file. A line is written and synced before anybody is told
// that it is kept.
import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { fdatasync, write } from "node:fs";
import { promisify } from "node:util";

const writeAt = promisify(write);
const sync = promisify(fdatasync);
const partLength = 44; // 32 bytes in base64
const sumLength = 16;
const gone = "0".repeat(partLength);
const sumOf = (json: string) => createHash("sha256").update(json).digest("hex").slice(0, sumLength);

/**
 * One line: what happened, and for a kept part the part itself (base64 of 32 bytes), which erasing
 * overwrites where it stands.
 */
export type Entry<E> = { event: E; part: string | null; at: number };

export type Journal<E> = {
  /**
   * Resolves when the line is on the disk; lines that come meanwhile share the next sync. Gives
   * where the line begins.
   */
  append(event: E, part?: string): Promise<number>;
  /** Overwrites the parts of the lines that begin at these places, and syncs. */
  overwrite(places: readonly number[]): Promise<void>;
  close(): void;
};

const readLines = <E>(file: string): { entries: Entry<E>[]; size: number } => {
  const bytes = readFileSync(file);
  const entries: Entry<E>[] = [];
  let at = 0;
  for (let end: number; (end = bytes.indexOf(10, at)) >= 0; at = end + 1) {
    const line = bytes.toString("utf8", at, end);
    const sum = line.slice(0, sumLength);
    const part = line.slice(sumLength + 1, sumLength + 1 + partLength);
    const json = line.slice(sumLength + partLength + 2);
    if (sumOf(json) !== sum)
      throw new Error(
        `the key store's file ${file} is damaged at byte ${at}: bring back its backup`,
      );
    entries.push({ event: JSON.parse(json) as E, part: part === gone ? null : part, at });
  }
  return { entries, size: at }; // what follows the last whole line was never acknowledged
};

/**
 * Opens the journal, cutting off a last line that a stop left half-written. Throws when a whole
 * line is damaged.
 */
export const openJournal = <E>(file: string): { journal: Journal<E>; entries: Entry<E>[] } => {
  const fd = openSync(file, "a+", 0o600);
  closeSync(fd);
  const { entries, size } = readLines<E>(file);
  const handle = openSync(file, "r+");
  ftruncateSync(handle, size);
  fsyncSync(handle);
  let end = size;
  let waiting: { bytes: Buffer; at: number; done: () => void; failed: (error: unknown) => void }[] =
    [];
  let running: Promise<void> | null = null;
  const drain = async () => {
    while (waiting.length) {
      const batch = waiting;
      waiting = [];
      try {
        const bytes = Buffer.concat(batch.map((each) => each.bytes));
        await writeAt(handle, bytes, 0, bytes.length, batch[0]!.at);
        await sync(handle);
        for (const each of batch) each.done();
      } catch (error) {
        for (const each of batch) each.failed(error);
      }
    }
    running = null;
  };
  const append = (event: E, part = gone) =>
    new Promise<number>((resolve, reject) => {
      const json = JSON.stringify(event);
      const bytes = Buffer.from(`${sumOf(json)} ${part} ${json}\n`);
      const at = end;
      end += bytes.length;
      waiting.push({ bytes, at, done: () => resolve(at), failed: reject });
      running ??= drain();
    });
  return {
    entries,
    journal: {
      append,
      overwrite: async (places) => {
        for (const at of places) writeSync(handle, gone, at + sumLength + 1);
        fdatasyncSync(handle);
      },
      close: () => closeSync(handle),
    },
  };
};

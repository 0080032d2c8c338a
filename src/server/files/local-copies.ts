import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "#kernel/ids.ts";
import { databaseMs } from "../db/database-clock.ts";
import { FilesAway } from "./away.ts";
import { isNotThere } from "./place.ts";

/** Bytes of copies that stay on this machine. */
const mostBytes = 2 * 1024 ** 3;
/** Who was given the path of one reads it within this time. */
const readWithinMs = 60 * 60 * 1000;

export type LocalCopies = {
  /** The path of a copy, fetched where this machine has none. */
  of: (key: string, open: () => Promise<Readable>) => Promise<string>;
  drop: (key: string) => Promise<void>;
  /** Takes away those asked for longest ago, until they have room; none that was asked for within the hour. */
  tidy: () => Promise<void>;
};

type Copy = { path: string; size: number; usedMs: number };

const use = async (path: string): Promise<boolean> => {
  const now = new Date(databaseMs());
  return utimes(path, now, now).then(
    () => true,
    (error: unknown) => {
      if (isNotThere(error)) return false;
      throw error;
    },
  );
};

const fetchTo = async (path: string, sha256: string, stream: Readable): Promise<void> => {
  const temporary = `${path}.${newId()}`;
  const hash = createHash("sha256");
  try {
    await pipeline(
      stream,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(temporary, { mode: 0o600 }),
    );
    if (/^[0-9a-f]{64}$/.test(sha256) && hash.digest("hex") !== sha256)
      throw new FilesAway(`What it gave of ${sha256} is not what was stored.`);
    await use(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Copies of a bucket's files on this machine, for threads that read a file by its path. */
export const localCopies = (
  folder: string,
  most = mostBytes,
  agoMs = readWithinMs,
): LocalCopies => {
  const fetching = new Map<string, Promise<string>>();
  const pathOf = (key: string) => join(folder, key.replaceAll("/", "_"));
  const fetched = async (key: string, open: () => Promise<Readable>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await fetchTo(pathOf(key), basename(key), await open());
    await tidy();
    return pathOf(key);
  };
  const all = async (): Promise<Copy[]> => {
    const names = await readdir(folder).catch(() => []);
    const found = names.map(async (name): Promise<Copy[]> => {
      const path = join(folder, name);
      const there = await stat(path).catch(() => null);
      return there ? [{ path, size: there.size, usedMs: there.mtimeMs }] : [];
    });
    return (await Promise.all(found)).flat().toSorted((a, b) => a.usedMs - b.usedMs);
  };
  const tidy = async () => {
    const copies = await all();
    let bytes = copies.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, usedMs } of copies) {
      if (bytes <= most || databaseMs() - usedMs < agoMs) return;
      await rm(path, { force: true });
      bytes -= size;
    }
  };
  return {
    of: async (key, open) => {
      if (await use(pathOf(key))) return pathOf(key);
      const running =
        fetching.get(key) ?? fetched(key, open).finally(() => void fetching.delete(key));
      fetching.set(key, running);
      return running;
    },
    drop: (key) => rm(pathOf(key), { force: true }),
    tidy,
  };
};

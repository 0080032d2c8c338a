import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";
import type { Piece } from "./ranges.ts";

/** Something that lies in a place: its key (`ab/<sha256>`, `private/ab/<sha256>`), bytes, and when it was put. */
export type Lying = { key: string; size: number; changedMs: number };

/**
 * Where files lie, chosen once at start: a folder of this machine or of a share, or a bucket of object
 * storage. Both name a file by the same key. What is not there is an error with code `ENOENT`; a storage
 * that does not answer is `FilesAway`.
 */
export type Place = {
  /** As the operator named it: the path of a folder, or `s3://bucket/prefix`. */
  name: string;
  /** Whether it is object storage, which other installations may use as well. */
  shared: boolean;
  /** A folder of this machine, of this place alone, where what is to be kept is written first. */
  spool: string;
  /**
   * Takes a whole file of the spool under a key; it is gone from the spool then. Resolves when the place
   * holds it for good and, in object storage, was compared with `of`.
   */
  keep: (key: string, file: string, of: Content) => Promise<void>;
  /** What lies there, or a piece of it; `size` is that of the whole. */
  open: (key: string, piece?: Piece) => Promise<{ stream: Readable; size: number }>;
  /** How large it is and when it was put; null where it is not there. */
  head: (key: string) => Promise<{ size: number; changedMs: number } | null>;
  /** What lies under a key's beginning, of its own level alone. */
  list: (beginning: string) => AsyncIterable<Lying>;
  /** Takes it away; nothing where it is not there. */
  remove: (key: string) => Promise<void>;
  /** Gives it another key, so that it is always under one of the two. False where it is not there. */
  move: (from: string, to: string) => Promise<boolean>;
  /**
   * Where it lies on this machine, for a thread that reads it by its path. Of object storage that is a
   * copy, compared with its hash, which stays for an hour after it was asked for last.
   */
  pathOf: (key: string) => Promise<string>;
  /** All of something small; null where it is not there. */
  read: (key: string) => Promise<Buffer | null>;
  /** Writes something small; with `once` nothing where something lies there already. */
  write: (key: string, bytes: Uint8Array, how?: "once") => Promise<void>;
  /** Adds a line to a list that only grows, for good. */
  append: (key: string, line: string) => Promise<void>;
  /** The text of such a list; empty where there is none. */
  appended: (key: string) => Promise<string>;
  /** Where files that come in pieces gather, and what an upload is called there; null: in the folder. */
  pieces: (() => Promise<{ store: DataStore; idOf: (id: string) => string }>) | null;
  /** Takes away what was begun over so many milliseconds ago and never ended. */
  tidy: (olderMs: number) => Promise<void>;
  /** Refuses at once while it is known not to answer. @throws FilesAway */
  ready: () => Promise<void>;
  /** Asks whether it answers. @throws FilesAway */
  ping: () => Promise<void>;
  /** Refuses what no instance can work with, before anything is written. @throws Error with what to do */
  examine: () => Promise<void>;
};

/** What a content must be: its SHA-256 (hex) and its bytes. */
export type Content = { sha256: string; size: number };

/** The key of a content. */
export const contentKey = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** The rooms that contents lie in, `00` to `ff`. */
const rooms = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

/** Every content of a place, by its hash. */
export async function* contentsOf(place: Place): AsyncGenerator<Lying & { sha256: string }> {
  for (const room of rooms)
    for await (const one of place.list(`${room}/`)) {
      const sha256 = one.key.slice(room.length + 1);
      if (/^[0-9a-f]{64}$/.test(sha256)) yield { ...one, sha256 };
    }
}

/** A part of a place, whose keys begin with a word of their own. */
export const within = (place: Place, part: string): Place => {
  const at = (key: string) => `${part}/${key}`;
  return {
    ...place,
    name: `${place.name}/${part}`,
    keep: (key, file, of) => place.keep(at(key), file, of),
    open: (key, piece) => place.open(at(key), piece),
    head: (key) => place.head(at(key)),
    list: async function* (beginning) {
      for await (const one of place.list(at(beginning)))
        yield { ...one, key: one.key.slice(part.length + 1) };
    },
    remove: (key) => place.remove(at(key)),
    move: (from, to) => place.move(at(from), at(to)),
    pathOf: (key) => place.pathOf(at(key)),
    read: (key) => place.read(at(key)),
    write: (key, bytes, how) => place.write(at(key), bytes, how),
    append: (key, line) => place.append(at(key), line),
    appended: (key) => place.appended(at(key)),
  };
};

/** The error of what is not there, as a folder gives it. */
export const notThere = (key: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${key} is not there`), { code: "ENOENT" });

export const isNotThere = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "ENOENT";

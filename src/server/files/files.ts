import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { reportFault } from "../faults.ts";
import { encodingOf, headText } from "./encoding.ts";
import { refuseLargePicture } from "./picture.ts";
import { FilesAway } from "./away.ts";
import { contentKey, isNotThere, notThere, type Place } from "./place.ts";
import type { Piece } from "./ranges.ts";

export type Stored = { sha256: string; size: number; mediaType: string };
/**
 * Where a content comes from: somebody sends it; `sealed` is ciphertext, any bytes, which no scanner
 * can read; `opened` stood in a sealed bid and is kept whatever the scanner says; `own` was made by
 * this server.
 */
type Origin = "upload" | "sealed" | "opened" | "own";

/**
 * The contents of a place, whatever the scanner says of them. Each refuses with 503 `files_away` while the
 * place does not answer.
 */
export type PlaceFiles = {
  /**
   * Takes a stream, names it by its hash; refuses what is larger than `most` bytes (or was cut off
   * before it came here), not of an allowed type, or a picture with too many pixels.
   */
  put: (source: Readable, most?: number, origin?: Origin) => Promise<Stored>;
  /**
   * The content of a stored file, or a piece of it; `size` is that of the whole. 404 `file_missing`
   * where it is gone, 500 `file_unreadable` where it cannot be read; the operator is told of both, and
   * of a stream that breaks off.
   */
  open: (sha256: string, piece?: Piece) => Promise<{ stream: Readable; size: number }>;
  /**
   * Where the content lies on this machine, or a copy of it (`Place.pathOf`), for a thread that reads it
   * at once; refuses as `open` does.
   * With `beat` a scanner that has not answered yet is waited for, a minute at most; `beat` is
   * asked meanwhile and ends the waiting by throwing.
   */
  pathOf: (sha256: string, beat?: () => Promise<unknown>) => Promise<string>;
  /** Its bytes; refuses as `open` does. */
  sizeOf: (sha256: string) => Promise<number>;
};

const hidden = /<html|<script|<svg|<!doctype html/i;
// UTF-16 only with its byte order mark, as some systems write XML and Excel "Unicode text"; without
// it half of the bytes are zero, as in what is no text.
const textIn = (head: Buffer): string | null => {
  const text = headText(head);
  return text.length > 0 && !text.includes("\0") ? text : null;
};
const reads =
  (fits: (text: string) => boolean) =>
  (head: Buffer): boolean => {
    const text = textIn(head);
    return text !== null && fits(text);
  };
const magic: readonly [string, (b: Buffer) => boolean][] = [
  ["application/pdf", (b) => b.subarray(0, 5).toString("latin1") === "%PDF-"],
  ["image/png", (b) => b.subarray(0, 8).equals(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))],
  ["image/jpeg", (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff],
  ["image/gif", (b) => /^GIF8[79]a/.test(b.subarray(0, 6).toString("latin1"))],
  [
    "image/webp",
    (b) =>
      b.subarray(0, 4).toString("latin1") === "RIFF" &&
      b.subarray(8, 12).toString("latin1") === "WEBP",
  ],
  // HEIC and HEIF, as phones take pictures; not AVIF.
  [
    "image/heic",
    (b) =>
      b.toString("latin1", 4, 8) === "ftyp" &&
      /^(hei[csxm]|hevc|hevx|mif1|msf1)$/.test(b.toString("latin1", 8, 12)) &&
      !b.toString("latin1", 16, 64).includes("avif"),
  ],
  ["application/zip", (b) => b.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))],
  [
    "application/xml",
    reads((text) => /^\s*<\?xml|^\s*<[A-Za-z]+[\s:>]/.test(text) && !hidden.test(text)),
  ],
  [
    "application/json",
    (b) => encodingOf(b) === "utf-8" && reads((text) => /^\s*[[{]/.test(text))(b),
  ],
  ["text/plain", reads((text) => !hidden.test(text))],
];

/**
 * The type by its first bytes, never by its name or by what the sender says; null for what is not
 * taken in.
 */
export const sniff = (head: Buffer): string | null =>
  magic.find(([, fits]) => fits(head))?.[0] ?? null;

const refuse = (detail: string, status: number) =>
  new Problem("invalid", status === 413 ? "too_large" : "file_type", detail, {
    status,
    errors: [{ path: "file", message: detail }],
  });

const unreadable = (sha256: string, error: unknown): Problem => {
  if (error instanceof FilesAway) return error;
  const missing = isNotThere(error);
  reportFault(missing ? "file_missing" : "file_unreadable", `stored file ${sha256}`, error);
  return missing
    ? new Problem(
        "notFound",
        "file_missing",
        "The content of this file is missing on the server. Those who run it have been told.",
      )
    : new Problem(
        "upstream",
        "file_unreadable",
        "The server cannot read this file. Those who run it have been told. Try again later.",
        { status: 500 },
      );
};

/** What is read of the contents of a place. */
const readingFrom = (place: Place): Omit<PlaceFiles, "put"> => ({
  open: async (sha256, piece) => {
    try {
      const opened = await place.open(contentKey(sha256), piece);
      // Also before anybody reads it: an error that nobody hears ends the process. What whoever reads
      // gives up with is no fault of the disk.
      opened.stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.syscall) reportFault("file_unreadable", `stored file ${sha256}`, error);
      });
      return opened;
    } catch (error) {
      throw unreadable(sha256, error);
    }
  },
  pathOf: (sha256) =>
    place.pathOf(contentKey(sha256)).catch((error: unknown) => {
      throw unreadable(sha256, error);
    }),
  sizeOf: async (sha256) => {
    try {
      const there = await place.head(contentKey(sha256));
      if (!there) throw notThere(sha256);
      return there.size;
    } catch (error) {
      throw unreadable(sha256, error);
    }
  },
});

/** The kind of what came; refuses what is not taken in. */
const kindOf = (head: Buffer, size: number, origin: Origin): string => {
  if (size === 0) throw refuse("The file is empty.", 422);
  if (origin === "sealed") return "application/octet-stream";
  const kind = sniff(head) ?? (origin === "own" ? "application/octet-stream" : null);
  if (kind) return kind;
  throw refuse(
    "This type of file is not taken in. Use PDF, PNG, JPEG, HEIC, CSV, XLSX, XML, JSON or text.",
    422,
  );
};

/** Hashes and counts what goes by, keeps its first bytes, and ends it beyond so many. */
const watching = (source: Readable, most: number) => {
  const hash = createHash("sha256");
  const tooLarge = () => refuse(`The file is larger than ${Math.round(most / 1048576)} MB.`, 413);
  let size = 0;
  let head = Buffer.alloc(0);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (head.length < 4096) head = Buffer.concat([head, chunk.subarray(0, 4096 - head.length)]);
      hash.update(chunk);
      done(size > most ? tooLarge() : null, chunk);
    },
    // A multipart part ends at its limit as if the file ended there, and says so in `truncated` alone.
    flush: (done) => done((source as { truncated?: boolean }).truncated ? tooLarge() : null),
  });
  return { through, seen: () => ({ size, head, sha256: hash.digest("hex") }) };
};

/**
 * Files of a place, `aa/<sha256>`; written to a temporary name on this machine first, so that a stop
 * leaves none half-written. A file counts as stored when the place holds it and its name.
 */
export const placedFiles = (place: Place): PlaceFiles => ({
  put: async (source, most = 25 * 1024 * 1024, origin = "upload") => {
    // Before anything is taken in: what could not be kept is refused at once.
    await place.ready();
    await mkdir(place.spool, { recursive: true });
    const temporary = join(place.spool, newId());
    const watch = watching(source, most);
    try {
      const file = createWriteStream(temporary, { mode: 0o600, flush: true });
      await pipeline(source, watch.through, file);
      const { size, head, sha256 } = watch.seen();
      const mediaType = kindOf(head, size, origin);
      await refuseLargePicture(temporary, mediaType);
      await place.keep(contentKey(sha256), temporary, { sha256, size });
      return { sha256, size, mediaType };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  },
  ...readingFrom(place),
});

import { finished, pipeline, Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { meaningOf, OutgoingRefusal } from "./refusal.ts";

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** Packings that are asked for and read. */
export const packings = "gzip, deflate, br";

/** Cuts a stream that is longer than `most` bytes. */
const bounded = (most: number): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new OutgoingRefusal("size") : null, chunk);
    },
  });
};

const unpackerOf = (packing: string): Transform | null => {
  const name = packing.trim().toLowerCase();
  if (name === "" || name === "identity") return null;
  const open = unpackers[name];
  if (!open) throw new OutgoingRefusal("encoding");
  return open();
};

/**
 * An answer's body, unpacked, as it comes. It is cut at `most` bytes, counted as they travel and as
 * they are unpacked, so that neither an endless answer nor a packed bomb is taken. Errors are
 * refusals: `why` says what the caller's own limits ended it with. Throws `encoding` for a packing
 * that is not read.
 */
export const bodyOf = (
  raw: Readable,
  packing: string,
  most: number,
  why: () => unknown,
): Readable => {
  const unpacker = unpackerOf(packing);
  const parts = unpacker ? [bounded(most), unpacker, bounded(most)] : [bounded(most)];
  const last = parts.at(-1)!;
  pipeline([raw, ...parts], () => {});
  const out = Readable.from(
    (async function* () {
      try {
        yield* last;
      } catch (error) {
        throw meaningOf(why() ?? error);
      }
    })(),
    { objectMode: false },
  );
  // Whoever stops reading, or never begins, gives the connection back.
  finished(out, () => void raw.destroy());
  out.on("error", () => {});
  return out;
};

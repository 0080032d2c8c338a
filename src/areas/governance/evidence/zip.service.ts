import { createHash } from "node:crypto";
import { PassThrough, Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import { conflict } from "#kernel/errors.ts";
import type { Listed } from "./package.model.ts";

/**
 * A file that goes into the ZIP when its turn comes. `listed`: whether the manifest names it; `sha256`:
 * what its bytes must have, else the ZIP ends with a Problem that names it. `level`: how hard it is
 * packed, from 0 (as it is) to 9.
 */
export type Part = {
  path: string;
  open: () => Promise<Readable>;
  listed?: boolean;
  sha256?: string;
  level?: number;
};

const counting = (path: string, into: Listed[], sha256: string | undefined): Transform => {
  const hash = createHash("sha256");
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const found = hash.digest("hex");
      into.push({ path, sha256: found, size });
      if (sha256 === undefined || sha256 === found) return done();
      done(
        conflict(
          "file_changed",
          `The stored bytes of ${path} are not those that were attached: their SHA-256 is ${found}, it was ${sha256}. Nothing was handed over. Ask those who run the server for a backup of this file.`,
        ),
      );
    },
  });
};

/**
 * A ZIP as a stream: its parts in their order, each opened when its turn comes, then `manifest.json`
 * with what `manifest` says of the parts that went in. An error of a part ends the stream with it.
 */
export const zipOf = (
  parts: readonly Part[],
  manifest: (listed: Listed[]) => unknown,
  at: Date,
): Readable => {
  const zip = new ZipFile();
  const out = new PassThrough();
  const listed: Listed[] = [];
  const add = (path: string, open: () => Promise<Readable>, level = 6) =>
    zip.addReadStreamLazy(path, { mtime: at, compressionLevel: level }, (done) => {
      open().then(
        (stream) => done(null, stream),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  for (const { path, open, listed: named = true, sha256, level } of parts) {
    const opened = async () => {
      const stream = await open();
      if (!named) return stream;
      const counted = counting(path, listed, sha256);
      stream.on("error", (error) => counted.destroy(error));
      // yazl does not hear of an error within a part that it reads.
      counted.on("error", (error) => out.destroy(error));
      return stream.pipe(counted);
    };
    add(path, opened, level);
  }
  add("manifest.json", async () =>
    Readable.from([Buffer.from(`${JSON.stringify(manifest(listed), null, 1)}\n`)]),
  );
  zip.on("error", (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  zip.end();
  return out;
};

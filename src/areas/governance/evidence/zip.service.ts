import { createHash } from "node:crypto";
import { PassThrough, Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import type { Listed } from "./package.model.ts";

/** A file that goes into the ZIP when its turn comes. `listed`: whether the manifest names it. */
export type Part = { path: string; open: () => Promise<Readable>; listed?: boolean };

const counting = (path: string, into: Listed[]): Transform => {
  const hash = createHash("sha256");
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      into.push({ path, sha256: hash.digest("hex"), size });
      done();
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
  const add = (path: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { mtime: at }, (done) => {
      open().then(
        (stream) => done(null, stream),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  for (const { path, open, listed: named = true } of parts)
    add(path, async () => {
      const stream = await open();
      if (!named) return stream;
      const counted = counting(path, listed);
      stream.on("error", (error) => counted.destroy(error));
      return stream.pipe(counted);
    });
  add("manifest.json", async () =>
    Readable.from([Buffer.from(`${JSON.stringify(manifest(listed), null, 1)}\n`)]),
  );
  zip.on("error", (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  zip.end();
  return out;
};

import { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Problem } from "#kernel/errors.ts";
import { fileName } from "#kernel/file-name.ts";

// The name under which an uploaded file is kept; the rest of the upload is passed over without one.
const uploadName = (part: Pick<MultipartFile, "filename" | "file">): string => {
  const name = fileName(part.filename ?? "");
  if (name !== null) return name;
  part.file.resume();
  const message = "The file has no name that can be shown. Rename it and upload it again.";
  throw new Problem("invalid", "file_name", message, { errors: [{ path: "file", message }] });
};

const noFile = (missing: string) =>
  new Problem("invalid", "no_file", missing, {
    errors: [{ path: "file", message: "A file is needed." }],
  });

type Parts = ReturnType<FastifyRequest["parts"]>;

// The bytes of the file, and then what comes behind it: a second file ends them with an error, so that
// it is not lost without a word.
const wholeOf = (part: MultipartFile, parts: Parts): Readable => {
  const bytes = async function* () {
    yield* part.file;
    if (part.file.truncated) return;
    for await (const behind of parts) if (behind.type === "file") behind.file.resume();
  };
  return Object.defineProperty(Readable.from(bytes(), { objectMode: false }), "truncated", {
    get: () => part.file.truncated,
  });
};

/** The one file of an upload: the name under which it is kept, its bytes, and the fields before it. */
export type OneFile = {
  name: string;
  stream: Readable;
  fields: MultipartFile["fields"];
  /** Passes over the rest of the upload. */
  leave: () => void;
};

/**
 * The one file of a multipart upload; `missing` says which is wanted. 422 at `file` where there is none,
 * or it has no name that can be shown; a second file behind it ends its bytes with 413 `one_file`.
 */
export const oneFile = async (
  request: Pick<FastifyRequest, "parts">,
  missing = "Choose a file.",
  limits: { fileSize?: number; fields?: number; fieldSize?: number } = {},
): Promise<OneFile> => {
  const parts = request.parts({ limits });
  for (;;) {
    const { value, done } = await parts.next();
    if (done) throw noFile(missing);
    if (value.type !== "file") continue;
    return {
      name: uploadName(value),
      stream: wholeOf(value, parts),
      fields: value.fields,
      leave: () => void value.file.resume(),
    };
  }
};

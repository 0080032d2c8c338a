import type { MultipartFile } from "@fastify/multipart";
import { Problem } from "#kernel/errors.ts";
import { fileName } from "#kernel/file-name.ts";

/**
 * The name under which an uploaded file is kept. 422 at `file` when it has none that can be shown;
 * the rest of the upload is passed over then.
 */
export const uploadName = (part: Pick<MultipartFile, "filename" | "file">): string => {
  const name = fileName(part.filename ?? "");
  if (name !== null) return name;
  part.file.resume();
  const message = "The file has no name that can be shown. Rename it and upload it again.";
  throw new Problem("invalid", "file_name", message, { errors: [{ path: "file", message }] });
};

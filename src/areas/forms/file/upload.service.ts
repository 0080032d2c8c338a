import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Readable } from "node:stream";
import { invalid } from "#kernel/errors.ts";
import { oneFile } from "#server/files/upload.ts";
import { fileLimits } from "../form/form.labels.ts";

const megabyte = 1024 * 1024;

/**
 * A file with what is said before it in the same form. 422 for a missing file or a value that is
 * not valid.
 */
export const readUpload = async <T>(
  request: FastifyRequest,
  shape: z.ZodType<T>,
): Promise<{ of: T; part: { name: string; stream: Readable } }> => {
  const part = await oneFile(request, "Choose a file.", {
    fileSize: fileLimits.megabytes * megabyte + 1,
    fields: 8,
    fieldSize: 500,
  });
  const said = Object.entries(part.fields).flatMap(([name, value]) =>
    value && "value" in value ? [[name, value.value] as const] : [],
  );
  const parsed = shape.safeParse(Object.fromEntries(said));
  if (!parsed.success) {
    part.leave();
    throw invalid(
      "invalid_input",
      "Some values are not valid. Nothing was saved.",
      parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    );
  }
  return { of: parsed.data, part };
};

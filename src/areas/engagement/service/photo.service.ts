import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { invalidField, Problem } from "#kernel/errors.ts";
import { fileName } from "#kernel/file-name.ts";
import type { App } from "#server/app.ts";

/** Largest photo, bytes. */
const mostPhoto = 8 * 1024 * 1024;

export type Photo = { sha256: string; size: number; mediaType: string; name: string };

const keepPhoto = async (app: App, part: MultipartFile): Promise<Photo | null> => {
  if (!part.filename) {
    part.file.resume();
    return null;
  }
  const notOne = () =>
    invalidField(
      "photo",
      "This file is no photo that can be shown. Send a JPEG, PNG, GIF, WebP or HEIC, or take it off and send the report without.",
      "not_a_photo",
    );
  const stored = await app.files.put(part.file, mostPhoto).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (["picture_size", "file_refused", "file_unscannable"].includes(error.code))
      throw invalidField("photo", error.message, error.code);
    throw error.code === "too_large"
      ? new Problem("invalid", "too_large", error.message, {
          status: 413,
          errors: [
            {
              path: "photo",
              message:
                "The photo is larger than 8 MB. Send a smaller one, or take it off and send the report without.",
            },
          ],
        })
      : notOne();
  });
  if (!stored.mediaType.startsWith("image/")) throw notOne();
  return { ...stored, name: fileName(part.filename) ?? "photo" };
};

/**
 * What a visitor sends, as JSON or as a form with a photo. `attributes.code` of a form stands
 * under `attributes`. @throws 413 or 422 with the path `photo`.
 */
export const readForm = async (
  app: App,
  request: FastifyRequest,
): Promise<{ values: Record<string, unknown>; photo: Photo | null }> => {
  if (!request.isMultipart())
    return { values: { ...(request.body as Record<string, unknown> | null) }, photo: null };
  const values: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  let photo: Photo | null = null;
  for await (const part of request.parts()) {
    const asked = part.type === "field" && /^attributes\.([a-z0-9_]{1,40})$/.exec(part.fieldname);
    if (part.type === "file") photo = await keepPhoto(app, part);
    else if (asked && asked[1] !== "__proto__") attributes[asked[1]!] = part.value;
    else if (part.fieldname !== "__proto__") values[part.fieldname] = part.value;
  }
  return { values: Object.keys(attributes).length ? { ...values, attributes } : values, photo };
};

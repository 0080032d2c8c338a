import type { FastifyReply } from "fastify";
import { invalid } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { readWhole } from "../reading/reader.ts";
import type { FileStore } from "./looked-at.ts";
import { sendFile } from "./send-file.ts";

/** What a camera wrote into a picture, and its size in pixels, upright. */
export type PictureFacts = {
  /** In the time of the place: `2026-11-02T14:30:05`. */
  takenAt: string | null;
  /** The zone of the camera's clock, where it wrote one: `-06:00`. */
  takenZone: string | null;
  /** When the satellites said that it was, in UTC: `2026-11-02T20:30:01Z`. */
  placedAt: Instant | null;
  latitude: number | null;
  longitude: number | null;
  camera: string | null;
  width: number | null;
  height: number | null;
};
/** `what`: the facts, the picture written anew without them, or a JPEG of so many pixels a side. */
export type PictureQuestion = { path: string; mediaType: string; what: "facts" | "bare" | number };
export type PictureAnswer = { facts: PictureFacts } | { bytes: Uint8Array };

const thread = new URL("./picture.thread.ts", import.meta.url);
const ask = (question: PictureQuestion) =>
  readWhole<PictureQuestion, PictureAnswer>(thread, question, {
    path: "file",
    megabytes: 512,
    seconds: 30,
  });

const isPicture = (mediaType: string): boolean => mediaType.startsWith("image/");

/** Read in a thread with limits; 422 `unreadable_file` for what is no whole picture. */
export const pictureFacts = async (path: string, mediaType: string): Promise<PictureFacts> => {
  const answer = await ask({ path, mediaType, what: "facts" });
  if (!("facts" in answer)) throw new Error("the reader gave no facts");
  return answer.facts;
};

const made = async (question: PictureQuestion): Promise<Uint8Array> => {
  const answer = await ask(question);
  if (!("bytes" in answer)) throw new Error("the reader gave no picture");
  return answer.bytes;
};

/** A picture written anew, without what the camera wrote; one of a phone (HEIC) as JPEG. */
export const barePicture = (path: string, mediaType: string): Promise<Uint8Array> =>
  made({ path, mediaType, what: "bare" });

/** A JPEG of a picture, so many pixels its longer side at most. */
export const smallPicture = (path: string, mediaType: string, side: number): Promise<Uint8Array> =>
  made({ path, mediaType, what: side });

type File = { sha256: string; name: string; mediaType: string };

/** Pixels of the longer side. */
export const previewSides = { small: 192, large: 1600 } as const;

/** A JPEG of a picture, made once; without what the camera wrote. 422 for other files. */
export const sendPreview = async (
  files: Pick<FileStore, "derived">,
  reply: FastifyReply,
  { sha256, mediaType }: Omit<File, "name">,
  size: keyof typeof previewSides,
): Promise<FastifyReply> => {
  if (!isPicture(mediaType)) throw invalid("not_a_picture", "Only pictures have a preview.");
  const bytes = await files.derived(sha256, `${size}.jpg`, (path) =>
    smallPicture(path, mediaType, previewSides[size]),
  );
  return reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("cache-control", "private, max-age=86400")
    .type("image/jpeg")
    .send(bytes);
};

/**
 * Answers with a file that is public. Of a picture what the camera wrote (time, place, device) stays
 * here; one of a phone (HEIC) goes out as JPEG.
 */
export const sendPublicFile = async (
  files: FileStore,
  reply: FastifyReply,
  file: File,
): Promise<FastifyReply> => {
  const { sha256, name, mediaType } = file;
  if (!isPicture(mediaType)) return sendFile(files, reply, file);
  const bytes = await files.derived(sha256, "bare", (path) => barePicture(path, mediaType));
  const shown = mediaType === "image/heic" ? `${name.replace(/\.hei[cf]$/i, "")}.jpg` : name;
  return reply
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(shown)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .type("application/octet-stream")
    .send(bytes);
};

/** A picture that stands on public pages and never changes, without what the camera wrote. */
export const sendPublicPicture = async (
  files: FileStore,
  reply: FastifyReply,
  { sha256, mediaType }: Omit<File, "name">,
): Promise<FastifyReply> => {
  const bytes = await files.derived(sha256, "bare", (path) =>
    made({ path, mediaType, what: "bare" }),
  );
  return reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("cache-control", "public, max-age=31536000, immutable")
    .type(mediaType)
    .send(bytes);
};

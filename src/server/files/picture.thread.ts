import { readFile } from "node:fs/promises";
import exifr from "exifr";
import libheif from "libheif-js/wasm-bundle.js";
import sharp, { type Sharp } from "sharp";
import { invalidField } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { answerPieces } from "../reading/thread.ts";
import { mostPixels } from "./picture.ts";
import type { PictureAnswer, PictureFacts, PictureQuestion } from "./pictures.ts";

sharp.concurrency(1);
sharp.cache(false);
// libheif tells the console of every picture that it refuses.
console.log = () => {};

const unreadable = () =>
  invalidField(
    "file",
    "This picture cannot be read. Save it anew and upload that.",
    "unreadable_file",
  );

/** A picture of a phone, decoded: its first image, upright. */
const decodeHeic = async (path: string): Promise<Sharp> => {
  const [image] = new libheif.HeifDecoder().decode(await readFile(path));
  if (!image) throw unreadable();
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > mostPixels) throw unreadable();
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (drawn) => (drawn ? resolve() : reject(unreadable())));
  });
  return sharp(data, { raw: { width, height, channels: 4 } });
};

const pictureOf = async ({ path, mediaType }: PictureQuestion): Promise<Sharp> =>
  mediaType === "image/heic"
    ? decodeHeic(path)
    : sharp(path, { limitInputPixels: mostPixels, failOn: "none" }).rotate();

const text = (value: unknown): string =>
  typeof value === "string"
    ? value
        .replace(/[\0-\x1f]/g, " ")
        .trim()
        .slice(0, 100)
    : "";
const degrees = (value: unknown, most: number): number | null =>
  typeof value === "number" && Math.abs(value) <= most ? value : null;
const instantOf = (value: unknown): string | null => {
  const [, y, m, d, time] =
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(typeof value === "string" ? value : "") ?? [];
  return y && Number(y) > 0 && Number(m) > 0 ? `${y}-${m}-${d}T${time}` : null;
};

const zoneOf = (value: unknown): string | null =>
  typeof value === "string" && /^[+-](0\d|1[0-4]):[0-5]\d$/.test(value.trim())
    ? value.trim()
    : null;
// A day as text and three numbers: hours, minutes and seconds of UTC (EXIF 2.32, tags 7 and 29).
const placedAtOf = (day: unknown, time: unknown): Instant | null => {
  const [, y, m, d] = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(typeof day === "string" ? day : "") ?? [];
  const parts = Array.isArray(time) || ArrayBuffer.isView(time) ? [...(time as number[])] : [];
  const [hours, minutes, seconds] = parts.map((part) => Math.trunc(Number(part)));
  if (!y || hours === undefined || minutes === undefined || seconds === undefined) return null;
  const at = Date.UTC(Number(y), Number(m) - 1, Number(d), hours, minutes, seconds);
  return Number.isFinite(at) ? (new Date(at).toISOString() as Instant) : null;
};

type Tags = Record<string, unknown>;
const beginnings = [Buffer.from("II*\0"), Buffer.from("MM\0*")];
/** Where EXIF stands in a HEIF file that the reader of EXIF does not find its way through. */
const exifIn = (bytes: Buffer): Buffer | null => {
  const places = beginnings.map((mark) => bytes.indexOf(mark)).filter((at) => at >= 0);
  return places.length > 0 ? bytes.subarray(Math.min(...places)) : null;
};
const parsed = async (bytes: Buffer): Promise<Tags | null> => {
  const tags = (await exifr
    .parse(bytes, { reviveValues: false, gps: true })
    .catch(() => undefined)) as Tags | undefined;
  return tags && !("errors" in tags) ? tags : null;
};
const tagsOf = async ({ path, mediaType }: PictureQuestion, exif?: Buffer): Promise<Tags> => {
  const bytes =
    mediaType === "image/heic"
      ? await readFile(path)
      : exif?.subarray(exif.toString("latin1", 0, 4) === "Exif" ? 6 : 0);
  if (!bytes) return {};
  const found = await parsed(bytes);
  if (found || mediaType !== "image/heic") return found ?? {};
  const within = exifIn(bytes);
  return (within && (await parsed(within))) ?? {};
};

const factsOf = async (question: PictureQuestion): Promise<PictureFacts> => {
  const heic = question.mediaType === "image/heic";
  const known = await (heic ? await decodeHeic(question.path) : sharp(question.path)).metadata();
  const tags = await tagsOf(question, known.exif);
  const [latitude, longitude] = [degrees(tags["latitude"], 90), degrees(tags["longitude"], 180)];
  const placed = latitude !== null && longitude !== null;
  return {
    takenAt: instantOf(tags["DateTimeOriginal"] ?? tags["CreateDate"]),
    takenZone: zoneOf(tags["OffsetTimeOriginal"] ?? tags["OffsetTime"]),
    placedAt: placedAtOf(tags["GPSDateStamp"], tags["GPSTimeStamp"]),
    latitude: placed ? latitude : null,
    longitude: placed ? longitude : null,
    camera: `${text(tags["Make"])} ${text(tags["Model"])}`.trim() || null,
    width: known.autoOrient?.width ?? known.width,
    height: known.autoOrient?.height ?? known.height,
  };
};

const jpeg = (picture: Sharp, side: number) =>
  picture
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: 80 })
    .toBuffer();

/** The same picture written anew, without what the camera wrote into it. */
const bare = async (question: PictureQuestion): Promise<Buffer> => {
  const { path, mediaType } = question;
  if (mediaType === "image/gif")
    return sharp(path, { animated: true, limitInputPixels: mostPixels }).gif().toBuffer();
  const picture = await pictureOf(question);
  if (mediaType === "image/png") return picture.png().toBuffer();
  if (mediaType === "image/webp") return picture.webp({ quality: 90 }).toBuffer();
  return picture.flatten({ background: "white" }).jpeg({ quality: 90 }).toBuffer();
};

await answerPieces<PictureQuestion, PictureAnswer>(async function* (question) {
  try {
    if (question.what === "facts") yield { facts: await factsOf(question) };
    else if (question.what === "bare") yield { bytes: await bare(question) };
    else yield { bytes: await jpeg(await pictureOf(question), question.what) };
  } catch {
    throw unreadable();
  }
});

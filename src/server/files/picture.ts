import { open, type FileHandle } from "node:fs/promises";
import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";

/** A picture may have so many pixels, and so many along a side: decoded it takes 256 MB. */
export const mostPixels = 64_000_000;
const mostSide = 20_000;

type Size = { width: number; height: number };

const at = async (file: FileHandle, position: number, length: number): Promise<Buffer | null> => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
};

const webpSize = (head: Buffer): Size | null => {
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X")
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return kind === "VP8 "
    ? { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    : null;
};

// Start of a frame: all but the tables of Huffman and arithmetic codes and the extension.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const mostSegments = 2_000;

/** Goes from segment to segment, since previews and colour profiles stand before the size. */
const jpegSize = async (file: FileHandle): Promise<Size | null> => {
  for (let place = 2, segments = 0; segments < mostSegments; segments++) {
    const segment = await at(file, place, 9);
    if (segment?.[0] !== 0xff) return null;
    const marker = segment[1]!;
    if (marker === 0xff) place += 1;
    else if (isFrame(marker))
      return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else place += 2 + segment.readUInt16BE(2);
  }
  return null;
};

const mostMeta = 1_048_576;

/** The largest size that a HEIF file names in its `ispe` boxes: of the whole, not of its tiles. */
const heicSize = async (file: FileHandle): Promise<Size | null> => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(mostMeta), 0, mostMeta, 0);
  const head = buffer.subarray(0, bytesRead);
  let most: Size | null = null;
  for (let at = head.indexOf("ispe"); at >= 0; at = head.indexOf("ispe", at + 4)) {
    if (at + 16 > head.length) break;
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (!most || size.width * size.height > most.width * most.height) most = size;
  }
  return most;
};

const sizeOf = async (path: string, mediaType: string): Promise<Size | null> => {
  const file = await open(path);
  try {
    if (mediaType === "image/heic") return await heicSize(file);
    if (mediaType === "image/jpeg") return await jpegSize(file);
    const head = await at(
      file,
      0,
      mediaType === "image/gif" ? 10 : mediaType === "image/png" ? 24 : 30,
    );
    if (!head) return null;
    if (mediaType === "image/gif")
      return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
    if (mediaType === "image/png")
      return head.toString("latin1", 12, 16) === "IHDR"
        ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
        : null;
    return webpSize(head);
  } finally {
    await file.close();
  }
};

const refuse = (detail: string) =>
  new Problem("invalid", "picture_size", detail, { errors: [{ path: "file", message: detail }] });

/**
 * Refuses a picture by the width and height in its header, before anybody decodes it; other files
 * pass. 422 `picture_size`, also where no size can be read.
 */
export const refuseLargePicture = async (path: string, mediaType: string): Promise<void> => {
  if (!mediaType.startsWith("image/")) return;
  const size = await sizeOf(path, mediaType);
  if (!size || size.width === 0 || size.height === 0)
    throw refuse("The size of this picture cannot be read. Save it anew and upload that.");
  const { width, height } = size;
  if (width * height > mostPixels || Math.max(width, height) > mostSide)
    throw refuse(
      `This picture has ${width.toLocaleString("en-US")} × ${counted(height, "pixel")}; at most ${mostPixels / 1e6} million are taken, ${mostSide.toLocaleString("en-US")} along a side. Make it smaller.`,
    );
};

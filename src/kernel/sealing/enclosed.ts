// What is inside an envelope, and how it is packed into one plaintext of a few sizes.
import { canonicalJson } from "../canonical-json.ts";
import { type Bytes, digestHex, randomBytes, utf8 } from "./bytes.ts";
import { SealError } from "./seal-error.ts";

export type EnclosedFile = { name: string; mediaType: string; bytes: Bytes };
/**
 * What is inside: the bid's content as JSON, files, and the ephemeral keys that later prove what
 * was sealed to whom.
 */
export type Enclosed = { content: unknown; files: EnclosedFile[]; ephemerals: Ephemeral[] };
export type Ephemeral = { x: number; enc: string; key: string };

const KiB = 1024;
const MiB = 1024 * KiB;
const classes = [16 * KiB, 64 * KiB, 256 * KiB, MiB, 2 * MiB, 4 * MiB];

/**
 * The size that a plaintext is padded to: a few classes up to 4 MiB, then whole steps of 4 MiB, so
 * that a size tells little.
 */
export const paddedSize = (bytes: number): number =>
  classes.find((size) => bytes <= size) ?? Math.ceil(bytes / (4 * MiB)) * 4 * MiB;

/** Bytes of the ciphertext beyond the padded plaintext: nonce and tag. */
export const envelopeOverhead = 12 + 16;
const saltBytes = 32;

/** One plaintext of content, files and ephemeral keys, behind a random salt and padded. */
export const pack = async (
  content: unknown,
  files: readonly EnclosedFile[],
  ephemerals: readonly Ephemeral[],
): Promise<Bytes> => {
  const listed = await Promise.all(
    files.map(async ({ name, mediaType, bytes }) => ({
      name,
      mediaType,
      size: bytes.length,
      sha256: await digestHex(bytes),
    })),
  );
  const header = utf8(canonicalJson({ content, files: listed, ephemerals }));
  const used =
    saltBytes + 4 + header.length + files.reduce((sum, file) => sum + file.bytes.length, 0);
  const plain = new Uint8Array(paddedSize(used));
  plain.set(randomBytes(saltBytes));
  new DataView(plain.buffer).setUint32(saltBytes, header.length);
  plain.set(header, saltBytes + 4);
  let at = saltBytes + 4 + header.length;
  for (const { bytes } of files) {
    plain.set(bytes, at);
    at += bytes.length;
  }
  return plain;
};

type Listed = { name: string; mediaType: string; size: number; sha256: string };

/** Takes a plaintext apart. Throws SealError "content" when it is none. */
export const unpackEnvelope = async (plain: Bytes): Promise<Enclosed> => {
  try {
    const length = new DataView(plain.buffer, plain.byteOffset).getUint32(saltBytes);
    const header = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(
        plain.subarray(saltBytes + 4, saltBytes + 4 + length),
      ),
    ) as { content: unknown; files: Listed[]; ephemerals: Ephemeral[] };
    let at = saltBytes + 4 + length;
    const files: EnclosedFile[] = [];
    for (const { name, mediaType, size, sha256 } of header.files) {
      const bytes = plain.slice(at, (at += size));
      if (bytes.length !== size || (await digestHex(bytes)) !== sha256) throw new RangeError(name);
      files.push({ name, mediaType, bytes });
    }
    if (!Array.isArray(header.ephemerals) || plain.length !== paddedSize(at))
      throw new RangeError("shape");
    return { content: header.content, files, ephemerals: header.ephemerals };
  } catch (cause) {
    throw new SealError("content", `what is inside cannot be read: ${(cause as Error).message}`);
  }
};

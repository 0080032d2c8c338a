import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * How a text is written, by its byte order mark: UTF-16 either way round (Excel's "Unicode text"),
 * else UTF-8.
 */
export const encodingOf = (head: Buffer): Encoding =>
  head[0] === 0xff && head[1] === 0xfe
    ? "utf-16le"
    : head[0] === 0xfe && head[1] === 0xff
      ? "utf-16be"
      : "utf-8";

/** The beginning of a text without its mark; a letter that is cut off at the end is left out. */
export const headText = (head: Buffer, encoding: Encoding = encodingOf(head)): string =>
  new TextDecoder(encoding).decode(head, { stream: true });

/** True where a text without a mark is no UTF-8: older programs write Windows-1252. */
export const isOldText = async (stream: Readable): Promise<boolean> => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of stream) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  } finally {
    stream.destroy();
  }
};

/**
 * The text of a stream piece by piece, without its mark, wherever its letters are torn; what is no
 * letter is U+FFFD, as is NUL, which the database does not take.
 */
export async function* textOf(stream: Readable, encoding: Encoding): AsyncGenerator<string> {
  const narrow = encoding === "utf-8" ? new StringDecoder("utf8") : null;
  const wide = narrow ? null : new TextDecoder(encoding, { ignoreBOM: true });
  let first = true;
  for await (const chunk of stream) {
    const text = (
      narrow ? narrow.write(chunk as Buffer) : wide!.decode(chunk as Buffer, { stream: true })
    ).replaceAll("\0", "\uFFFD");
    if (!text) continue;
    yield first && text.startsWith("\uFEFF") ? text.slice(1) : text;
    first = false;
  }
  const last = narrow ? narrow.end() : wide!.decode();
  if (last) yield last;
}

import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A piece of a content, both ends within it. */
export type Piece = { start: number; end: number };

/**
 * The piece that a request asks for (RFC 9110, 14): null for the whole content, where nothing is asked
 * for, several pieces are, or `If-Range` names another content; "none" where there is no such piece.
 */
export const pieceAsked = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { size, tag }: { size: number; tag: string },
): Piece | null | "none" => {
  const { range, "if-range": only } = headers;
  if (typeof range !== "string" || (only !== undefined && only !== tag)) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "none" : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "none" : { start, end };
};

/** What is sent: its name, how large it is, its SHA-256 (hex), and its bytes, all or a piece. */
type Content = {
  name: string;
  size: number;
  sha256: string;
  open: (piece?: Piece) => Promise<Readable> | Readable;
};

/**
 * Answers with a content as a download that no browser opens in our origin: whole, a piece of it with
 * 206, or 416 with its size where the piece lies beyond its end.
 */
export const sendContent = async (
  reply: FastifyReply,
  { name, size, sha256, open }: Content,
): Promise<FastifyReply> => {
  const tag = `"${sha256}"`;
  const piece = pieceAsked(reply.request.headers, { size, tag });
  reply.header("accept-ranges", "bytes");
  if (piece === "none")
    return reply.status(416).header("content-range", `bytes */${size}`).send("");
  const stream = await open(piece ?? undefined);
  if (piece) reply.status(206).header("content-range", `bytes ${piece.start}-${piece.end}/${size}`);
  return reply
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("content-length", piece ? piece.end - piece.start + 1 : size)
    .header("etag", tag)
    .header("x-sha256", sha256)
    .type("application/octet-stream")
    .send(stream);
};

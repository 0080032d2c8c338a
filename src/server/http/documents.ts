import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { originMark } from "#web/site/origin.ts";

type Document = { text: string; packed: Partial<Record<"br" | "gzip", Buffer>> };

const pack = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
};

const accepted = (request: FastifyRequest): "br" | "gzip" | null => {
  const header = String(request.headers["accept-encoding"] ?? "");
  return /\bbr\b/.test(header) ? "br" : /\bgzip\b/.test(header) ? "gzip" : null;
};

/**
 * The built HTML files below `folder`, read once. `origin` takes the place of the mark that the
 * build leaves.
 * `read(file)` gives the text or null; `send(request, reply, key, text)` sends it, packed once per
 * key when the browser takes that.
 */
export const documents = (folder: string, origin: string) => {
  const files = new Map<string, string | null>();
  const packed = new Map<string, Document>();
  return {
    read: (file: string): string | null => {
      let text = files.get(file);
      if (text === undefined)
        files.set(
          file,
          (text = existsSync(join(folder, file))
            ? readFileSync(join(folder, file), "utf8").replaceAll(originMark, origin)
            : null),
        );
      return text;
    },
    send: (
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      text: string,
    ): FastifyReply => {
      const encoding = text.length > 1000 ? accepted(request) : null;
      void reply.header("vary", "accept-encoding");
      if (!encoding) return reply.send(text);
      let document = packed.get(key);
      if (document?.text !== text) packed.set(key, (document = { text, packed: {} }));
      return reply
        .header("content-encoding", encoding)
        .send((document.packed[encoding] ??= pack[encoding](text)));
    },
  };
};

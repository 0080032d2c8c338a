import type { FastifyReply } from "fastify";
import type { FileStore } from "./looked-at.ts";

/**
 * Answers with a stored file as a download that no browser opens in our origin. 404 where its
 * content is gone, 500 where it cannot be read (`FileStore.open`).
 */
export const sendFile = async (
  files: Pick<FileStore, "open">,
  reply: FastifyReply,
  file: { sha256: string; name: string },
): Promise<FastifyReply> => {
  const { stream, size } = await files.open(file.sha256);
  return reply
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("content-length", size)
    .header("x-sha256", file.sha256)
    .type("application/octet-stream")
    .send(stream);
};

import type { FastifyReply } from "fastify";
import type { FileStore } from "./looked-at.ts";
import { sendContent } from "./ranges.ts";

/**
 * Answers with a stored file as a download that no browser opens in our origin, or with the piece of
 * it that the request asks for. 404 where its content is gone, 500 where it cannot be read
 * (`FileStore.open`).
 */
export const sendFile = async (
  files: Pick<FileStore, "open" | "ready">,
  reply: FastifyReply,
  file: { sha256: string; name: string },
): Promise<FastifyReply> => {
  // A piece alone is fetched where one is asked for.
  if (reply.request.headers.range !== undefined)
    return sendContent(reply, {
      ...file,
      size: await files.ready(file.sha256),
      open: async (piece) => (await files.open(file.sha256, piece)).stream,
    });
  const { stream, size } = await files.open(file.sha256);
  return sendContent(reply, { ...file, size, open: () => stream });
};

import type { FastifyReply } from "fastify";
import type { App } from "#server/app.ts";

/** Sends a stored file as a download that no browser opens in our origin. */
export const sendDocument = async (
  app: App,
  file: { name: string; sha256: string },
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { stream, size } = await app.files.open(file.sha256);
  return reply
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("content-length", size)
    .type("application/octet-stream")
    .send(stream);
};

import type { FastifyReply } from "fastify";

/** A signal that whoever asked has gone before they were answered: a page that was closed. */
export const leavingOf = ({ raw }: FastifyReply): AbortSignal => {
  const leaving = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
};

import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const draining = new WeakSet<FastifyInstance>();

/** Whether this server is about to stop: it answers, and whoever asks next had better ask another. */
export const isDraining = (server: FastifyInstance): boolean => draining.has(server);

/** Lets connections go with their next answer while the server drains: a proxy opens none of them again. */
export const letGo = (server: FastifyInstance): void => {
  server.addHook("onRequest", async (_request, reply) => {
    if (isDraining(server)) reply.header("connection", "close");
  });
};

/**
 * Works on for so many seconds while `/readyz` says 503: a proxy that asks for it sends nothing more here
 * by the time the server closes, so that none of its requests meets a connection that is cut.
 */
export const drain = async (server: FastifyInstance, seconds: number): Promise<void> => {
  draining.add(server);
  if (seconds > 0) await pause(seconds * 1_000);
};

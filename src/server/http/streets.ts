import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Problem } from "#kernel/errors.ts";
import { sendProblem } from "./problems.ts";

const inData = "maps/streets.pmtiles";

/** Where the browser reads the streets of the map. */
export const streetsAddress = "/maps/streets.pmtiles";

/** Whether the operator put an archive of streets into the data folder. */
export const hasStreets = (dataDir: string): boolean => existsSync(join(dataDir, inData));

/**
 * Serves the streets of the map by ranges of bytes: one archive (PMTiles) that the operator puts into
 * `maps/` of the data folder. It holds what every street map shows, so it asks for no account.
 */
export const serveStreets = async (server: FastifyInstance, dataDir: string): Promise<void> => {
  await server.register(fastifyStatic, { root: resolve(dataDir), serve: false });
  server.get(streetsAddress, { schema: { hide: true } }, (request, reply) =>
    hasStreets(dataDir)
      ? reply.header("cache-control", "no-cache").sendFile(inData)
      : sendProblem(
          request,
          reply,
          new Problem("notFound", "no_streets", "This installation has no archive of streets."),
        ),
  );
};

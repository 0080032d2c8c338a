import type { FastifyRequest } from "fastify";
import type { Client } from "./identity.model.ts";

/** Who is asking, for limits, sessions and security events. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});

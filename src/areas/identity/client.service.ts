import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import type { Client } from "./identity.model.ts";
import { newToken } from "./token.service.ts";

const cookieName = "levee_browser";
const cookieSeconds = 90 * 86_400;

const markOf = (request: FastifyRequest): string | undefined =>
  /(?:^|;\s*)levee_browser=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];

/** Who is asking, for limits, sessions and security events. */
export const clientOf = (request: FastifyRequest): Client & { browser: string } => ({
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
  browser: markOf(request) ?? newToken(),
});

/**
 * Marks the browser of somebody who has just signed in: it is known again, and signs in while
 * somebody else guesses at the account.
 */
export const markBrowser = (reply: FastifyReply, config: Config, browser: string): void =>
  void reply.header(
    "set-cookie",
    `${cookieName}=${browser}; Path=/auth/v1; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${config.origin.startsWith("https:") ? "; Secure" : ""}`,
  );

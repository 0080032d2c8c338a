import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { Problem } from "#kernel/errors.ts";
import { sendProblem } from "./problems.ts";

/** Hosts whose traffic never leaves the machine: no certificate is asked of them. */
export const isLocal = (host: string): boolean => {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return (
    name === "localhost" || name === "127.0.0.1" || name === "[::1]" || name.endsWith(".localhost")
  );
};

/** Probes ask the machine itself, by its address and without a certificate. */
const probes = new Set(["/healthz", "/readyz", "/metrics"]);

type Rule = Pick<Config, "LEVEE_FORCE_HTTPS" | "LEVEE_TRUST_PROXY" | "LEVEE_ORIGIN">;
type Asked = { host: string; url: string; forwarded: string | undefined; encrypted: boolean };

/**
 * Where a request that came in the clear has to go, or null when it may stay (SPEC 7: HTTPS
 * everywhere except on localhost). The proxy's word counts only where the setting says so.
 */
export const httpsTarget = (
  rule: Rule,
  { host, url, forwarded, encrypted }: Asked,
): string | null => {
  const secure =
    encrypted || (rule.LEVEE_TRUST_PROXY && forwarded?.split(",")[0]?.trim() === "https");
  if (
    !rule.LEVEE_FORCE_HTTPS ||
    secure ||
    host === "" ||
    isLocal(host) ||
    probes.has(url.split("?")[0] ?? url)
  )
    return null;
  const origin = rule.LEVEE_ORIGIN?.startsWith("https://")
    ? rule.LEVEE_ORIGIN.replace(/\/$/, "")
    : `https://${host}`;
  return `${origin}${url}`;
};

/**
 * Sends requests in the clear to HTTPS: reading ones are led there, others are refused, so that
 * nothing secret is sent twice in the clear.
 */
export const forceHttps = (server: FastifyInstance, config: Config): void => {
  server.addHook("onRequest", async (request, reply) => {
    const forwarded = request.headers["x-forwarded-proto"];
    const target = httpsTarget(config, {
      host: request.headers.host ?? "",
      url: request.raw.url ?? "/",
      forwarded: Array.isArray(forwarded) ? forwarded[0] : forwarded,
      encrypted: "encrypted" in request.raw.socket,
    });
    if (target && (request.method === "GET" || request.method === "HEAD"))
      return reply.redirect(target, 308);
    if (target)
      return sendProblem(
        request,
        reply,
        new Problem(
          "notAllowed",
          "https_required",
          "Use HTTPS: this request came in the clear and was not carried out.",
        ),
      );
    if (config.LEVEE_TRUST_PROXY && forwarded === "https")
      reply.header("strict-transport-security", "max-age=31536000");
  });
};

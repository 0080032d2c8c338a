import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { Problem } from "#kernel/errors.ts";
import { sendProblem } from "./problems.ts";
import { nearest, proxiesOf, type ProxyTrust } from "./proxy.ts";

/** Hosts whose traffic never leaves the machine: no certificate is asked of them. */
export const isLocal = (host: string): boolean => {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return (
    name === "localhost" || name === "127.0.0.1" || name === "[::1]" || name.endsWith(".localhost")
  );
};

const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** Probes ask the machine itself, by any name and without a certificate. */
export const isProbe = (url: string): boolean => probes.has(url.split("?")[0] ?? url);

type Rule = Pick<Config, "LEVEE_FORCE_HTTPS" | "LEVEE_ORIGIN">;
type Asked = { host: string; url: string; encrypted: boolean };

/** The address of the setting over HTTPS; the name that was asked chooses only the site under it. */
const httpsOrigin = (origin: string, host: string): string => {
  const known = new URL(origin);
  const name = origin.startsWith("https:") ? known.host : known.hostname;
  return host.toLowerCase().startsWith(`aging.${name}`)
    ? `https://aging.${name}`
    : `https://${name}`;
};

/**
 * Where a request that came in the clear has to go (SPEC 7: HTTPS everywhere except on localhost):
 * null when it may stay, "nowhere" where no setting says what the installation is called.
 */
export const httpsTarget = (rule: Rule, { host, url, encrypted }: Asked): string | null => {
  if (!rule.LEVEE_FORCE_HTTPS || encrypted || host === "" || isLocal(host) || isProbe(url))
    return null;
  return rule.LEVEE_ORIGIN ? `${httpsOrigin(rule.LEVEE_ORIGIN, host)}${url}` : "nowhere";
};

/** Whether one of our proxies says that the visitor came by HTTPS; a stranger's word counts nothing. */
export const saidEncrypted = (trust: ProxyTrust, request: IncomingMessage): boolean =>
  proxiesOf(trust)(request.socket.remoteAddress, 0) &&
  nearest(request.headers["x-forwarded-proto"]) === "https";

/**
 * Sends requests in the clear to HTTPS: reading ones are led there, others are refused, so that
 * nothing secret is sent twice in the clear.
 */
export const forceHttps = (server: FastifyInstance, config: Config): void => {
  server.addHook("onRequest", async (request, reply) => {
    const proxied = saidEncrypted(config.LEVEE_TRUST_PROXY, request.raw);
    const target = httpsTarget(config, {
      host: request.headers.host ?? "",
      url: request.raw.url ?? "/",
      encrypted: proxied || "encrypted" in request.raw.socket,
    });
    const leads = target !== null && target !== "nowhere";
    if (leads && (request.method === "GET" || request.method === "HEAD"))
      return reply.redirect(target, 308);
    if (target)
      return sendProblem(
        request,
        reply,
        new Problem(
          "notAllowed",
          "https_required",
          leads
            ? "Use HTTPS: this request came in the clear and was not carried out."
            : "Use HTTPS: this request came in the clear and was not carried out. " +
                "The operator sets LEVEE_ORIGIN to the address of this server.",
        ),
      );
    if (proxied) reply.header("strict-transport-security", "max-age=31536000");
  });
};

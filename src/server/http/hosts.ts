import type { FastifyInstance } from "fastify";
import { Problem } from "#kernel/errors.ts";
import type { Config } from "../config.ts";
import { isLocal, isProbe } from "./https.ts";
import { sendProblem } from "./problems.ts";

/** The names, with their port, under which the installation is known: its own and the demo site's. */
const ownHosts = (origin: string): readonly string[] => {
  const { host } = new URL(origin);
  return [host, `aging.${host}`];
};

const withoutUsualPort = (origin: string, host: string) =>
  host.toLowerCase().replace(origin.startsWith("https:") ? /:443$/ : /:80$/, "");

/**
 * Whether a request's `Host` names this installation: the host of `LEVEE_ORIGIN`, the same with
 * `aging.` in front, or this machine. Without `LEVEE_ORIGIN` every name is taken, and nothing is
 * built from it.
 */
export const isKnownHost = (origin: string | undefined, host: string): boolean =>
  origin === undefined ||
  isLocal(host) ||
  ownHosts(origin).includes(withoutUsualPort(origin, host));

/** Refuses requests for another name, before anything else looks at them; probes ask any. */
export const refuseUnknownHosts = (server: FastifyInstance, config: Config): void => {
  server.addHook("onRequest", async (request, reply) => {
    if (
      isProbe(request.raw.url ?? "/") ||
      isKnownHost(config.LEVEE_ORIGIN, request.headers.host ?? "")
    )
      return;
    return sendProblem(
      request,
      reply,
      new Problem(
        "invalid",
        "unknown_host",
        "This server does not answer under that name. Open the address that your agency gave you.",
        { status: 421 },
      ),
    );
  });
};

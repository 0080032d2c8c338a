import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notAllowed, notSignedIn, type Problem } from "#kernel/errors.ts";
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { noteAnswer } from "../operation/monitor/answers.ts";
import { allFigures } from "../telemetry/all.figures.ts";
import { Durations } from "../telemetry/durations.ts";
import { exposition, type Figure } from "../telemetry/figures.ts";
import { isLocal } from "./https.ts";

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/**
 * Notes a request by method, route template and class of status: never by address, so that neither a
 * record nor a visitor is named and the series stay few.
 */
const noteRequest = (
  times: Durations,
  method: string,
  route: string,
  status: number,
  seconds: number,
): void => {
  const kind = Math.floor(status / 100);
  const labels = () => ({ method, route, status: `${kind}xx` });
  times.note(times.of(`${method} ${route} ${kind}`, labels), seconds);
};

const digest = (text: string) => createHash("sha256").update(text).digest();
/**
 * Why a request may not read the metrics, or null: with a token set only who sends it; without one
 * only this machine itself, asked by its own name and not through a proxy.
 */
export const metricsRefusal = (
  config: Pick<Config, "LEVEE_METRICS_TOKEN" | "LEVEE_TRUST_PROXY">,
  asked: {
    authorization: string | undefined;
    address: string | undefined;
    host: string;
    proxied: boolean;
  },
): Problem | null => {
  if (config.LEVEE_METRICS_TOKEN)
    return timingSafeEqual(
      digest(asked.authorization ?? ""),
      digest(`Bearer ${config.LEVEE_METRICS_TOKEN}`),
    )
      ? null
      : notSignedIn(
          "metrics_token",
          "Send the token of LEVEE_METRICS_TOKEN as Authorization: Bearer.",
        );
  const here = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(asked.address ?? "");
  return here && !config.LEVEE_TRUST_PROXY && !asked.proxied && isLocal(asked.host)
    ? null
    : notAllowed(
        "Metrics are read on this machine only, or with a token: set LEVEE_METRICS_TOKEN.",
      );
};

const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
const askedOf = (request: FastifyRequest) => ({
  authorization: request.headers.authorization,
  address: request.raw.socket.remoteAddress,
  host: request.headers.host ?? "",
  proxied: proxyHeaders.some((name) => request.headers[name] !== undefined),
});

/**
 * `GET /metrics` in Prometheus text, and the clock on every request that it tells of. Gives what reads
 * all figures.
 */
export const metrics = (server: FastifyInstance, app: App): (() => Promise<Figure[]>) => {
  const times = new Durations(bounds);
  const read = () => allFigures(app, times);
  server.addHook("onResponse", async (request, reply) => {
    // An open stream of events is no slow answer.
    if (String(reply.raw.getHeader("content-type") ?? "").startsWith("text/event-stream")) return;
    noteAnswer(request.method, request.url, reply.statusCode, reply.elapsedTime);
    noteRequest(
      times,
      request.method,
      request.routeOptions.url ?? "none",
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
  });
  server.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const refusal = metricsRefusal(app.config, askedOf(request));
    if (refusal?.status === 401) reply.header("www-authenticate", "Bearer");
    if (refusal) throw refusal;
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(exposition(await read()));
  });
  return read;
};

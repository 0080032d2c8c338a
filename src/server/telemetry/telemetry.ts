import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Figure } from "./figures.ts";

/** What sends traces and figures of this process to a collector. */
export type Telemetry = {
  /** Keeps a trace of every request of a server; before its other hooks. */
  watch: (server: FastifyInstance) => Promise<void>;
  /** Says who reads the figures that go out. */
  tell: (read: () => Promise<readonly Figure[]>) => void;
  /** Sends what is left, in a few seconds at most. */
  stop: () => Promise<void>;
};

/**
 * Begins to send traces and figures where a collector is named. Without one nothing of OpenTelemetry is
 * loaded.
 */
export const openTelemetry = async (
  config: Pick<Config, "telemetry" | "LEVEE_TRUST_PROXY" | "PORT">,
  instance: string,
): Promise<Telemetry | null> =>
  config.telemetry === null
    ? null
    : (await import("./otlp.ts")).startOtlp(config.telemetry, {
        trust: config.LEVEE_TRUST_PROXY,
        instance,
      });

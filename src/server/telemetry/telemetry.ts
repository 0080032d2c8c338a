import type { Config } from "../config.ts";
import type { Telemetry } from "./sending.ts";

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

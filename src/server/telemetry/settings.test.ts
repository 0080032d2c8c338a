import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const OTEL_EXPORTER_OTLP_ENDPOINT = "http://localhost:4318";

test("without a collector nothing is set, whatever else the environment says of OpenTelemetry", () => {
  expect(readConfig({ OTEL_TRACES_SAMPLER: "odd", OTEL_SERVICE_NAME: "x y" }).telemetry).toBeNull();
});

test("a collector is taken with the standard's own words", () => {
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).telemetry).toMatchObject({
    OTEL_SERVICE_NAME: "levee",
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
    OTEL_METRIC_EXPORT_INTERVAL: 60_000,
  });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", "must be the collector's address"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://localhost:4317", "must be the collector's address"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://key:pass@otel.gov", "OTEL_EXPORTER_OTLP_HEADERS"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "must be http/json or left out"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "Bearer abc", "must be name=value"],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", "soon", "must be milliseconds, 100 to 60000"],
  ["OTEL_SERVICE_NAME", "a b", "must be a name"],
  ["OTEL_TRACES_SAMPLER", "jaeger_remote", "must be one of always_on"],
  ["OTEL_TRACES_SAMPLER_ARG", "10%", "must be a share from 0 to 1"],
  ["OTEL_METRIC_EXPORT_INTERVAL", "5", "must be 1000 milliseconds or more"],
])("%s=%s is refused in a sentence", (name, value, sentence) => {
  const said = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value });
  expect(said).toThrow(sentence);
  expect(said).toThrow(name);
});

/** The packages of OpenTelemetry that a process loads which does this. */
const loadedBy = (work: string): string[] => {
  const program = `
    import { registerHooks } from "node:module";
    const seen = new Set();
    registerHooks({ load(url, context, next) {
      const found = /node_modules\\/(@opentelemetry\\/[^/]+|@fastify\\/otel|[a-z]+-in-the-middle)\\//.exec(url);
      if (found) seen.add(found[1]);
      return next(url, context);
    } });
    const { readConfig } = await import("#server/config.ts");
    const { openTelemetry } = await import("#server/telemetry/telemetry.ts");
    ${work}
    console.log(JSON.stringify([...seen]));
    process.exit(0);
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--no-warnings", "-e", program],
    { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } },
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as string[];
};

test("a start without a collector loads nothing of OpenTelemetry; one with it does", () => {
  expect(
    loadedBy('await import("#server/instance.ts"); await openTelemetry(readConfig({}), "a");'),
  ).toEqual([]);
  expect(
    loadedBy(
      `await openTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "${OTEL_EXPORTER_OTLP_ENDPOINT}" }), "a");`,
    ),
  ).toEqual(expect.arrayContaining(["@fastify/otel", "@opentelemetry/sdk-metrics"]));
});

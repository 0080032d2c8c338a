import { readFileSync } from "node:fs";
import { FastifyOtelInstrumentation } from "@fastify/otel";
import { context, propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes, type Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from "@opentelemetry/sdk-trace-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { proxiesOf, type ProxyTrust } from "../http/proxy.ts";
import { figureProducer } from "./otlp-figures.ts";
import { CleanSpans } from "./otlp-spans.ts";
import { otelTracer } from "./otlp-tracer.ts";
import type { TelemetrySettings } from "./settings.ts";
import type { Telemetry } from "./sending.ts";
import { useTracer } from "./tracing.ts";

/** What stops waits at most so long for a collector that does not answer. */
const mostFlushMs = 3_000;

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version;

const samplerOf = ({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: TelemetrySettings): Sampler => {
  const root = name.endsWith("always_off")
    ? new AlwaysOffSampler()
    : name.endsWith("traceidratio")
      ? new TraceIdRatioBasedSampler(share)
      : new AlwaysOnSampler();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
};

/** Whoever watches over the server asks often, and a stream of events is no request with an end. */
const unwatched = /^\/(healthz|readyz|metrics)$|^\/api\/v1\/events(\/|\?|$)/;

/**
 * A trace goes on from a proxy that is believed, and from nobody else; what else a sender may write into
 * one is dropped.
 */
const trustProxies = (server: FastifyInstance, trust: ProxyTrust): void => {
  const trusts = proxiesOf(trust);
  server.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    delete headers["tracestate"];
    delete headers["baggage"];
    if (!trusts(request.raw.socket.remoteAddress, 0)) delete headers["traceparent"];
    done();
  });
};

const watching =
  (requests: FastifyOtelInstrumentation, trust: ProxyTrust): Telemetry["watch"] =>
  async (server) => {
    trustProxies(server, trust);
    await server.register(requests.plugin() as never);
    // Reading a body goes on where the connection was opened: from there the request's trace is lost.
    server.addHook("preValidation", (request: FastifyRequest, _reply, done) => {
      const kept = request.opentelemetry().context;
      if (kept) context.with(kept, done);
      else done();
    });
  };

const resourceOf = (settings: TelemetrySettings, instance: string): Resource =>
  resourceFromAttributes({
    "service.name": settings.OTEL_SERVICE_NAME,
    "service.version": ownVersion(),
    "service.instance.id": instance,
  });

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Loads OpenTelemetry and sends traces and figures to the collector that the settings name. */
export const startOtlp = (
  settings: TelemetrySettings,
  { trust, instance }: { trust: ProxyTrust; instance: string },
): Telemetry => {
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "");
  const timeoutMillis = settings.OTEL_EXPORTER_OTLP_TIMEOUT;
  const resource = resourceOf(settings, instance);
  const spans = new OTLPTraceExporter({ url: `${base}/v1/traces`, timeoutMillis });
  const provider = new NodeTracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [new CleanSpans(new BatchSpanProcessor(spans))],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => unwatched.test(url),
    requestHook: (span, { method, routeOptions }) =>
      void span.updateName(`${method} ${routeOptions.url ?? "none"}`),
  });
  requests.setTracerProvider(provider);
  useTracer(otelTracer(provider.getTracer("levee")));
  const figures = figureProducer(resource);
  const interval = settings.OTEL_METRIC_EXPORT_INTERVAL;
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics`, timeoutMillis }),
        exportIntervalMillis: interval,
        exportTimeoutMillis: Math.min(timeoutMillis, interval),
        metricProducers: [figures],
      }),
    ],
  });
  return {
    watch: watching(requests, trust),
    tell: figures.tell,
    stop: async () => {
      useTracer(null);
      await atMost(mostFlushMs, Promise.allSettled([provider.shutdown(), meters.shutdown()]));
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
};

import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span,
  type Tracer as OtelTracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { End, SpanOf, Tracer } from "./tracing.ts";

const kinds = { statement: SpanKind.CLIENT, call: SpanKind.CLIENT, work: SpanKind.CONSUMER };
const alsoSaid = { statement: { "db.system.name": "postgresql" }, call: {}, work: {} };

/** The kind of an error: its code or its class, words of a program. */
const kindOf = (error: unknown): string => {
  const { code, rule } = Object(error) as { code?: unknown; rule?: unknown };
  const named = [code, rule].find(
    (each): each is string => typeof each === "string" && /^[\w.-]{1,60}$/.test(each),
  );
  return named ?? (error instanceof Error ? error.constructor.name : "error");
};

const ender =
  (span: Span): End =>
  (failure, more) => {
    if (more) span.setAttributes(more);
    if (failure !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", kindOf(failure));
    }
    span.end();
  };

const linksOf = ({ askedBy }: SpanOf): Link[] => {
  const asked = askedBy === undefined ? null : parseTraceParent(askedBy);
  return asked ? [{ context: asked }] : [];
};

const running = () => trace.getSpan(context.active())?.spanContext();

/** Keeps spans by OpenTelemetry. */
export const otelTracer = (tracer: OtelTracer): Tracer => {
  const start = (of: SpanOf, parent: typeof ROOT_CONTEXT): Span =>
    tracer.startSpan(
      of.name,
      {
        kind: kinds[of.kind],
        attributes: { ...alsoSaid[of.kind], ...of.attributes },
        links: linksOf(of),
      },
      parent,
    );
  return {
    begin: (of) => {
      const parent = context.active();
      return trace.getSpan(parent)?.isRecording() ? ender(start(of, parent)) : null;
    },
    within: async (of, work) => {
      const span = start(of, ROOT_CONTEXT);
      const end = ender(span);
      try {
        const result = await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
        end();
        return result;
      } catch (error) {
        end(error);
        throw error;
      }
    },
    parent: () => {
      const now = running();
      if (!now || !isSpanContextValid(now) || !(now.traceFlags & TraceFlags.SAMPLED)) return;
      return `00-${now.traceId}-${now.spanId}-01`;
    },
    id: () => running()?.traceId,
  };
};

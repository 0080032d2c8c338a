import { SpanStatusCode, type Attributes, type Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-node";

/** What a span may say of itself; a library's next version adds nothing to it. */
const told = new Set([
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "db.system.name",
  "error.type",
  "levee.call.purpose",
  "levee.job.kind",
  "levee.queue",
]);

const onlyTold = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => told.has(name)));

/** The span without messages, events and addresses: those hold what somebody typed. */
const cleaned = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: onlyTold(span.attributes) },
    events: { value: [] },
    status: {
      value: { code: span.status.code === SpanStatusCode.ERROR ? SpanStatusCode.ERROR : 0 },
    },
    links: { value: span.links.map(({ context }) => ({ context })) },
  });

/** Hands on what may leave of every span. */
export class CleanSpans implements SpanProcessor {
  private readonly next: SpanProcessor;
  constructor(next: SpanProcessor) {
    this.next = next;
  }
  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }
  onEnd(span: ReadableSpan): void {
    this.next.onEnd(cleaned(span));
  }
  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }
  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}

/** What a span is of: its name and attributes hold no value of a request, a statement or a record. */
export type SpanOf = {
  name: string;
  kind: "statement" | "work" | "call";
  attributes?: Readonly<Record<string, string | number>>;
  /** The trace of whoever asked for it, as `traceparent`: linked, not continued. */
  askedBy?: string | undefined;
};

/** Ends a span; with what it failed of, where it did. */
export type End = (failure?: unknown, more?: Readonly<Record<string, string | number>>) => void;

/** What keeps traces, once OpenTelemetry is loaded. */
export type Tracer = {
  /** A span below the running one; null where none runs. */
  begin: (span: SpanOf) => End | null;
  /** A trace of its own around the work. */
  within: <T>(span: SpanOf, work: () => Promise<T>) => Promise<T>;
  /** The running trace as `traceparent`, where it is kept; its id, whether it is kept or not. */
  parent: () => string | undefined;
  id: () => string | undefined;
};

let tracer: Tracer | null = null;

/** From here on traces are kept by it; null ends that. */
export const useTracer = (next: Tracer | null): void => void (tracer = next);

/** A span below the running one, ended by what this gives; null where traces are off or none runs. */
export const beginSpan = (span: SpanOf): End | null => tracer && tracer.begin(span);

/** Whether traces are kept at all. */
export const tracing = (): boolean => tracer !== null;

/** Work with a span below the running one. */
export const traced = async <T>(span: SpanOf, work: () => Promise<T>): Promise<T> => {
  const end = beginSpan(span);
  if (!end) return work();
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
};

/** Work that nobody waits for, with a trace of its own. */
export const tracedAlone = <T>(span: SpanOf, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.within(span, work) : work();

/** The running trace, to be kept beside work that is put off. */
export const traceParent = (): string | undefined => tracer?.parent();

/** The id of the running trace, for lines of the log. */
export const traceId = (): string | undefined => tracer?.id();

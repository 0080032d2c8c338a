import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from "fastify";
import type { Config } from "../config.ts";
import { traceId } from "./tracing.ts";

type Level = "info" | "warn" | "error";

const scrubs: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, ":id"],
  [/[^\s@"'<>]+@[^\s@"'<>]+/g, ":address"],
  [/"[^"]*"|(?<!\w)'[^']*'|\([^()]*\)=\([^()]*\)/g, ":value"],
  [/\d[\d.,:-]{2,}\d/g, ":number"],
];
const scrubbed = (text: string): string =>
  scrubs.reduce((left, [what, name]) => left.replace(what, name), text);

/** The places of the program that an error went through; the message may hold what somebody typed. */
const framesOf = (stack: string | undefined): string[] =>
  (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());

type Told = { type: string; code?: string; constraint?: string; at: string[]; cause?: Told };
const word = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.-]{1,80}$/.test(value) ? value : undefined;

/** What may be told of an error: its kind, its code, the rule of the database, where it was thrown. */
export const toldOf = (error: unknown, depth = 0): Told => {
  if (!(error instanceof Error)) return { type: typeof error, at: [] };
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  const told: Told = { type: word(error.constructor.name) ?? "Error", at: framesOf(error.stack) };
  if (word(code)) told.code = word(code)!;
  if (word(constraint)) told.constraint = word(constraint)!;
  if (error.cause instanceof Error && depth < 3) told.cause = toldOf(error.cause, depth + 1);
  return told;
};

let inJson = false;

const lineOf = (level: Level, msg: string, more: object = {}): string => {
  const trace_id = traceId();
  const head = { time: new Date().toISOString(), level, msg };
  return `${JSON.stringify({ ...head, ...(trace_id && { trace_id }), ...more })}\n`;
};

const send = (level: Level, msg: string, more: object = {}): void => {
  (level === "info" ? process.stdout : process.stderr).write(lineOf(level, msg, more));
};

/** A sentence of the program that names nobody: told as it stands, in the log's form. */
export const logSentence = (level: Level, sentence: string): void => {
  if (inJson) send(level, sentence.trim());
  else if (level === "info") console.log(sentence);
  else console.error(sentence);
};

/** The same with what it comes from, and the moment where lines have none. */
export const logFault = (sentence: string, error: unknown): void => {
  if (inJson) return send("error", sentence, error === undefined ? {} : { error: toldOf(error) });
  console.error(`${new Date().toISOString()} ${sentence}`, ...(error === undefined ? [] : [error]));
};

/** An error that a request ended with. */
export const logFailed = (request: FastifyRequest, error: unknown): void => {
  const { id, method, url, routeOptions } = request;
  if (inJson)
    return send("error", "a request failed", {
      request: { id, method, route: routeOptions.url ?? "none" },
      error: toldOf(error),
    });
  console.error(`${new Date().toISOString()} ${id} ${method} ${url.split("?")[0]}:`, error);
};

// The words up to the first colon are the program's; behind it stands what it met.
const startOf = (text: string): string => scrubbed(text.trim().split(/:\s/)[0]!.replace(/:$/, ""));

/**
 * From here on whatever is written to the console is a line of JSON, without messages of errors: they
 * hold values. Gives what undoes it.
 */
export const sayInJson = (): (() => void) => {
  const before = { log: console.log, info: console.info, warn: console.warn, error: console.error };
  const by =
    (level: Level) =>
    (...said: unknown[]): void => {
      const texts = said.filter((each) => typeof each === "string");
      const error = said.find((each) => each instanceof Error);
      const msg = texts.map(startOf).join(" ") || "an error";
      send(level, msg, error === undefined ? {} : { error: toldOf(error) });
    };
  inJson = true;
  Object.assign(console, {
    log: by("info"),
    info: by("info"),
    warn: by("warn"),
    error: by("error"),
  });
  return () => {
    inJson = false;
    Object.assign(console, before);
  };
};

const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({
    method,
    route: routeOptions?.url ?? "none",
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  err: toldOf,
};

// A library that logs an error says its message once more.
const withoutMessage = (given: unknown[]): unknown[] => {
  if (given[0] instanceof Error) return withoutMessage([{ err: given[0] }, ...given.slice(1)]);
  const [fields, msg, ...rest] = given as [{ err?: unknown } | undefined, unknown, ...unknown[]];
  const { err } = fields ?? {};
  return err instanceof Error && (msg === undefined || msg === err.message)
    ? [fields, "an error", ...rest]
    : given;
};

/** How the server of HTTP writes its log: by route template, without address, words or visitor. */
export const loggerOf = (level: Config["LEVEE_LOG"]): FastifyServerOptions["logger"] => {
  if (level === "silent") return false;
  const hooks = {
    logMethod(this: unknown, given: unknown[], write: (...all: unknown[]) => void) {
      write.apply(this, withoutMessage(given));
    },
  };
  if (level !== "json") return { level, serializers, hooks } as never;
  return {
    level: "info",
    serializers,
    hooks,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const trace_id = traceId();
      return trace_id ? { trace_id } : {};
    },
  } as never;
};

/** A line for every answer: by route template, with its status and how long it took. */
export const logAnswers = (server: FastifyInstance): void =>
  void server.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });

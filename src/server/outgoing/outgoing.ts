import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { databaseMs } from "../db/database-clock.ts";
import { checkAddress, type AllowedHost } from "./address.ts";
import { bodyOf, packings } from "./body.ts";
import { openHosts, type HostLimits, type Outcome } from "./hosts.ts";
import { beginSpan } from "../telemetry/tracing.ts";
import { meaningOf, OutgoingRefusal, type OutgoingRule } from "./refusal.ts";
import { lookupBy, resolveAsMachine, resolvePublic, type Resolve } from "./resolve.ts";

/** Limits of one call; times in milliseconds, `wholeMs` from the question to the body's last byte. */
export type OutgoingLimits = HostLimits & { wholeMs: number; mostBytes: number };

const usual: OutgoingLimits = {
  wholeMs: 30_000,
  mostBytes: 10 * 1024 * 1024,
  atOnce: 4,
  queue: 32,
  waitMs: 10_000,
  backOff: true,
};

/** What calls go out for: the word for a host in traces, which never name it. */
export type Purpose =
  | "alert feed"
  | "connector"
  | "delivery"
  | "exclusion list"
  | "key store"
  | "language model"
  | "other"
  | "own pages"
  | "sign-on"
  | "webhook";

export type Question = {
  purpose?: Purpose;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | null;
  /** The address is the operator's word, from the environment: neither it nor its host is judged. */
  trusted?: boolean;
  /** So many redirects of a GET are followed, each address judged anew; none unless said. */
  redirects?: number;
  /** What an earlier answer said of itself: one that has not changed since is 304 without a body. */
  etag?: string | null;
  modified?: string | null;
  limits?: Partial<OutgoingLimits>;
  signal?: AbortSignal;
};

export type Answer = {
  status: number;
  /** Names in lower case; several values of one name by commas. */
  headers: Readonly<Record<string, string>>;
  body: Readable;
  etag: string | null;
  modified: string | null;
};

export type Outgoing = {
  /**
   * Calls an address and gives the answer with its body still coming; read it or destroy it. Any
   * status is an answer, a redirect beyond `redirects` is a refusal. Throws OutgoingRefusal, or
   * what `signal` says.
   */
  call: (address: string | URL, question?: Question) => Promise<Answer>;
  /** Closes connections that are open. */
  close: () => Promise<void>;
};

const connectMs = 10_000;

type Doors = { ca?: string | undefined; socket?: string | undefined };

const agentOf = (resolve: Resolve, judged: boolean, { ca, socket }: Doors): Agent =>
  new Agent({
    allowH2: false,
    // Certificates are checked whatever the environment of the process says.
    connect: {
      timeout: connectMs,
      lookup: lookupBy(resolve, judged),
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      ...(socket === undefined ? {} : { socketPath: socket }),
    },
  });

const headersOf = (found: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name.toLowerCase(),
      [value ?? ""].flat().join(", "),
    ]),
  );

/** Milliseconds that a host asks to be left alone for: seconds or a moment (RFC 9110, 10.2.3). */
const restOf = (header: string | undefined): number => {
  if (header === undefined) return 0;
  const ms = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - databaseMs();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const outcomeOf = (status: number, headers: Record<string, string>): Outcome =>
  status === 429 || status >= 500
    ? { failed: true, restMs: restOf(headers["retry-after"]) }
    : { failed: false };

/** Rules that say that the host itself failed; the others are ours, or the caller's. */
const blamed: readonly OutgoingRule[] = ["connection", "time", "certificate"];
const hostFailed = (error: unknown) =>
  error instanceof OutgoingRefusal && blamed.includes(error.rule);
/** Undici's word for a body that was not read to its end. */
const unread = "UND_ERR_ABORTED";

const questionHeaders = ({ headers, etag, modified }: Question): Record<string, string> => ({
  "accept-encoding": packings,
  "user-agent": "Levee",
  ...headers,
  ...(etag ? { "if-none-match": etag } : {}),
  ...(modified ? { "if-modified-since": modified } : {}),
});

/** Ends a call from outside or by its time; says with what, once it did. */
const stopping = (signal: AbortSignal | undefined, wholeMs: number) => {
  const late = new AbortController();
  const timer = Number.isFinite(wholeMs)
    ? setTimeout(() => late.abort(new OutgoingRefusal("time")), wholeMs)
    : undefined;
  const all = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  return {
    signal: all,
    why: (): unknown => (all.aborted ? all.reason : undefined),
    /** Who asked went away: the host is not to blame. */
    left: () => signal?.aborted === true,
    end: () => clearTimeout(timer),
  };
};

type Hop = { url: URL; free: boolean; question: Question; limits: OutgoingLimits };
type Stop = ReturnType<typeof stopping>;

/** The answer of a response; the place at its host is given back when its body has ended. */
const answerOf = (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { question, limits }: Hop,
  stop: Stop,
  leave: (outcome: Outcome | null) => void,
): Answer => {
  const named = headersOf(headers);
  let outcome: Outcome | null = outcomeOf(statusCode, named);
  body.on("error", (error: Error & { code?: string }) => {
    if (stop.left() || (error.code === unread && stop.why() === undefined)) return;
    if (hostFailed(meaningOf(stop.why() ?? error))) outcome = { failed: true };
  });
  body.once("close", () => {
    leave(outcome);
    stop.end();
  });
  try {
    if (Number(named["content-length"]) > limits.mostBytes && question.method !== "HEAD")
      throw new OutgoingRefusal("size");
    return {
      status: statusCode,
      headers: named,
      body: bodyOf(body, named["content-encoding"] ?? "", limits.mostBytes, stop.why),
      etag: named["etag"] ?? null,
      modified: named["last-modified"] ?? null,
    };
  } catch (error) {
    body.destroy();
    throw error;
  }
};

/** One call of one address, with a place at its host. */
const hopBy =
  (agents: { judged: Agent; free: Agent }, hosts: ReturnType<typeof openHosts>) =>
  async (hop: Hop): Promise<Answer> => {
    const { url, question, limits } = hop;
    const stop = stopping(question.signal, limits.wholeMs);
    let leave: (outcome: Outcome | null) => void = () => {};
    try {
      leave = await hosts.enter(url.host, limits, stop.signal);
      const response = await (hop.free ? agents.free : agents.judged).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: question.method ?? "GET",
        headers: questionHeaders(question),
        body: question.body ?? null,
        signal: stop.signal,
        // The time of the whole call counts.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return answerOf(response, hop, stop, leave);
    } catch (error) {
      const said = stop.left() ? stop.why() : meaningOf(stop.why() ?? error);
      leave(hostFailed(said) ? { failed: true } : null);
      stop.end();
      throw said;
    }
  };

/**
 * One client for everything that goes out. What people type is called by https, by its name, at the
 * web's port and on the public internet alone, unless `allow` names the host. `resolve` takes the
 * place of the name servers, `ca` that of the authorities for certificates (tests). `socket` is a
 * socket of this machine by which the operator's own addresses are called, whatever their name.
 */
export const openOutgoing = (
  over: {
    allow?: readonly AllowedHost[];
    resolve?: Resolve;
    ca?: string;
    now?: () => number;
    socket?: string;
  } = {},
): Outgoing => {
  const judged = agentOf(over.resolve ?? resolvePublic, true, { ca: over.ca });
  const free = agentOf(over.resolve ?? resolveAsMachine, false, over);
  const hop = hopBy({ judged, free }, openHosts(over.now));
  return {
    call: (address, question = {}) =>
      watched(question, () => followed(address, question, over.allow ?? [], hop)),
    close: async () => void (await Promise.all([judged.destroy(), free.destroy()])),
  };
};

/** A span for a call: what it is for, its method and how it was answered; never where it goes. */
const watched = async (
  { purpose = "other", method = "GET" }: Question,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  const end = beginSpan({
    name: `call ${purpose}`,
    kind: "call",
    attributes: { "levee.call.purpose": purpose, "http.request.method": method },
  });
  if (!end) return call();
  try {
    const answer = await call();
    end(undefined, { "http.response.status_code": answer.status });
    return answer;
  } catch (error) {
    end(error);
    throw error;
  }
};

const moved = new Set([301, 302, 303, 307, 308]);

const followed = async (
  address: string | URL,
  question: Question,
  allow: readonly AllowedHost[],
  hop: (one: Hop) => Promise<Answer>,
): Promise<Answer> => {
  const limits = { ...usual, ...question.limits };
  const end = performance.now() + limits.wholeMs;
  const { method = "GET", redirects = 0 } = question;
  let asked = question;
  let at = checkAddress(address, allow, question.trusted);
  for (let left = method === "GET" || method === "HEAD" ? redirects : 0; ; left--) {
    const wholeMs = Math.max(1, end - performance.now());
    const answer = await hop({ ...at, question: asked, limits: { ...limits, wholeMs } });
    if (!moved.has(answer.status)) return answer;
    answer.body.destroy();
    const location = answer.headers["location"];
    if (left === 0 || location === undefined || !URL.canParse(location, at.url.href))
      throw new OutgoingRefusal("redirect");
    const next = new URL(location, at.url);
    // What the host says is not the operator's word, and what was meant for one host stays there.
    if (next.origin !== at.url.origin) asked = { ...asked, trusted: false, headers: {} };
    at = checkAddress(next, allow, asked.trusted);
  }
};

import { Readable } from "node:stream";
import {
  openOutgoing,
  type Outgoing,
  type OutgoingLimits,
  type Purpose,
  type Question,
} from "./outgoing.ts";

/** What of the web's `fetch` libraries and our own callers use. */
export type Fetch = (
  address: string | URL,
  init?: {
    method?: string;
    headers?: Readonly<Record<string, string>> | Headers;
    body?: unknown;
    signal?: AbortSignal | null;
  },
) => Promise<Response>;

const bodyOf = (body: unknown): string | Uint8Array | null => {
  if (body === undefined || body === null) return null;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("The body of a call is text or bytes.");
};

/** Without a body, by the standard of fetch. */
const bare = new Set([204, 205, 304]);

/**
 * A client in the shape of the web's `fetch`, for addresses that are the operator's word. With
 * `trusted: false` each is judged as what somebody typed.
 */
export const fetchOf =
  (
    out: Outgoing,
    limits: Partial<OutgoingLimits> = {},
    { trusted, purpose = "other" }: { trusted: boolean; purpose?: Purpose } = { trusted: true },
  ): Fetch =>
  async (address, init = {}) => {
    const { status, headers, body } = await out.call(address, {
      trusted,
      purpose,
      method: (init.method ?? "GET").toUpperCase() as Question["method"],
      headers: Object.fromEntries(new Headers(init.headers as HeadersInit)),
      body: bodyOf(init.body),
      signal: init.signal ?? undefined,
      limits,
    });
    // It is unpacked already.
    const { "content-encoding": _packing, "content-length": _length, ...rest } = headers;
    if (bare.has(status)) body.resume();
    return new Response(bare.has(status) ? null : (Readable.toWeb(body) as ReadableStream), {
      status,
      headers: rest,
    });
  };

// Apart from the client of typed addresses: nobody's address fills the queue of these hosts.
const own = openOutgoing();

/**
 * Calls an address of the environment (language model, sign-in with Google, key store); with `socket`
 * by that socket of this machine.
 */
export const operatorFetch = (
  purpose: Purpose,
  limits: Partial<OutgoingLimits> = {},
  socket?: string,
): Fetch =>
  fetchOf(socket === undefined ? own : openOutgoing({ socket }), limits, {
    trusted: true,
    purpose,
  });

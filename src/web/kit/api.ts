import { waitFor } from "../auth/limiter.ts";
import { currentSession, expireSession, refreshSession } from "../auth/session.ts";
import { dropEarly, openPage, rememberEarly, takeEarly } from "../early.ts";
import { askServer } from "./reach.ts";

export type FieldProblem = { path: string; message: string };

/**
 * A refusal of the server (RFC 9457). `errors` name fields by path; `extra` holds what else the
 * document said.
 */
export class ApiProblem extends Error {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(status: number, document: Record<string, unknown>) {
    const detail = String(document.detail ?? document.title ?? "The request failed.");
    super(detail);
    this.name = "ApiProblem";
    this.type = String(document.type ?? "about:blank");
    this.title = String(document.title ?? "Request failed");
    this.status = status;
    this.detail = detail;
    this.code = String(document.code ?? "unknown");
    this.errors = Array.isArray(document.errors) ? (document.errors as FieldProblem[]) : [];
    this.extra = document;
  }
}

export type ApiOptions = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  /** The record's version: sent as If-Match. */
  version?: number;
  /** One key per intention: pass the same one again when the person tries again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  query?: Record<string, string | number | boolean | null | undefined>;
  /**
   * A GET that its screen begins with: the next time that this person opens the page, it is asked
   * for before the scripts have come.
   */
  first?: boolean;
};

const offline = {
  code: "unreachable",
  title: "No connection",
  detail: "The server cannot be reached. Nothing was lost: try again when the connection is back.",
};

const address = (path: string, query: ApiOptions["query"]): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}${path.includes("?") ? "&" : "?"}${text}` : path;
};

const headersFor = (options: ApiOptions, key: string | undefined): Headers => {
  const headers = new Headers({ accept: "application/json" });
  const session = currentSession();
  if (session) headers.set("authorization", `Bearer ${session.access_token}`);
  if (options.body !== undefined && !(options.body instanceof FormData))
    headers.set("content-type", "application/json");
  if (options.version !== undefined) headers.set("if-match", `"${options.version}"`);
  if (key) headers.set("idempotency-key", key);
  return headers;
};

/** The answer that the page asked for before this script ran, unless that failed on its way. */
const readEarly = async (path: string, options: ApiOptions): Promise<Response | undefined> => {
  const answer = await takeEarly(path, currentSession()?.access_token)?.catch(() => undefined);
  options.signal?.throwIfAborted();
  return answer;
};

const send = async (
  path: string,
  options: ApiOptions,
  key: string | undefined,
): Promise<Response> => {
  const body =
    options.body === undefined
      ? undefined
      : options.body instanceof FormData
        ? options.body
        : JSON.stringify(options.body);
  try {
    return await fetch(address(path, options.query), {
      method: options.method ?? "GET",
      headers: headersFor(options, key),
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    askServer();
    throw new ApiProblem(0, offline);
  }
};

/**
 * Calls our API and answers its JSON (undefined for 204). Every mutation carries an
 * Idempotency-Key; a 401 refreshes the session
 * once and tries again with the same key. Throws ApiProblem for everything that is not a success.
 */
export const api = async <T>(path: string, options: ApiOptions = {}): Promise<T> => {
  const mutates = (options.method ?? "GET") !== "GET";
  const key = options.idempotencyKey ?? (mutates ? crypto.randomUUID() : undefined);
  // Keyed by the very call, so that only a page that repeats itself meets the block.
  const wait = waitFor("api", `${options.method ?? "GET"} ${address(path, options.query)}`);
  if (wait)
    throw new ApiProblem(429, {
      code: "too_many_requests",
      title: "Too many requests",
      detail: wait.text,
    });
  const session = currentSession();
  const page = openPage();
  if (mutates && path.startsWith("/api/")) dropEarly();
  let response =
    (mutates || options.query ? undefined : await readEarly(path, options)) ??
    (await send(path, options, key));
  if (response.status === 401 && session) {
    const fresh = await refreshSession(session.access_token);
    if (fresh && fresh.access_token !== session.access_token)
      response = await send(path, options, key);
    if (response.status === 401 && currentSession()?.access_token === fresh?.access_token && fresh)
      expireSession();
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (!response.ok) throw refusalOf(response, text);
  if (options.first) rememberEarly(page, path, session?.user.id);
  return parseJson(text) as T;
};

/** What a refused answer says. */
export const refusalOf = (
  { status, statusText }: Pick<Response, "status" | "statusText">,
  text: string,
): ApiProblem =>
  new ApiProblem(
    status,
    parseJson(text) ?? {
      title: statusText,
      detail: `The server answered ${status}. Try again, and give this number when you ask for help.`,
    },
  );

const parseJson = (text: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
};

/** The name that an answer gives to its file; empty without one. */
const nameIn = (disposition: string): string => {
  const [, encoded, plain] = /filename\*=UTF-8''([^;]*)|filename="([^"]*)"/.exec(disposition) ?? [];
  return encoded === undefined ? (plain ?? "") : decodeURIComponent(encoded);
};

const fetched = async (url: string, body?: unknown): Promise<Response> => {
  const answer = await (
    body === undefined
      ? fetch(url)
      : fetch(url, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        })
  ).catch(() => {
    askServer();
    throw new ApiProblem(0, offline);
  });
  if (!answer.ok) throw refusalOf(answer, await answer.text().catch(() => ""));
  return answer;
};
const brokeOff = () => {
  throw new ApiProblem(0, { detail: "The file broke off on its way. Try again." });
};
const ticketed = async (path: string): Promise<Response> => {
  const { url } = await api<{ url: string }>("/api/v1/download-tickets", {
    method: "POST",
    body: { path },
  });
  return fetched(url);
};

/** Hands bytes to the person as a file of this name. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/**
 * Saves a file that needs the session: asks for a single-use ticket (one minute) and fetches it.
 * `path` is an address of our API. Throws ApiProblem where there is no file, or none that is whole:
 * a browser that follows the address itself says nothing of it.
 */
export const download = async (path: string): Promise<void> => {
  const answer = await ticketed(path);
  const content = await answer.blob().catch(brokeOff);
  saveFile(content, nameIn(answer.headers.get("content-disposition") ?? ""));
};

/**
 * The bytes of a file that is shown here: by a ticket of the session, or with `body` to an address
 * that needs none. Throws ApiProblem as `download` does.
 */
export const readBytes = async (path: string, body?: unknown): Promise<Uint8Array<ArrayBuffer>> => {
  const answer = await (body === undefined ? ticketed(path) : fetched(path, body));
  return new Uint8Array(await answer.arrayBuffer().catch(brokeOff));
};

// Where no field stands beside the message, the words of the fields are the message.
const wordsOf = ({ code, detail, errors }: ApiProblem): string =>
  code === "invalid_input" && errors.length > 0
    ? errors.map(({ message }) => message).join(" ")
    : detail;

/** What to tell a person about an error: the server's own words when it gave some. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiProblem ? wordsOf(error) : "Something went wrong on this page. Try again.";

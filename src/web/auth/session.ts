import { forgetEarly } from "../early.ts";
import { authErrorOf, AuthError, retryableStatuses } from "./errors.ts";
import { markActivity, sessionExpiredEvent } from "./idle.ts";
import { forgiveWait, waitFor } from "./limiter.ts";

export { AuthError } from "./errors.ts";

/**
 * The session of this browser: kept in local storage, refreshed 30 s before its end by one tab at a
 * time.
 */
const key = "levee.session";
const marginMs = 30_000;
const firstRetryMs = 200;
const retries = 3;
/** An answer to a refresh that takes longer is lost: the server's grace for asking again runs. */
const refreshMs = 5_000;
const mostWaitMs = 10_000;

export type SessionUser = {
  id: string;
  email: string;
  email_confirmed_at?: string | null;
  user_metadata?: { display_name?: string };
};
/** As the token endpoint answers. `expires_at` is seconds since 1970, `expires_in` seconds. */
export type Session = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
  user: SessionUser;
};

let cached: { text: string | null; session: Session | null } = { text: null, session: null };
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const readText = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return cached.text;
  }
};

const parse = (text: string | null): Session | null => {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Session;
    return typeof value.access_token === "string" && typeof value.refresh_token === "string"
      ? value
      : null;
  } catch {
    return null;
  }
};

/**
 * The session now, or null. The same object until it changes, so that it can be a store's snapshot.
 */
export const currentSession = (): Session | null => {
  if (typeof window === "undefined") return null;
  const text = readText();
  if (text !== cached.text) cached = { text, session: parse(text) };
  return cached.session;
};

const announce = (): void => {
  plan();
  for (const listener of listeners) listener();
};

/** Replaces the session (null signs out in every tab) and tells all subscribers. */
export const setSession = (session: Session | null): void => {
  if (session && !currentSession()) markActivity(true);
  if (session) keepEnding(undefined);
  else forgetEarly();
  // By this machine's clock: with the server's instant, a clock that runs ahead would refresh
  // without end.
  const kept = session && {
    ...session,
    expires_at: Math.floor(Date.now() / 1000) + session.expires_in,
  };
  const text = kept ? JSON.stringify(kept) : null;
  cached = { text, session: kept };
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    /* storage refused: the session lasts for this page */
  }
  announce();
};

/** Calls back on every change, also from other tabs. Returns the way to stop. */
export const subscribeSession = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", plan);
    window.addEventListener("online", plan);
    plan();
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const onStorage = (event: StorageEvent): void => {
  if (event.key === key || event.key === null) announce();
};

const plan = (): void => {
  clearTimeout(timer);
  const session = currentSession();
  if (!session) return;
  const wait = session.expires_at * 1000 - Date.now() - marginMs;
  timer = setTimeout(
    () => void refreshSession(session.access_token),
    Math.max(0, Math.min(wait, 2_147_000_000)),
  );
};

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Calls that SPEC 9 limits: signing in per account, changing credentials and mail round trips per
 * address.
 */
const limitOf = (
  path: string,
  body: unknown,
): { name: "auth" | "sensitive"; key: string } | null => {
  const { grant_type: grant, email } = body as { grant_type?: string; email?: string };
  if (path === "/token" && grant === "password")
    return { name: "auth", key: String(email).trim().toLowerCase() };
  return path === "/resend" || path === "/recover"
    ? { name: "sensitive", key: `${path} ${String(email).trim().toLowerCase()}` }
    : null;
};

/**
 * POST to an address of /auth/v1; answers its JSON or throws one of the errors of `errors.ts`.
 * Gateway failures (502, 503, 504) and lost connections are tried again from 200 ms on, as is one
 * without an answer within `mostMs`.
 */
export const authCall = async <T>(
  path: string,
  body: unknown,
  token?: string,
  mostMs?: number,
): Promise<T> => {
  const limit = limitOf(path, body);
  const wait = limit && waitFor(limit.name, limit.key);
  if (wait)
    throw new AuthError(wait.text, 429, {
      code: "too_many_requests",
      detail: wait.text,
      retryAfter: wait.seconds,
    });
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`/auth/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
      ...(mostMs ? { signal: AbortSignal.timeout(mostMs) } : {}),
    }).catch(() => null);
    const again = !response || retryableStatuses.includes(response.status);
    if (again && attempt < retries) {
      await pause(firstRetryMs * 2 ** attempt);
      continue;
    }
    if (!response) throw authErrorOf(0, {});
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (!response.ok) throw authErrorOf(response.status, answer);
    if (limit?.name === "auth") forgiveWait("auth", limit.key);
    return answer as T;
  }
};

let lost = 0;
/**
 * When to ask again after so many refreshes without an answer: soon, since a used refresh token is
 * good for half a minute only (`reuseGraceSeconds`).
 */
export const refreshWait = (times: number): number =>
  Math.min(1_000 * 2 ** (times - 1), mostWaitMs);

const inLock = <T>(work: () => Promise<T>): Promise<T> =>
  "locks" in navigator
    ? (navigator.locks.request("levee.session.refresh", work) as Promise<T>)
    : work();

/**
 * A fresh session in place of the one with the access token `stale`. Only one tab asks; the others
 * take what it stored.
 * A refused refresh token (4xx) signs out; a lost connection leaves the session for the next try.
 */
export const refreshSession = (stale: string): Promise<Session | null> =>
  inLock(async () => {
    const now = currentSession();
    if (!now || now.access_token !== stale) return now;
    try {
      const fresh = await authCall<Session>(
        "/token",
        { grant_type: "refresh_token", refresh_token: now.refresh_token },
        undefined,
        refreshMs,
      );
      lost = 0;
      setSession(fresh);
      return fresh;
    } catch (error) {
      if (
        error instanceof AuthError &&
        error.status >= 400 &&
        error.status < 500 &&
        error.status !== 429
      )
        expireSession(error.body["code"] === "session_restored" ? error.message : undefined);
      else {
        clearTimeout(timer);
        timer = setTimeout(() => void refreshSession(stale), refreshWait(++lost));
      }
      return currentSession();
    }
  });

const endedKey = "levee.session.ended";

/** Why the server ended the last session of this browser, until somebody signs in; null where it said nothing. */
export const endedBecause = (): string | null => {
  try {
    return localStorage.getItem(endedKey);
  } catch {
    return null;
  }
};

const keepEnding = (why: string | undefined): void => {
  try {
    if (why) localStorage.setItem(endedKey, why);
    else localStorage.removeItem(endedKey);
  } catch {
    /* storage refused: the message beside the page says it once */
  }
};

/** The server ended the session: signs out here and says so (SPEC 8, Session expired), or why. */
export const expireSession = (why?: string): void => {
  keepEnding(why);
  setSession(null);
  window.dispatchEvent(new CustomEvent(sessionExpiredEvent, { detail: why }));
};

/**
 * Ends the session on the server and in every tab of this browser. Local sign-out happens even when
 * the server cannot be reached (then throws AuthError).
 */
export const signOut = async (): Promise<void> => {
  const session = currentSession();
  try {
    if (session)
      await authCall("/logout", { refresh_token: session.refresh_token }, session.access_token);
  } finally {
    setSession(null);
  }
};

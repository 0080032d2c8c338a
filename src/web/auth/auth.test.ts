import { afterEach, expect, test, vi } from "vitest";
import { reuseGraceSeconds } from "#areas/identity/token.service.ts";
import {
  authErrorOf,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from "./errors.ts";
import {
  currentSession,
  refreshSession,
  refreshWait,
  setSession,
  subscribeSession,
} from "./session.ts";
import { idleLimitMs, idleState } from "./idle.ts";

test("refusals become the errors of SPEC 8", () => {
  expect(
    authErrorOf(401, { code: "session_missing", detail: "Auth session missing!" }),
  ).toBeInstanceOf(AuthSessionMissingError);
  expect(
    authErrorOf(401, { code: "session_missing", detail: "Auth session missing!" }).message,
  ).toBe("Auth session missing!");
  expect(authErrorOf(401, { code: "invalid_credentials" })).toBeInstanceOf(
    AuthInvalidCredentialsError,
  );
  expect(authErrorOf(422, { code: "weak_password" })).toBeInstanceOf(AuthWeakPasswordError);
  expect(authErrorOf(401, { code: "invalid_token" })).toBeInstanceOf(AuthInvalidJwtError);
  for (const status of [0, 502, 503, 504])
    expect(authErrorOf(status, {}), String(status)).toBeInstanceOf(AuthRetryableFetchError);
  expect(authErrorOf(403, { code: "email_not_confirmed" })).not.toBeInstanceOf(
    AuthRetryableFetchError,
  );
  expect(authErrorOf(504, {}).name).toBe("AuthRetryableFetchError");
});

test("a session is warned 5 minutes before the end and ends with the limit, to the millisecond", () => {
  const minute = 60_000;
  expect(
    [0, 55 * minute - 1, 55 * minute, 60 * minute - 1, 60 * minute].map((ms) =>
      idleState(ms, idleLimitMs),
    ),
  ).toEqual(["active", "active", "warned", "warned", "expired"]);
  expect([5 * minute - 1, 5 * minute, 10 * minute].map((ms) => idleState(ms, 10 * minute))).toEqual(
    ["active", "warned", "expired"],
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refresh whose answer was lost is asked again several times within the server's grace, and at once when the connection is back", async () => {
  const waits = [1, 2, 3].map(refreshWait);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  expect(refreshWait(20)).toBe(10_000);
  vi.useFakeTimers();
  const page = new EventTarget();
  const kept = new Map<string, string>();
  const asked: number[] = [];
  let answers = false;
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  const session = (n: number, seconds: number) => ({
    access_token: `a${n}`,
    refresh_token: `r${n}`,
    expires_in: seconds,
    expires_at: 0,
    user: { id: "1", email: "a@b.test" },
  });
  vi.stubGlobal("fetch", async () => {
    asked.push(Date.now());
    if (!answers) throw new TypeError("no connection");
    return Response.json(session(2, 300));
  });
  setSession(session(1, 20));
  const stop = subscribeSession(() => {});
  const from = Date.now();
  await vi.advanceTimersByTimeAsync(reuseGraceSeconds * 1000);
  expect(asked.filter((at) => at - from < 10_000).length).toBeGreaterThan(8);
  expect(currentSession()?.access_token).toBe("a1");
  await vi.advanceTimersByTimeAsync(60_000);
  answers = true;
  await vi.advanceTimersByTimeAsync(10);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1_700);
  expect(currentSession()?.access_token).toBe("a2");
  expect(await refreshSession("a1")).toMatchObject({ access_token: "a2" });
  stop();
  setSession(null);
});

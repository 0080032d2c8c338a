import { expect, test } from "vitest";
import { authErrorOf, AuthInvalidCredentialsError, AuthInvalidJwtError, AuthRetryableFetchError, AuthSessionMissingError, AuthWeakPasswordError } from "./errors.ts";
import { idleLimitMs, idleState } from "./idle.ts";

test("refusals become the errors of SPEC 8", () => {
  expect(authErrorOf(401, { code: "session_missing", detail: "Auth session missing!" })).toBeInstanceOf(AuthSessionMissingError);
  expect(authErrorOf(401, { code: "session_missing", detail: "Auth session missing!" }).message).toBe("Auth session missing!");
  expect(authErrorOf(401, { code: "invalid_credentials" })).toBeInstanceOf(AuthInvalidCredentialsError);
  expect(authErrorOf(422, { code: "weak_password" })).toBeInstanceOf(AuthWeakPasswordError);
  expect(authErrorOf(401, { code: "invalid_token" })).toBeInstanceOf(AuthInvalidJwtError);
  for (const status of [0, 502, 503, 504]) expect(authErrorOf(status, {}), String(status)).toBeInstanceOf(AuthRetryableFetchError);
  expect(authErrorOf(403, { code: "email_not_confirmed" })).not.toBeInstanceOf(AuthRetryableFetchError);
  expect(authErrorOf(504, {}).name).toBe("AuthRetryableFetchError");
});

test("a session is warned 5 minutes before the end and ends with the limit, to the millisecond", () => {
  const minute = 60_000;
  expect([0, 55 * minute - 1, 55 * minute, 60 * minute - 1, 60 * minute].map((ms) => idleState(ms, idleLimitMs))).toEqual(["active", "active", "warned", "warned", "expired"]);
  expect([5 * minute - 1, 5 * minute, 10 * minute].map((ms) => idleState(ms, 10 * minute))).toEqual(["active", "warned", "expired"]);
});

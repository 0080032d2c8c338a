/**
 * Error of the auth client with its HTTP status; `body` is the problem document when there was one.
 */
export class AuthError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(message: string, status: number, body: Record<string, unknown> = {}) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.body = body;
  }
}

/** There is no session to act in (SPEC 8: 'Auth session missing!'). */
export class AuthSessionMissingError extends AuthError {}
/** Address and password do not belong together. */
export class AuthInvalidCredentialsError extends AuthError {}
/** The password breaks a rule of SPEC 5 or is a common one. */
export class AuthWeakPasswordError extends AuthError {}
/** The access token is not one of ours, or has run out. */
export class AuthInvalidJwtError extends AuthError {}
/** The way to the server failed (502, 503, 504, no connection): the same call may succeed later. */
export class AuthRetryableFetchError extends AuthError {}

/** Statuses of a gateway after which a call is tried again (SPEC 8). */
export const retryableStatuses: readonly number[] = [502, 503, 504];

const byCode: Readonly<Record<string, typeof AuthError>> = {
  session_missing: AuthSessionMissingError,
  invalid_credentials: AuthInvalidCredentialsError,
  weak_password: AuthWeakPasswordError,
  invalid_token: AuthInvalidJwtError,
};

/**
 * The error for a refusal of /auth/v1, by its code. `status` 0 means that the server was not
 * reached.
 */
export const authErrorOf = (status: number, body: Record<string, unknown>): AuthError => {
  if (status === 0)
    return new AuthRetryableFetchError(
      "The server cannot be reached. Check the connection and try again.",
      0,
      body,
    );
  const Kind = retryableStatuses.includes(status)
    ? AuthRetryableFetchError
    : (byCode[String(body["code"])] ?? AuthError);
  return new Kind(String(body["detail"] ?? body["title"] ?? "Sign-in failed"), status, body);
};

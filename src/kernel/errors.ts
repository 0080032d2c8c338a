/** The path of a field inside the request and what to do about it. */
export type FieldError = { path: string; message: string };

/** The six kinds of refusal that the product knows, with their HTTP status. */
const problemKinds = {
  invalid: 422,
  notSignedIn: 401,
  notAllowed: 403,
  notFound: 404,
  conflict: 409,
  upstream: 502,
} as const;
export type ProblemKind = keyof typeof problemKinds;

/**
 * A refusal with a stable code and a text for the person. The one error handler turns it into RFC
 * 9457 problem+json.
 * `status` overrides the kind's status where HTTP has a more exact one (412 stale version, 413,
 * 429, 503).
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string;
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    kind: ProblemKind,
    code: string,
    message: string,
    options: {
      status?: number;
      errors?: readonly FieldError[];
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.name = "Problem";
    this.kind = kind;
    this.code = code;
    this.status = options.status ?? problemKinds[kind];
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
  }
}

/** 422: the input breaks a rule; `errors` name the fields by their path. */
export const invalid = (code: string, message: string, errors: readonly FieldError[] = []) =>
  new Problem("invalid", code, message, { errors });

/** 422 for one field. */
export const invalidField = (path: string, message: string, code = "invalid_field") =>
  new Problem("invalid", code, message, { errors: [{ path, message }] });

/** 401: nobody is signed in, or the session has ended. */
export const notSignedIn = (code = "not_signed_in", message = "Sign in to go on.") =>
  new Problem("notSignedIn", code, message);

/** 403: signed in, but the permission is missing; the text says who can. */
export const notAllowed = (message = "Your role does not allow this.", code = "not_allowed") =>
  new Problem("notAllowed", code, message);

/** 404: no such record, or a record of another agency (both answer alike). */
export const notFound = (what = "record") =>
  new Problem("notFound", "not_found", `No such ${what}.`);

/** 404: a link from a letter that was cut, or that nobody knows any more. */
export const brokenLink = () =>
  new Problem(
    "notFound",
    "not_found",
    "This link is not complete or no longer known. Open it from the letter again, or ask whoever sent it.",
  );

/** 409: the record's state does not allow this now. */
export const conflict = (code: string, message: string, extra: Record<string, unknown> = {}) =>
  new Problem("conflict", code, message, { extra });

/** 412: the record was changed by someone else since it was read. */
export const staleVersion = (current: number, given: number) =>
  new Problem(
    "conflict",
    "stale_version",
    "Someone else changed this record after you opened it. Reload it and apply your change again.",
    { status: 412, extra: { current, given } },
  );

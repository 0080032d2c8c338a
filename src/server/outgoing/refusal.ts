import { Problem, type ProblemKind } from "#kernel/errors.ts";

const rules = {
  address: "This is no address of the web. It begins with https:// and the name of a host.",
  scheme: "Only https addresses are called; others only where those who run the server allow it.",
  userInfo: "The address holds a user name or a password. Leave out what stands before the @.",
  literal: "The address names its host by numbers. Use the host's name.",
  name: "The host's name is not a whole name of the internet, such as data.example.gov.",
  port: "The address names a port that is not called. Leave the port out.",
  range: "The host is not on the public internet. Those who run the server can allow it.",
  redirect: "The host sends on to another address. Use the address that it leads to in the end.",
  certificate: "The certificate of the host is not valid for it, so nothing was taken from there.",
  connection: "The host was not reached, or broke off. Check the address, or try again later.",
  time: "The host did not answer in time. Try again later.",
  size: "The answer is larger than what is taken from there. Nothing was kept.",
  encoding: "The answer is packed in a way that is not read, or is broken. Nothing was kept.",
  busy: "Too many calls to this host are under way. Try again in a minute.",
  practice: "This is a practice copy: it calls nobody, and nothing leaves it.",
  resting: "The host failed or asked for a pause, and is left alone for a while. Try again later.",
} as const;
/** The rules of the door outwards; each refusal names the one that it follows from. */
export type OutgoingRule = keyof typeof rules;

const typed: readonly OutgoingRule[] = [
  "address",
  "scheme",
  "userInfo",
  "literal",
  "name",
  "port",
  "range",
  "practice",
];
const statuses: Partial<Record<OutgoingRule, number>> = { time: 504, busy: 503, resting: 503 };

/**
 * A call that was refused or given up. It says which rule, never what was found: no resolved
 * address, no answer. `cause` is for the log of those who run the server.
 */
export class OutgoingRefusal extends Problem {
  readonly rule: OutgoingRule;

  constructor(rule: OutgoingRule, over: { cause?: unknown; retryAfter?: number } = {}) {
    const kind: ProblemKind = typed.includes(rule) ? "invalid" : "upstream";
    super(kind, `outgoing_${rule}`, rules[rule], {
      status: statuses[rule],
      extra: over.retryAfter === undefined ? {} : { retryAfter: over.retryAfter },
    });
    this.name = "OutgoingRefusal";
    this.rule = rule;
    if (over.cause !== undefined) this.cause = over.cause;
  }
}

const certificate =
  /^(CERT_|ERR_TLS_CERT|ERR_SSL|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_)/;
const late = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
const packed = /^(Z_|ERR__?(BROTLI|ZSTD)|ERR_PADDING)/;

/** What an error of resolver, connection, certificate or unpacking means to whoever called. */
export const meaningOf = (error: unknown): OutgoingRefusal => {
  if (error instanceof OutgoingRefusal) return error;
  const { code = "", cause } = (error ?? {}) as { code?: string; cause?: unknown };
  if (cause instanceof OutgoingRefusal) return cause;
  const rule: OutgoingRule = certificate.test(code)
    ? "certificate"
    : late.has(code)
      ? "time"
      : packed.test(code)
        ? "encoding"
        : "connection";
  return new OutgoingRefusal(rule, { cause: error });
};

/** What is known of a file once it was sent: it is there, it is surely not there, or neither. */
export type DeliveryOutcome = "arrived" | "refused" | "unknown";

export type Verdict = { outcome: DeliveryOutcome; message: string };

// The host may have worked on the file before it answered so: RFC 9110, 15.5.9 and 15.5.10.
const undecided = new Set([408, 409]);

const refusals: Readonly<Record<number, string>> = {
  401: "It does not let us in. Look at the credential.",
  403: "It does not let us in. Look at the credential.",
  404: "There is nothing at the address any more.",
  410: "There is nothing at the address any more.",
  413: "The file is larger than it takes.",
  415: "It does not take files of this kind.",
  429: "It asks for a pause. Send it again later.",
};

/**
 * What an answer says of the file that it answers: 2xx took it, 4xx did not, except where it may have
 * worked on it before; 5xx and everything else leaves it open. `said` is the answer's own text.
 */
export const verdictOfAnswer = (status: number, said: string): Verdict => {
  const own = said === "" ? "" : ` It said: ${said}`;
  if (status >= 200 && status < 300)
    return { outcome: "arrived", message: `Taken (${status}).${own}` };
  if (status >= 400 && status < 500 && !undecided.has(status)) {
    const words = refusals[status] ?? `It refused the file (${status}).`;
    return { outcome: "refused", message: `${words} Nothing was taken.${own}` };
  }
  return {
    outcome: "unknown",
    message: `It answered with an error (${status}): whether it took the file is not known.${own}`,
  };
};

/** Codes of a connection that was never made, so that no byte went out. */
const neverMade = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Rules of the door outwards that may strike after the file went out. */
const onTheWay = new Set(["connection", "time", "size", "encoding"]);

/** What a call without an answer says: `rule` of the door outwards, `code` of what was beneath it. */
export const verdictOfRefusal = (rule: string, code: string, words: string): Verdict =>
  onTheWay.has(rule) && !neverMade.has(code)
    ? {
        outcome: "unknown",
        message: "It fell silent or broke off: whether it took the file is not known.",
      }
    : { outcome: "refused", message: `${words} Nothing went out.` };

const longest = 500;

/** An answer's text as people may read it: one line, without control characters, cut. */
export const plainAnswer = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

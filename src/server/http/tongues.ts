import type { Problem } from "#kernel/errors.ts";
import { extensionPoint } from "../area.ts";

/** An error as a public protocol writes it. */
type SaidError = { type: string; body: string; status: number };

/** How a public protocol says what goes wrong at its addresses, whoever finds it: also the server itself. */
export type Tongue = {
  speaks: (path: string) => boolean;
  say: (problem: Problem, path: string) => SaidError;
};

const tongues: Tongue[] = [];

/** Protocols with an error format of their own; every other address answers problem+json. */
export const errorTongues = extensionPoint<Tongue>("errors of public protocols", (one) => {
  tongues.push(one);
});

/** Whether a protocol with errors of its own speaks at this address: no page of people stands there. */
export const hasTongue = (path: string): boolean => tongues.some(({ speaks }) => speaks(path));

/** The error in the format of the protocol at this address; null where it has none of its own. */
export const inItsTongue = (problem: Problem, url: string): SaidError | null => {
  const path = url.split("?")[0]!;
  return tongues.find(({ speaks }) => speaks(path))?.say(problem, path) ?? null;
};

/** A problem in one line: its sentence, and what each field lacks beyond it; a place in a list is no field. */
export const inOneLine = ({ message, errors }: Problem): string => {
  const more = errors
    .filter((each) => !message.includes(each.message))
    .map((each) => {
      const field = each.path.replace(/\.\d+/g, "");
      return field ? `${field}: ${each.message}` : each.message;
    });
  return [message, ...new Set(more)].join(" ");
};

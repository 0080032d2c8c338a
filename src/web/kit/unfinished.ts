/**
 * Something begun that lives in this browser alone, such as a bid that is not sealed yet. `until`
 * is the instant after which it is of no use.
 */

import type { Instant } from "#kernel/time.ts";
export type Unfinished = {
  title: string;
  detail: string;
  agency: string;
  href: string;
  until: Instant;
};

const keyOf = (personId: string) => `levee.unfinished.${personId}`;
const readAll = (personId: string): Record<string, Unfinished> => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(personId)) ?? "{}") as Record<string, Unfinished>;
  } catch {
    return {};
  }
};
const write = (personId: string, all: Record<string, Unfinished>): void => {
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(all));
  } catch {
    /* storage refused: nothing is remembered */
  }
};

/**
 * Remembers that `id` is unfinished, for the lists of what waits. Nothing of it is sent anywhere.
 */
export const keepUnfinished = (personId: string, id: string, item: Unfinished): void =>
  write(personId, { ...readAll(personId), [id]: item });

/** It is finished, or given up. */
export const dropUnfinished = (personId: string, id: string): void => {
  const { [id]: _done, ...others } = readAll(personId);
  write(personId, others);
};

/** What is unfinished and still of use at `now` (milliseconds), the most pressing first. */
export const unfinishedOf = (personId: string, now = Date.now()): Unfinished[] =>
  Object.values(readAll(personId))
    .filter((each) => Date.parse(each.until) > now)
    .sort((a, b) => a.until.localeCompare(b.until));

import { eventsOf, type AlertMessage } from "./alert-message.model.ts";

const day = 86_400_000;
/** Longer than that no event is silent: an event that says until further notice is continued. */
const silence = 200 * day;
const yearOf = (instant: string) => Number(instant.slice(0, 4));

/**
 * The year of each event of each message: that of its first message. Numbers begin anew each year and
 * an event keeps its own over the turn of the year (NWSI 10-1703, 2.1.6), so a later year begins with
 * a NEW of its own, or after a long silence. `all` is sorted by time.
 */
export const eventYears = (
  all: readonly AlertMessage[],
): ((message: AlertMessage, event: string) => number) => {
  const open = new Map<string, { year: number; last: number }>();
  const years = new Map<AlertMessage, Map<string, number>>();
  for (const message of all) {
    const mine = new Map<string, number>();
    for (const { action, event } of eventsOf(message)) {
      const at = Date.parse(message.sentAt);
      const key = `${message.test} ${event}`;
      const known = open.get(key);
      const anew =
        !known ||
        at - known.last > silence ||
        (action === "NEW" && yearOf(message.sentAt) > known.year);
      const year = anew ? yearOf(message.sentAt) : known.year;
      open.set(key, { year, last: at });
      mine.set(event, year);
    }
    years.set(message, mine);
  }
  return (message, event) => years.get(message)?.get(event) ?? yearOf(message.sentAt);
};

/**
 * The first message of each message without an event of VTEC, by what they refer to. `all` is sorted
 * by time; messages that refer to each other in a circle have one first message as well.
 */
export const rootsOf = (all: readonly AlertMessage[]): ((message: AlertMessage) => string) => {
  const above = new Map<string, string>();
  const top = (name: string): string => {
    let at = name;
    for (let next = above.get(at); next !== undefined && next !== at; next = above.get(at))
      at = next;
    return at;
  };
  const free = all.filter((message) => eventsOf(message).length === 0);
  for (const message of free) {
    const mine = top(message.identifier);
    for (const { identifier } of message.references) {
      const other = top(identifier);
      if (other !== mine) above.set(other, mine);
    }
  }
  const first = new Map<string, string>();
  for (const { identifier } of free) {
    const group = top(identifier);
    if (!first.has(group)) first.set(group, identifier);
  }
  return ({ identifier }) => first.get(top(identifier)) ?? identifier;
};

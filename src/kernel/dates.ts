import { addDays, isDate, type Day, type Instant } from "./time.ts";

const cache = new Map<string, Intl.DateTimeFormat>();
const formatter = (timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = timeZone + JSON.stringify(options);
  const known = cache.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  cache.set(key, known);
  return known;
};

/** A day as `Dec 3, 2026`. It has no zone and is never shifted; an instant is none (`formatInstant`). */
export const formatDate = (date: Day): string =>
  formatter("UTC", { year: "numeric", month: "short", day: "numeric" }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );

/** An instant (ISO, UTC) in the agency's zone, with the zone's name: `Dec 3, 2026, 5:00 PM ET`. */
export const formatInstant = (instant: Instant, timeZone: string): string =>
  formatter(timeZone, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "shortGeneric",
  })
    .format(new Date(instant))
    .replace(/\u202f/g, " ");

/** The time of an instant in the agency's zone, below the heading of its day: `5:00 PM ET`. */
export const formatTime = (instant: Instant, timeZone: string): string =>
  formatter(timeZone, { hour: "numeric", minute: "2-digit", timeZoneName: "shortGeneric" })
    .format(new Date(instant))
    .replace(/\u202f/g, " ");

/** The day of what is either: a day as it stands, of an instant the zone's. */
export const dayOf = (at: Day | Instant, timeZone: string): Day =>
  isDate(at) ? at : dateIn(at as Instant, timeZone);

/** The agency's calendar date at an instant, `YYYY-MM-DD`. */
export const dateIn = (instant: Instant, timeZone: string): Day =>
  formatter(timeZone, { year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(new Date(instant))
    .reduce(
      (text, part) =>
        part.type === "year"
          ? part.value + text
          : part.type === "month" || part.type === "day"
            ? `${text}-${part.value}`
            : text,
      "",
    ) as Day;

const offsetAt = (at: number, timeZone: string): number => {
  const name =
    formatter(timeZone, { timeZoneName: "longOffset" })
      .formatToParts(at)
      .find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
};

/**
 * The instant (milliseconds) of a wall clock `YYYY-MM-DDTHH:MM` in a zone, daylight saving
 * included.
 */
export const instantIn = (wall: string, timeZone: string): number => {
  const at = Date.parse(`${wall.slice(0, 16)}:00Z`);
  const guess = at - offsetAt(at, timeZone);
  return at - offsetAt(guess, timeZone);
};

/** The wall clock of an instant in a zone: `YYYY-MM-DDTHH:MM`. */
export const wallClock = (instant: Instant, timeZone: string): string => {
  const at = Date.parse(instant);
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
};

const two = (n: number): string => String(n).padStart(2, "0");

/** An instant as ISO text of a zone, to the second, with its offset: `2026-11-25T21:00:00-05:00`. */
export const zonedText = (instant: Instant, timeZone: string): string => {
  const at = Date.parse(instant);
  const minutes = offsetAt(at, timeZone) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
  return `${clock}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
};

/**
 * The instant (milliseconds) at which a calendar date ends in a zone: midnight behind it, daylight
 * saving included.
 */
export const endOfDate = (date: Day, timeZone: string): number =>
  instantIn(`${addDays(date, 1)}T00:00`, timeZone);

/** The last day before an instant ends something: what ends at midnight ends with the day before it. */
export const lastDayIn = (end: Instant, timeZone: string): Day =>
  dateIn(new Date(Date.parse(end) - 1).toISOString(), timeZone);

const hour = 3_600_000;
const day = 24 * hour;

/** How near a deadline is: `red` within 24 hours or past, `amber` within 72 hours, else `calm`. */
export const urgency = (deadline: number, now: number): "calm" | "amber" | "red" =>
  deadline - now <= day ? "red" : deadline - now <= 3 * day ? "amber" : "calm";

/**
 * Time left in words, rounded down so that a deadline is never shown later than it is: `13 days`,
 * `2 h left`, `8 min left`, `3 days overdue`.
 */
export const timeLeft = (deadline: number, now: number): string => {
  const left = Math.abs(deadline - now);
  const past = deadline < now;
  const [count, unit] =
    left >= 2 * day
      ? [Math.floor(left / day), "days"]
      : left >= hour
        ? [Math.floor(left / hour), "h"]
        : [Math.floor(left / 60_000), "min"];
  return past
    ? `${count} ${unit} overdue`
    : unit === "days"
      ? `${count} days`
      : `${count} ${unit} left`;
};

/** How long ago, rounded down: `just now`, `5 min ago`, `3 h ago`, `12 days ago`. */
export const timeAgo = (instant: Instant, now: number): string => {
  const past = Math.max(0, now - Date.parse(instant));
  if (past < 60_000) return "just now";
  return past < hour
    ? `${Math.floor(past / 60_000)} min ago`
    : past < 2 * day
      ? `${Math.floor(past / hour)} h ago`
      : `${Math.floor(past / day)} days ago`;
};

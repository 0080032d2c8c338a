import ICAL from "ical.js";
import { invalidField } from "#kernel/errors.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { CalendarAnswer } from "./calendar.model.ts";

export type IcsClosure = { uid: string; firstDay: string; lastDay: string; name: string };

/** What is taken of one file; a calendar of days off of thirty years has fewer. */
const mostEvents = 2_000;
const mostText = 1_000_000;
const mostDays = 366;

const refuse = (message: string): never => {
  throw invalidField("text", message);
};

const parsed = (text: string): ICAL.Component => {
  if (text.length > mostText) refuse("The calendar is larger than 1 MB. Export fewer years.");
  try {
    const read = ICAL.parse(text) as unknown[];
    return new ICAL.Component((typeof read[0] === "string" ? read : read[0]) as never);
  } catch {
    return refuse("This is no calendar file (.ics). Export it again and choose that file.");
  }
};

const iso = (time: ICAL.Time): string =>
  `${String(time.year).padStart(4, "0")}-${String(time.month).padStart(2, "0")}-${String(time.day).padStart(2, "0")}`;

// An event of whole days ends on the day before its end (RFC 5545, 3.6.1); one of hours is of the
// day on which it begins.
const lastOf = (start: ICAL.Time, end: ICAL.Time | null): string => {
  const first = iso(start);
  if (!start.isDate || !end) return first;
  const last = dayAfter(iso(end), -1);
  return last < first ? first : last;
};

const occurrences = (event: ICAL.Event, from: string, to: string): IcsClosure[] => {
  const name = (event.summary ?? "").trim().slice(0, 120) || "Closed";
  const one = (start: ICAL.Time, end: ICAL.Time | null): IcsClosure => ({
    uid: event.uid ?? `${iso(start)} ${name}`,
    firstDay: iso(start),
    lastDay: lastOf(start, end),
    name,
  });
  if (!event.isRecurring()) return [one(event.startDate, event.endDate)];
  const found: IcsClosure[] = [];
  const steps = event.iterator();
  // A rule without an end is followed to the last day that is asked for, and no further than this.
  for (let step = 0; step < 20_000; step++) {
    const start = steps.next();
    if (!start || iso(start) > to) break;
    if (iso(start) < from) continue;
    const { endDate } = event.getOccurrenceDetails(start);
    found.push(one(start, endDate));
    if (found.length > mostEvents) break;
  }
  return found;
};

/**
 * The closures of a calendar file between two days (YYYY-MM-DD), one for each occurrence.
 * 422 for what is no calendar, is larger than 1 MB or gives more than 2,000 closures.
 */
export const closuresOfIcs = (text: string, from: string, to: string): IcsClosure[] => {
  const events = parsed(text).getAllSubcomponents("vevent");
  if (events.length > mostEvents)
    refuse(
      `The calendar has ${events.length} events; 2,000 are taken at once. Export fewer years.`,
    );
  const found: IcsClosure[] = [];
  for (const component of events) {
    const event = new ICAL.Event(component);
    if (!event.startDate) continue;
    if (component.getFirstPropertyValue("status") === "CANCELLED") continue;
    for (const each of occurrences(event, from, to))
      if (each.lastDay >= from && each.firstDay <= to) {
        if (each.lastDay >= dayAfter(each.firstDay, mostDays))
          refuse(`"${each.name}" lasts longer than a year. Correct it and import again.`);
        found.push(each);
      }
    if (found.length > mostEvents)
      refuse("The calendar gives more than 2,000 days off. Export fewer years.");
  }
  return found;
};

const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
const bare = (day: string) => day.replaceAll("-", "");

// Lines longer than 75 octets go on behind a line break and a blank (RFC 5545, 3.1).
const folded = (line: string): string => {
  const parts: string[] = [];
  let rest = line;
  while (Buffer.byteLength(rest) > 74) {
    let cut = 74;
    while (Buffer.byteLength(rest.slice(0, cut)) > 74) cut--;
    parts.push(rest.slice(0, cut));
    rest = ` ${rest.slice(cut)}`;
  }
  return [...parts, rest].join("\r\n");
};

/** Days off of an agency as iCalendar text (RFC 5545), one event a day. `stamp` is an ISO instant. */
export const icsOf = (
  agency: { id: string; name: string },
  off: CalendarAnswer["off"],
  stamp: string,
): string => {
  const at = stamp.replace(/[-:]|\.\d+/g, "");
  const events = off.flatMap(({ day, name }) => [
    "BEGIN:VEVENT",
    `UID:${day}-${agency.id}@levee`,
    `DTSTAMP:${at}`,
    `DTSTART;VALUE=DATE:${bare(day)}`,
    `DTEND;VALUE=DATE:${bare(dayAfter(day, 1))}`,
    `SUMMARY:${escaped(name)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Levee//Agency calendar//EN",
    `X-WR-CALNAME:${escaped(`${agency.name}: days off`)}`,
    ...events,
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
};

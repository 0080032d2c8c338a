/** An appointment of somebody; `uid` is the same for every change of it, `sequence` only grows. */

import type { Instant } from "./time.ts";
export type Appointment = {
  uid: string;
  sequence: number;
  at: Instant;
  minutes: number;
  title: string;
  description: string;
  place?: string;
  url: string;
  cancelled: boolean;
};
type Between = { organizer: string; attendee: string };

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r\n?|\n/g, "\\n");

// RFC 5545, 3.1: at most 75 octets a line, longer ones folded with a space; never inside a
// character.
const folded = (line: string): string => {
  const out: string[] = [];
  let piece = "";
  let size = 0;
  for (const c of line) {
    const octets = new TextEncoder().encode(c).length;
    if (size + octets > 74) {
      out.push(piece);
      piece = " ";
      size = 1;
    }
    piece += c;
    size += octets;
  }
  return [...out, piece].join("\r\n");
};

/**
 * An appointment as iCalendar (RFC 5545, 5546): a file to keep (`PUBLISH`) or an invitation by mail
 * (`REQUEST`), or its cancellation. `now` in milliseconds.
 */
export const calendarOf = (
  event: Appointment,
  { organizer, attendee }: Between,
  method: "PUBLISH" | "REQUEST",
  now: number,
): string => {
  const start = Date.parse(event.at);
  const asked = method === "REQUEST" ? ";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE" : "";
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Levee//Appointments//EN",
    `METHOD:${event.cancelled ? "CANCEL" : method}`,
    "BEGIN:VEVENT",
    `UID:${event.uid}@levee`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + event.minutes * 60_000)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    `URL:${event.url}`,
    ...(organizer ? [`ORGANIZER:mailto:${organizer}`] : []),
    ...(attendee ? [`ATTENDEE${asked}:mailto:${attendee}`] : []),
    `STATUS:${event.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
};

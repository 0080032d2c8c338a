type Event = {
  id: string;
  version: number;
  at: string;
  minutes: number;
  title: string;
  description: string;
  url: string;
  organizer: string;
  attendee: string;
  cancelled: boolean;
};

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
const escaped = (text: string) => text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r?\n/g, "\\n");

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

/** An appointment as iCalendar (RFC 5545, 5546): a request, or its cancellation. */
export const calendarOf = (event: Event, now: number): string => {
  const start = Date.parse(event.at);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Levee//Demonstrations//EN",
    `METHOD:${event.cancelled ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${event.id}@levee`,
    `SEQUENCE:${event.version - 1}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + event.minutes * 60_000)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    `ORGANIZER:mailto:${event.organizer}`,
    `ATTENDEE:mailto:${event.attendee}`,
    `STATUS:${event.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
};

import { kinds } from "./solicitation.labels.ts";
import type { Notice } from "./notice.model.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const xml = (text: string) => text.replace(/[&<>"']/g, (c) => entities[c]!);

/** Where the public reads a solicitation, as a path. */
export const noticePath = (notice: { slug: string; number: string }): string =>
  `/public-opportunities?${new URLSearchParams({ agency: notice.slug, number: notice.number })}`;

const about = (n: Notice): string =>
  `${n.agency}, ${n.department}. Due ${new Date(n.dueAt).toUTCString()}. ${n.summary}`;

/** Published solicitations as RSS 2.0; `origin` without a slash at its end. */
export const rssOf = (notices: readonly Notice[], origin: string, self: string): string => {
  const items = notices.map(
    (n) =>
      `<item><title>${xml(`${n.number}: ${n.title}`)}</title>` +
      `<link>${xml(origin + noticePath(n))}</link>` +
      `<guid isPermaLink="false">${xml(n.ocid)}</guid>` +
      `<pubDate>${new Date(n.publishedAt).toUTCString()}</pubDate>` +
      `<category>${xml(kinds[n.kind])}</category>` +
      `<description>${xml(about(n))}</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Solicitations</title><link>${xml(`${origin}/public-opportunities`)}</link><description>What public agencies ask for, as it is published.</description><language>en-us</language><atom:link href="${xml(origin + self)}" rel="self" type="application/rss+xml"/>${items.join("")}</channel></rss>\n`;
};

const icsText = (text: string) => text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r?\n/g, "\\n");
const icsTime = (instant: string) =>
  `${new Date(instant).toISOString().replace(/[-:]/g, "").slice(0, 15)}Z`;
// RFC 5545, 3.1: lines of at most 75 octets, the rest folded behind a space.
const folded = (line: string): string => {
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const c of line) {
    const bytes = new TextEncoder().encode(c).length;
    if (size + bytes > (parts.length ? 74 : 75)) {
      parts.push(part);
      part = "";
      size = 0;
    }
    part += c;
    size += bytes;
  }
  return [...parts, part].join("\r\n ");
};

type Event = { uid: string; at: string; title: string; text: string; place: string; url: string };
const event = (e: Event, stamp: string) => [
  "BEGIN:VEVENT",
  `UID:${e.uid}`,
  `DTSTAMP:${icsTime(stamp)}`,
  `DTSTART:${icsTime(e.at)}`,
  `DTEND:${icsTime(e.at)}`,
  `SUMMARY:${icsText(e.title)}`,
  `DESCRIPTION:${icsText(e.text)}`,
  ...(e.place ? [`LOCATION:${icsText(e.place)}`] : []),
  `URL:${e.url}`,
  "END:VEVENT",
];

type Dated = Notice & { prebidAt?: string | null; prebidPlace?: string; prebidMandatory?: boolean };
const eventsOf = (n: Dated, origin: string): Event[] => {
  const url = origin + noticePath(n);
  const base = { text: `${n.agency}, ${n.department}\n${url}`, url };
  return [
    {
      ...base,
      uid: `due-${n.id}@levee`,
      at: n.dueAt,
      title: `${n.number} due: ${n.title}`,
      place: "",
    },
    ...(n.questionsUntil
      ? [
          {
            ...base,
            uid: `questions-${n.id}@levee`,
            at: n.questionsUntil,
            title: `${n.number}: questions end`,
            place: "",
          },
        ]
      : []),
    ...(n.prebidAt
      ? [
          {
            ...base,
            uid: `meeting-${n.id}@levee`,
            at: n.prebidAt,
            title: `${n.number}: pre-bid meeting${n.prebidMandatory ? " (attendance required)" : ""}`,
            place: n.prebidPlace ?? "",
          },
        ]
      : []),
  ];
};

/** Deadlines and meetings of solicitations as an iCalendar file (RFC 5545). */
export const icsOf = (notices: readonly Dated[], origin: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Levee//Solicitations//EN",
    "CALSCALE:GREGORIAN",
    ...notices.flatMap((n) => eventsOf(n, origin).flatMap((e) => event(e, n.updatedAt))),
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");

import type Mail from "nodemailer/lib/mailer/index.js";
import { calendarOf } from "#kernel/appointment.ts";
import { databaseMs } from "../db/database-clock.ts";
import { letterHtml, type LetterLook, type Scheme } from "./letter-html.model.ts";
import { whyOfKind } from "./letter-kinds.ts";
import { oneLine, readStored, textOf, withOrigin } from "./letter.model.ts";
import type { Waiting } from "./waiting.model.ts";

export type Agency = { name: string; timeZone: string; look?: LetterLook | null };

type Composing = {
  from: string;
  origin: string;
  agency: Agency | null;
  /** What the letter says of its papers. */
  sentences: readonly string[];
  /** For looking at it; else the reader's program decides. */
  scheme?: Scheme;
};

/** Where a person says which notices also come by mail, as a path. */
const noticeSettings = "/settings?tab=notifications";

const whyOf = ({ notice, kind }: Waiting, agency: string | null): string => {
  if (notice)
    return "You get this letter because you asked for notices by mail. Turn them off in your settings, under Notifications.";
  const why = whyOfKind(kind);
  if (why !== null && (agency !== null || !why.includes("{agency}")))
    return why.replaceAll("{agency}", agency ?? "");
  return agency === null
    ? "You get this letter because somebody gave this address to Levee."
    : `You get this letter because ${agency} works with Levee and writes to you at this address.`;
};

// RFC 2919, 2369, 3834: what mail programs need to sort notices and to turn them off, and what keeps
// automatic answers away.
const listHeaders = (origin: string, end: string): Record<string, string> => ({
  "List-Id": `<notices.${new URL(origin).hostname}>`,
  "List-Unsubscribe": `<${origin}${end}>`,
  "Auto-Submitted": "auto-generated",
});
// RFC 8058: mail programs end a subscription by one POST; scanners that follow links end nothing.
const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

const headersOf = ({ notice, unsubscribe }: Waiting, origin: string) =>
  unsubscribe !== null
    ? { headers: { ...listHeaders(origin, unsubscribe), ...oneClick } }
    : notice && { headers: listHeaders(origin, noticeSettings) };

const addressOf = (from: string): string => /<(.+)>/.exec(from)?.[1] ?? from;

const invitationOf = ({ appointment, replyTo, toAddress }: Waiting, { from, origin }: Composing) =>
  appointment
    ? {
        method: appointment.cancelled ? "CANCEL" : "REQUEST",
        filename: "invitation.ics",
        content: calendarOf(
          { ...appointment, url: appointment.url.replace(/^\//, `${origin}/`) },
          { organizer: replyTo ?? addressOf(from), attendee: toAddress },
          "REQUEST",
          databaseMs(),
        ),
      }
    : undefined;

/** A letter of the queue as the mail server gets it, without its papers. */
export const composed = (letter: Waiting, settings: Composing): Mail.Options => {
  const { origin, agency } = settings;
  const stored = readStored(letter.bodyText, letter.link);
  const paragraphs = [
    ...stored.paragraphs.map((text) => withOrigin(text, origin)),
    ...settings.sentences,
  ];
  const link =
    stored.label === null ? null : { label: stored.label, href: withOrigin(letter.link!, origin) };
  const why = whyOf(letter, agency?.name ?? null);
  const { subject } = letter;
  const icalEvent = invitationOf(letter, settings);
  return {
    from: settings.from,
    to: letter.toAddress,
    ...(letter.replyTo !== null && { replyTo: oneLine(letter.replyTo) }),
    subject,
    text: textOf(paragraphs, link),
    html: letterHtml(
      {
        subject,
        paragraphs,
        link,
        agency: agency?.name ?? null,
        why,
        origin,
        look: agency?.look ?? null,
      },
      settings.scheme,
    ),
    messageId: `<${letter.id}@levee>`,
    ...headersOf(letter, origin),
    ...(icalEvent && { icalEvent }),
  };
};

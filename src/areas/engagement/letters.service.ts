import { formatInstant } from "#kernel/dates.ts";
import { type Instant, instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const asked = "You get this letter because somebody gave this address on Levee's site.";

export const waitlistLetter = defineLetter({
  kind: "waitlist",
  why: asked,
  write: ({ name }: { name: string }) => ({
    subject: "You are on Levee's waiting list",
    paragraphs: [
      `Thank you, ${name}. We write to this address when your place is ready, and for nothing else.`,
      "If you did not ask for this, ignore this letter; nothing further happens.",
    ],
  }),
  sample: { name: "Dana Ruiz" },
});

export const demoLetter = defineLetter({
  kind: "demo",
  why: asked,
  write: ({ name }: { name: string }) => ({
    subject: "Your demonstration of Levee",
    paragraphs: [
      `Thank you, ${name}. Somebody of Levee writes to you within two working days. You can also choose a time yourself.`,
    ],
    link: { label: "Choose a time", href: "/schedule-demo" },
  }),
  sample: { name: "Dana Ruiz" },
});

export const contactLetter = defineLetter({
  kind: "contact",
  why: asked,
  write: ({ name, message }: { name: string; message: string }) => ({
    subject: "We have your message",
    paragraphs: [
      `Thank you, ${name}. Somebody of Levee answers within two working days.`,
      "Your message:",
      message,
    ],
  }),
  sample: { name: "Dana Ruiz", message: "Does Levee keep grants of several years?" },
});

type Slot = { slot: Instant; timeZone: string };

/** A booked demonstration; its token opens the calendar file and cancels it. */
export const bookedLetter = defineLetter({
  kind: "demo_booked",
  why: asked,
  write: ({ slot, timeZone, token }: Slot & { token: string }) => ({
    subject: `Your demonstration: ${formatInstant(slot, timeZone)}`,
    paragraphs: [
      `We show you Levee for half an hour on ${formatInstant(slot, timeZone)}.`,
      `For your calendar:\n{origin}/api/v1/public/demo-bookings/${token}/calendar`,
    ],
    link: { label: "Cancel the appointment", href: `/schedule-demo?cancel=${token}` },
  }),
  sample: { slot: instant("2026-12-02T15:00:00Z"), timeZone: "America/Chicago", token: "sample" },
});

export const bookingCancelledLetter = defineLetter({
  kind: "demo_cancelled",
  why: asked,
  write: ({ slot, timeZone }: Slot) => ({
    subject: `Your demonstration is cancelled: ${formatInstant(slot, timeZone)}`,
    paragraphs: [
      `The demonstration of Levee on ${formatInstant(slot, timeZone)} is cancelled, as you asked. Your calendar hears of it by this letter.`,
    ],
    link: { label: "Choose another time", href: "/schedule-demo" },
  }),
  sample: { slot: instant("2026-12-02T15:00:00Z"), timeZone: "America/Chicago" },
});

export const wishLetter = defineLetter({
  kind: "feature_request",
  why: asked,
  write: ({ title }: { title: string }) => ({
    subject: "We have your wish",
    paragraphs: [`"${title}" is under review. Once it is published, others can vote for it.`],
    link: { label: "All wishes", href: "/feature-requests" },
  }),
  sample: { title: "Export of the board as a picture" },
});

const bulletin = "You get this letter because this address asked for the bulletin of {agency}.";

/** Asks whether the bulletin is wanted; its token also ends it. */
export const bulletinAskedLetter = defineLetter({
  kind: "bulletin",
  why: bulletin,
  write: ({ token }: { token: string }) => ({
    subject: "Confirm the bulletin of solicitations",
    paragraphs: [
      "Open the link and press its button to hear of new solicitations by mail. Without it, nothing is sent.",
      `To end it at any time:\n{origin}/api/v1/public/bulletin/${token}/end`,
    ],
    link: { label: "Yes, send it to me", href: `/api/v1/public/bulletin/${token}` },
  }),
  sample: { token: "sample" },
});

type Announced = {
  id: string;
  number: string;
  title: string;
  summary: string;
  due: string;
  endToken: string;
};

export const bulletinLetter = defineLetter({
  kind: "bulletin",
  why: bulletin,
  write: ({ id, number, title, summary, due, endToken }: Announced) => ({
    subject: `New: ${title}`,
    paragraphs: [
      `${number}: ${title}`,
      ...(summary ? [summary] : []),
      `Due ${due}.`,
      `To end the bulletin:\n{origin}/api/v1/public/bulletin/${endToken}/end`,
    ],
    link: { label: "Read it", href: `/public-opportunities?id=${id}` },
    unsubscribe: `/api/v1/public/bulletin/${endToken}/end`,
  }),
  sample: {
    id: "sample",
    number: "ITB-2027-00012",
    title: "Winter road salt",
    summary: "Salt for the roads of the county, delivered to two yards.",
    due: formatInstant(instant("2026-12-18T20:00:00Z"), "America/Chicago"),
    endToken: "sample",
  },
});

type Course = {
  number: string;
  service: string;
  text: string;
  /** Opens the report for who made it; followers have none. */
  key?: string;
  /** Until when it may be opened again, as people read it. */
  until?: string | null;
  /** Ends a follower's letters. */
  endToken?: string;
};

const courseOf = ({ number, service, text, key, until, endToken }: Course) => ({
  subject: `${number}: ${service}`,
  paragraphs: [
    text,
    ...(key && !until
      ? ["By the link you may add words or a photo. They reach the people who deal with it."]
      : []),
    ...(key && until ? [`If it is not in order, open it again by the link until ${until}.`] : []),
    ...(endToken
      ? [`To hear no more of it:\n{origin}/api/v1/public/service-followers/${endToken}/end`]
      : []),
  ],
  link: {
    label: "See where it stands",
    href: `/citizen-portal?number=${number}${key ? `&key=${key}` : ""}#track`,
  },
  ...(endToken ? { unsubscribe: `/api/v1/public/service-followers/${endToken}/end` } : {}),
});

/** What became of a citizen's report, for who made it and who said "me too". */
export const reportLetter = defineLetter({
  kind: "service_request",
  why: "You get this letter because this address reported something to {agency}, or follows it.",
  write: courseOf,
  sample: {
    number: "SR-2027-00031",
    service: "Pothole",
    text: `Gulfside has your report. It is usually dealt with in ${counted(5, "day")}.`,
    key: "sample",
  },
});

/** The answer with which a report ends, for who made it; the report as a PDF is enclosed. */
export const reportAnswer = defineLetter({
  kind: "service_answer",
  why: "You get this letter because this address reported something to {agency}.",
  keep: "letter",
  write: courseOf,
  sample: {
    number: "SR-2027-00031",
    service: "Pothole",
    text: "Closed. The hole was filled on the day of the report.",
    key: "sample",
    until: "March 21, 2027",
  },
});

/** Asks whether somebody who said "me too" wants to hear of it. */
export const followLetter = defineLetter({
  kind: "service_follow",
  why: "You get this letter because somebody gave this address for a report to {agency}.",
  write: ({ number, service, token }: { number: string; service: string; token: string }) => ({
    subject: `Follow ${number}: ${service}`,
    paragraphs: [
      "Open the link and press its button to hear how this report goes on. Without it, nothing is sent.",
    ],
    link: { label: "Yes, tell me", href: `/api/v1/public/service-followers/${token}` },
  }),
  sample: { number: "SR-2027-00031", service: "Pothole", token: "sample" },
});

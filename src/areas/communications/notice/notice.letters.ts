import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const why =
  "You get this letter because {agency} writes to vendors, staff and those who asked for it.";

type Sent = {
  number: string;
  subject: string;
  paragraphs: readonly string[];
  /** Path of the page that asks to acknowledge it, and the last day. */
  acknowledge: { path: string; by: Day } | null;
  /** Path that ends the subscription, of letters to the public. */
  end: string | null;
};

/** A notice as one of its many readers gets it. */
export const noticeLetter = defineLetter({
  kind: "notice",
  why,
  write: ({ number, subject, paragraphs, acknowledge, end }: Sent) => ({
    subject,
    paragraphs: [
      ...paragraphs,
      ...(acknowledge
        ? [`Please confirm by ${formatDate(acknowledge.by)} that you read this notice (${number}).`]
        : []),
      ...(end ? [`To end these notices:\n{origin}${end}`] : []),
    ],
    link: acknowledge ? { label: "Confirm that you read it", href: acknowledge.path } : null,
    unsubscribe: end,
  }),
  sample: {
    number: "NTC-2027-00003",
    subject: "Boil your water before drinking",
    paragraphs: [
      "A main broke at Cutter Creek. Until we tell you otherwise, boil water for one minute before you drink it.",
    ],
    acknowledge: { path: "/api/v1/public/notices/sample", by: day("2026-12-03") },
    end: null,
  },
});

/** Reminds of a notice that waits to be acknowledged. */
export const noticeReminder = defineLetter({
  kind: "notice",
  why,
  write: ({
    number,
    subject,
    by,
    path,
    late,
  }: {
    number: string;
    subject: string;
    by: Day;
    path: string;
    late: boolean;
  }) => ({
    subject: `${late ? "Not yet confirmed" : "Please confirm"}: ${subject}`,
    paragraphs: [
      late
        ? `You have not confirmed yet that you read ${number}, which was to be confirmed by ${formatDate(by)}.`
        : `Please confirm by ${formatDate(by)} that you read ${number}.`,
    ],
    link: { label: "Read and confirm it", href: path },
  }),
  sample: {
    number: "NTC-2027-00003",
    subject: "Boil your water before drinking",
    by: day("2026-12-03"),
    path: "/api/v1/public/notices/sample",
    late: false,
  },
});

/** Asks an address whether it wants notices of these topics. */
export const topicsAskedLetter = defineLetter({
  kind: "notice_topics",
  why: "You get this letter because somebody gave this address on the citizen portal of {agency}.",
  write: ({ topics, path }: { topics: string; path: string }) => ({
    subject: "Confirm the notices that you asked for",
    paragraphs: [
      `Open the link and press its button to get notices about ${topics}. Without it, nothing is sent.`,
    ],
    link: { label: "Yes, send them to me", href: path },
  }),
  sample: { topics: "water", path: "/api/v1/public/notice-subscriptions/sample" },
});

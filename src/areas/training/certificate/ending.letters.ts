import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

type Ending = {
  to: string;
  holder: string;
  own: boolean;
  code: string;
  until: Day;
  left: number;
  path: string;
};

/** Tells a holder, and who supervises them, that a certificate ends. */
export const endingLetter = defineLetter({
  kind: "certificateEnds",
  why: "You get this letter because {agency} keeps your certificates, or those of people whom you supervise.",
  write: ({ to, holder, own, code, until, left, path }: Ending) => ({
    subject: `${own ? "Your certificate" : `${holder}:`} ${code} ends ${left === 0 ? "today" : `in ${counted(left, "day")}`}`,
    paragraphs: [
      `${to},`,
      `${own ? "your certificate" : `the certificate of ${holder}`} ${code} holds through ${formatDate(until)}.`,
      "Work for which it is demanded is closed from the day after. Renew it before, and enter the new one with a picture of it.",
    ],
    link: { label: "Open the certificate", href: path },
  }),
  sample: {
    ...{ to: "Lee Moran", holder: "Lee Moran", own: true, code: "CDL-A", left: 30 },
    ...{ until: day("2027-03-01"), path: "/admin/certifications/sample" },
  },
});

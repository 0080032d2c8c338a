import { defineLetter } from "#server/mail/letter-kinds.ts";

const bidder = "You get this letter because your company takes part in a solicitation of {agency}.";

type Offer = {
  id: string;
  number: string;
  title: string;
  subject: string;
  paragraphs: readonly string[];
  note: string;
};

/** What concerns everybody who is asked for a final offer. */
export const finalOfferLetter = defineLetter({
  kind: "final_offer",
  why: bidder,
  write: ({ id, number, title, subject, paragraphs, note }: Offer) => ({
    subject: `${subject}: ${number}`,
    paragraphs: [`${number}, ${title}.`, ...paragraphs, ...(note ? [note] : [])],
    link: { label: "Open it in the vendor portal", href: `/vendor-portal/final-offers/${id}` },
  }),
  sample: {
    id: "sample",
    number: "RFP-2027-00004",
    title: "Payroll software",
    subject: "Best and final offer asked for",
    paragraphs: ["You are asked for your best and final offer, until Dec 9, 2026, 2:00 PM CT."],
    note: "Please price the second year separately.",
  },
});

/** A notice of an award: intent, award, not selected. */
export const awardLetter = defineLetter({
  kind: "award_notice",
  keep: "notice",
  why: bidder,
  write: (notice: { title: string; text: readonly string[]; solicitationId: string }) => ({
    subject: notice.title,
    paragraphs: notice.text,
    link: {
      label: "Read it in the vendor portal",
      href: `/vendor-portal/protests?solicitation=${notice.solicitationId}`,
    },
  }),
  sample: {
    title: "Intent to award ITB-2027-00012",
    text: [
      "Gulfside intends to award Winter road salt to Northline Paving.",
      "Protests are taken until Dec 14, 2026.",
    ],
    solicitationId: "sample",
  },
});

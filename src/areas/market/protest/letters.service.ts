import { defineLetter } from "#server/mail/letter-kinds.ts";

/** The agency's answer to a vendor's protest. */
export const protestLetter = defineLetter({
  kind: "protest",
  keep: "decision",
  why: "You get this letter because your company protested against a decision of {agency}.",
  write: (about: { id: string; subject: string; text: string }) => ({
    subject: about.subject,
    paragraphs: [about.text],
    link: { label: "Read the decision", href: `/vendor-portal/protests/${about.id}` },
  }),
  sample: {
    id: "sample",
    subject: "Decision on your protest PRT-2027-00002",
    text: "The protest is denied: the bid named no delivery date, which the solicitation asked for.",
  },
});

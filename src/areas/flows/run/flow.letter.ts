import { defineLetter } from "#server/mail/letter-kinds.ts";

type Said = { subject: string; text: string; path: string | null };

/** What a workflow tells somebody by mail, in the words of whoever designed it. */
export const flowLetter = defineLetter({
  kind: "flowNotice",
  why: "You get this letter because a workflow of {agency} names you.",
  write: ({ subject, text, path }: Said) => ({
    subject,
    paragraphs: text ? text.split(/\n{2,}/) : [],
    link: path === null ? null : { label: "Open it", href: path },
  }),
  sample: {
    subject: "The order PO-2027-00042 is late",
    text: "It was promised for 18 November and has not come. Ask the vendor when it will.",
    path: "/purchase-orders/00000000-0000-0000-0000-000000000000",
  },
});

import { defineLetter } from "#server/mail/letter-kinds.ts";

type Sent = { number: string; form: string; filler: string; ownCopy: boolean };

/** An approved submission as a PDF, to a destination of its form. */
export const deliveryLetter = defineLetter({
  kind: "formDelivery",
  why: "You get this letter because a form of {agency} sends approved submissions to this address.",
  write: ({ number, form, filler, ownCopy }: Sent) => ({
    subject: `${form}: ${number}, approved`,
    paragraphs: [
      ownCopy
        ? `${filler}, what you filled in, ${form}, is approved. The PDF holds your answers.`
        : `${form}, filled in by ${filler}, is approved. The PDF holds the answers.`,
    ],
  }),
  sample: {
    number: "FRM-2027-00003",
    form: "Road closure permit",
    filler: "Dana Ruiz",
    ownCopy: false,
  },
});

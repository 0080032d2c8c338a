import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

type Told = {
  vendor: string;
  number: string;
  title: string;
  round: number;
  event: "sent" | "settled" | "withdrawn";
  answerBy: Day;
  words: string;
};

const said = ({ round, event, answerBy, words }: Told): [string, string] =>
  (
    {
      sent: [
        `round ${round} waits for your answer`,
        `Please answer clause by clause in your portal by ${formatDate(answerBy)}. ${words}`,
      ],
      settled: [
        `your answers to round ${round} are decided`,
        "You read in your portal what was taken, what was refused and why, and what the agency proposes instead.",
      ],
      withdrawn: [
        `round ${round} was taken back`,
        `You need not answer it. ${words ? `Why: ${words}` : ""}`,
      ],
    } as const
  )[event] as [string, string];

/** What became of a round of the negotiation of a vendor's contract. */
export const negotiationLetter = defineLetter({
  kind: "negotiation",
  why: "You get this letter because {agency} negotiates a contract with your company.",
  write: (told: Told) => {
    const [what, text] = said(told);
    return {
      subject: `Contract ${told.number}: ${what}`,
      paragraphs: [
        `${told.vendor},`,
        `Contract ${told.number}, ${told.title}: ${what}.`,
        text.trim(),
      ],
      link: { label: "Your contracts", href: "/vendor-portal/contracts" },
    };
  },
  sample: {
    vendor: "Northline Aggregates",
    number: "CON-2027-00007",
    title: "Guardrail repair on call",
    round: 2,
    event: "sent",
    answerBy: day("2027-03-12"),
    words: "We took your payment days.",
  },
});

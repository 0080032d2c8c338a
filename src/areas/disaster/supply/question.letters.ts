import { defineLetter } from "#server/mail/letter-kinds.ts";
import { supplyAnswers, type SupplyAnswer } from "./question.labels.ts";

type Asked = { vendor: string; warning: string; orders: string; path: string };

/** Asks a vendor inside a warning whether it can deliver; each answer is a link of its own. */
export const supplyQuestionLetter = defineLetter({
  kind: "supply_question",
  why: "You get this letter because {agency} has orders open with your company.",
  write: ({ vendor, warning, orders, path }: Asked) => ({
    subject: "Can you deliver? A warning holds where you are",
    paragraphs: [
      `${vendor},`,
      `A warning holds where you are: ${warning}. We have open with you: ${orders}.`,
      "Please tell us by one of these links whether you can deliver:",
      ...(Object.keys(supplyAnswers) as SupplyAnswer[]).map(
        (answer) => `${supplyAnswers[answer]}:\n{origin}${path}/${answer}`,
      ),
    ],
  }),
  sample: {
    vendor: "Northline Paving",
    warning: "Flood warning until Thursday",
    orders: "PO-2027-00211 Lift station 7 rewire",
    path: "/api/v1/public/deliveries/sample",
  },
});

import { formatCents } from "#kernel/money.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const vendorOf = "You get this letter because {agency} orders from your company.";

type Ordered = { vendor: string; number: string; title: string; amount: number };

/** An order for its vendor; `token` opens it by the link, `what` says what happened to it. */
export const orderLetter = defineLetter({
  kind: "purchase_order",
  keep: "copy",
  why: vendorOf,
  write: (o: Ordered & { what: string; revision: number; origin: string; token: string }) => ({
    subject: `Purchase order ${o.number}${o.revision > 1 ? `, version ${o.revision}` : ""}`,
    paragraphs: [
      `${o.vendor},`,
      `${o.what}: ${o.number}, ${o.title}, ${formatCents(o.amount)}.`,
      "Please read the order and acknowledge it by the link below. The link is meant for you alone.",
    ],
    link: {
      label: "Read and acknowledge the order",
      href: `${o.origin}/orders/acknowledge?token=${o.token}`,
    },
  }),
  sample: {
    vendor: "Northline Paving",
    number: "PO-2027-00211",
    title: "Lift station 7 rewire",
    amount: 128_900_00,
    what: "We order from you",
    revision: 2,
    origin: "{origin}",
    token: "sample",
  },
});

export const orderCancelledLetter = defineLetter({
  kind: "purchase_order",
  why: vendorOf,
  write: (o: Ordered & { reason: string }) => ({
    subject: `Purchase order ${o.number} is cancelled`,
    paragraphs: [
      `${o.vendor},`,
      `We cancel our order ${o.number}, ${o.title}, ${formatCents(o.amount)}. Please do not deliver it.`,
      ...(o.reason ? [`Why: ${o.reason}`] : []),
    ],
  }),
  sample: {
    vendor: "Northline Paving",
    number: "PO-2027-00211",
    title: "Lift station 7 rewire",
    amount: 128_900_00,
    reason: "The project is postponed to next year.",
  },
});

type Answered = {
  agency: string;
  number: string;
  order: string;
  accepted: boolean;
  answer: string | null | undefined;
  path: string;
};

/** The agency's answer to a change of an order that its vendor asked for. */
export const changeAnswerLetter = defineLetter({
  kind: "order_change_answer",
  keep: "decision",
  why: vendorOf,
  write: ({ agency, number, order, accepted, answer, path }: Answered) => ({
    subject: `${agency}: ${number} ${accepted ? "accepted" : "declined"}`,
    paragraphs: [
      `The change of ${order} that you asked for was ${accepted ? "accepted. The changed order follows." : "declined."}`,
      ...(answer ? [answer] : []),
    ],
    link: { label: "Open the order", href: path },
  }),
  sample: {
    agency: "Gulfside",
    number: "OCR-2027-00005",
    order: "PO-2027-00211",
    accepted: true,
    answer: "The new date suits us.",
    path: "/vendor-portal/orders/sample/sample",
  },
});

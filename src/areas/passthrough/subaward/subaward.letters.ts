import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { factFields, type Facts } from "./facts.model.ts";

type Executed = {
  subrecipient: string;
  number: string;
  title: string;
  amount: number;
  startsOn: Day;
  endsOn: Day;
  facts: Facts;
};

const stated = (facts: Facts): string =>
  factFields
    .map(({ key, label, paragraph }) => {
      const fact = facts[key];
      return `${paragraph} ${label}: ${fact?.known ? fact.value : "not known yet; you are told once it is"}`;
    })
    .join("\n");

/** Tells a subrecipient that its subaward is executed, with everything that the law has it state. */
export const subawardExecutedLetter = defineLetter({
  kind: "subawardExecuted",
  keep: "copy",
  why: "You get this letter because {agency} passes grant money on to your organization.",
  write: ({ subrecipient, number, title, amount, startsOn, endsOn, facts }: Executed) => ({
    subject: `Subaward ${number}: ${title}`.slice(0, 200),
    paragraphs: [
      `${subrecipient},`,
      `Subaward ${number} for ${title} is executed: ${formatCents(amount)} for costs from ${formatDate(startsOn)} to ${formatDate(endsOn)}.`,
      `What it states by 2 CFR 200.332(b)(1):\n${stated(facts)}`,
      "Ask for payment in the vendor portal, with your costs one a line, as your ledger has them.",
    ],
    link: { label: "Your grants", href: "/vendor-portal/grants" },
  }),
  sample: {
    subrecipient: "Minnesota Valley Community Health",
    number: "SUB-2027-00003",
    title: "Block captains",
    amount: 20_000_00,
    startsOn: day("2026-09-01"),
    endsOn: day("2027-06-30"),
    facts: { name: { value: "Minnesota Valley Community Health", known: true } },
  },
});

type News = { subrecipient: string; number: string; title: string; news: string; more: string };

/** Tells a subrecipient what became of a payment request or of a cost, and why. */
export const subawardNewsLetter = defineLetter({
  kind: "subawardNews",
  keep: "letter",
  why: "You get this letter because {agency} passes grant money on to your organization.",
  write: ({ subrecipient, number, title, news, more }: News) => ({
    subject: `${number}: ${news}`.slice(0, 200),
    paragraphs: [`${subrecipient},`, `On your subaward ${number}, ${title}: ${news}.`, more].filter(
      Boolean,
    ),
    link: { label: "Your grants", href: "/vendor-portal/grants" },
  }),
  sample: {
    subrecipient: "Minnesota Valley Community Health",
    number: "SUB-2027-00003",
    title: "Block captains",
    news: "DSK-2027-00002 questions $400.00 of your costs",
    more: "The reason of each stands on your subaward. It is held back until it is decided.",
  },
});

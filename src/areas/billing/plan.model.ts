/** An offer. `monthlyCents` is integer cents of US dollars a month, without tax. */
export type Plan = {
  id: "open" | "hosted" | "assured";
  name: string;
  monthlyCents: number;
  audience: string;
  includes: readonly string[];
};

/**
 * The three offers (SPEC 1 and 9: from 0 to 999 USD). What an offer includes is only what works or
 * what people do; nothing planned.
 */
export const plans: readonly Plan[] = [
  {
    id: "open",
    name: "Open",
    monthlyCents: 0,
    audience: "You run it on your own machine or in your own cloud.",
    includes: [
      "Every part of the product, nothing held back",
      "Any number of people, vendors and documents",
      "Open source under Apache-2.0",
      "The offline audit verifier",
      "Updates from the public repository",
    ],
  },
  {
    id: "hosted",
    name: "Hosted",
    monthlyCents: 49_900,
    audience: "We run it for one agency.",
    includes: [
      "Everything in Open",
      "An installation of your own, with its own database",
      "Backups every day, and a restore that we rehearse with you",
      "Updates with notice",
      "Answers by mail within two working days",
    ],
  },
  {
    id: "assured",
    name: "Assured",
    monthlyCents: 99_900,
    audience: "We run it and help you bring your data in.",
    includes: [
      "Everything in Hosted",
      "Help with importing vendors, budgets and open orders",
      "Your approval policies and dated rules set up with you",
      "A yearly walk-through of your audit evidence",
      "Answers by mail or telephone within one working day",
    ],
  },
];

import type { OfferShown } from "./plan.labels.ts";

/** An offer as a fresh installation begins with it. Prices are cents of US dollars, without tax. */
export type ShippedOffer = Omit<OfferShown, "id">;

const none = { people: null, storageGb: null, callsPerDay: null };

/**
 * The three offers of a fresh installation (from 0 to 999 USD a month). What an offer includes is only what
 * works or what people do; nothing planned. From then on the operator's published plans count.
 */
export const shippedOffers: readonly ShippedOffer[] = [
  {
    ...none,
    code: "open",
    name: "Open",
    audience: "You run it on your own machine or in your own cloud.",
    monthlyCents: 0,
    yearlyCents: 0,
    trialDays: 0,
    place: 1,
    includes: [
      "Every part of the product, nothing held back",
      "Any number of people, vendors and documents",
      "Open source under Apache-2.0",
      "The offline audit verifier",
      "Updates from the public repository",
    ],
  },
  {
    ...none,
    code: "hosted",
    name: "Hosted",
    audience: "We run it for one agency.",
    monthlyCents: 499_00,
    yearlyCents: 499_00 * 12,
    trialDays: 30,
    place: 2,
    includes: [
      "Everything in Open",
      "An installation of your own, with its own database",
      "Backups every day, and a restore that we rehearse with you",
      "Updates with notice",
      "Answers by mail within two working days",
    ],
  },
  {
    ...none,
    code: "assured",
    name: "Assured",
    audience: "We run it and help you bring your data in.",
    monthlyCents: 999_00,
    yearlyCents: 999_00 * 12,
    trialDays: 30,
    place: 3,
    includes: [
      "Everything in Hosted",
      "Help with importing vendors, budgets and open orders",
      "Your approval policies and dated rules set up with you",
      "A yearly walk-through of your audit evidence",
      "Answers by mail or telephone within one working day",
    ],
  },
];

import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const cardsLeaving: readonly AgencyTable[] = [
  ...goAlong("card_cycle", "card_finding", "card_group", "card_line"),
  apart("card_merchant", { plain: { merchant_key: "The merchant as it is compared." } }),
  apart("purchase_card", { copied: { madeUp: { last_four: "account", holder_name: "name" } } }),
];

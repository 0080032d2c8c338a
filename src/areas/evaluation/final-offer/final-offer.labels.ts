export type { RoundView } from "./final-offer.model.ts";

/** What came of asking one bidder; `sealed` until the opening, whether or not anything came. */
export const offerOutcomes = {
  sealed: "Sealed until then",
  final: "Final offer",
  bid: "None came: the bid counts",
  withdrawn: "Taken back by the vendor: the bid counts",
  failed: "It did not open: the bid counts",
} as const;
export type OfferOutcome = keyof typeof offerOutcomes;

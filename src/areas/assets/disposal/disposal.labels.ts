/** How an asset leaves the agency, or its use for the award. */
export const disposalWays = {
  sale: "Sale",
  trade_in: "Trade-in",
  retain: "Kept for other use",
  donation: "Given away",
  scrap: "Scrapped",
  transfer: "Handed to the grantor",
} as const;
export type DisposalWay = keyof typeof disposalWays;

/** What a fair market value rests on. */
export const valueBases = {
  appraisal: "Appraisal",
  market: "Prices of the like on the market",
  offer: "A written offer",
  auction: "An auction's estimate",
  own: "The agency's own estimate",
} as const;
export type ValueBasis = keyof typeof valueBases;

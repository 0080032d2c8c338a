/** What says how materials from stock are priced. */
type MaterialRule = { citation: string; source: string; verified: boolean };

/**
 * What leaves a storeroom is charged at its net cost under a recognized method of pricing, used
 * consistently; FEMA asks for invoices first, then the agency's established pricing, then history or
 * prices of area vendors. The guide's text was not read again: unverified.
 */
export const materialRule: MaterialRule = {
  citation: "2 CFR 200.453(b); 44 CFR 206.223; PAPPG, supplies (unverified)",
  source: "Public Assistance Program and Policy Guide, chapter on supplies from stock",
  verified: false,
};

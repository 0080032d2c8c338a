/** In whose name each agent reads, by the demo account. */
export const readers: Readonly<Record<string, string>> = {
  requisition: "user",
  sourcing: "buyer",
  invoice: "ap",
  budget: "budget",
  compliance: "compliance",
  "vendor-risk": "buyer",
  "fema-claims": "recovery",
  weather: "works",
  maintenance: "works",
  contract: "contracts",
  "grant-writer": "grants",
  "bid-evaluation": "receiver",
};

/** What somebody asks an agent in their own words, beside what it finds by itself. */
export const questions: Readonly<Record<string, string>> = {
  requisition: "40 tons of road salt and a pallet of cold patch by Friday for the county yard",
  sourcing: "200 tons of road salt and 40 tons of cold patch for the salt shed",
};

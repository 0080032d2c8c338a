/** In whose name each agent reads, by the demo account. */
export const readers: Readonly<Record<string, string>> = {
  invoice: "ap",
  budget: "budget",
  compliance: "compliance",
  "vendor-risk": "buyer",
  "fema-claims": "recovery",
  weather: "works",
  maintenance: "works",
};

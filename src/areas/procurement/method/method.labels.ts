/** Procurement methods of 2 CFR 200.320, as people read them. */
export const methods = {
  micro_purchase: "Micro-purchase",
  simplified: "Simplified acquisition (quotes)",
  sealed_bid: "Sealed bids",
  proposal: "Competitive proposals",
  noncompetitive: "Noncompetitive",
} as const;
export type Method = keyof typeof methods;

const competed = new Set<string>(["simplified", "sealed_bid", "proposal"] satisfies Method[]);
/** Whether a method asks for more than one vendor. */
export const isCompeted = (method: string | null | undefined): boolean =>
  competed.has(method ?? "");

/** Said to approvers of a purchase that like ones bring over a threshold. */
export const crossesThreshold = "With like purchases of the last months this crosses a threshold";

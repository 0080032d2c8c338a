import { strictestThreshold, rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { methods, type Method } from "./method.labels.ts";

export { type Method };

/** The rule that each method stands on. */
export const methodRules: Readonly<Record<Method, string>> = {
  micro_purchase: "microPurchase",
  simplified: "simplifiedAcquisition",
  sealed_bid: "sealedBid",
  proposal: "proposal",
  noncompetitive: "noncompetitive",
};

export type MethodAdvice = {
  method: Method;
  /** Other methods that the rules allow for this amount. */
  alternatives: Method[];
  citation: string;
  reason: string;
  verified: boolean;
  /** What the method asks for, in plain words. */
  demands: string[];
};

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

/**
 * The procurement method that the dated rules suggest for `amount` cents on `day`. `amount` is what
 * counts against the thresholds: this
 * purchase and the like ones of the look-back period. Null when no threshold rule holds that day. 2
 * CFR 200.320.
 */
export const adviseMethod = (
  rules: readonly Rule[],
  day: string,
  amount: number,
): MethodAdvice | null => {
  const micro = strictestThreshold(rules, "microPurchase", day);
  const simplified = strictestThreshold(rules, "simplifiedAcquisition", day);
  if (!micro || !simplified) return null;
  const held = rulesOn(rules, day);
  const cite = (key: string) => held.find((r) => r.key === key)?.citation ?? "";
  if (amount <= micro.cents)
    return {
      method: "micro_purchase",
      alternatives: ["simplified", "noncompetitive"],
      citation: micro.rule.citation,
      verified: micro.rule.verified,
      reason: `${dollars(amount)} does not exceed the micro-purchase threshold of ${dollars(micro.cents)}.`,
      demands: ["Document that the price is reasonable.", "Spread such purchases among suppliers."],
    };
  if (amount <= simplified.cents) {
    const quotes = Number(simplified.rule.parameters.quotes ?? 2);
    return {
      method: "simplified",
      alternatives: ["sealed_bid", "proposal", "noncompetitive"],
      citation: simplified.rule.citation,
      verified: simplified.rule.verified,
      reason: `${dollars(amount)} exceeds ${dollars(micro.cents)} and does not exceed the simplified acquisition threshold of ${dollars(simplified.cents)}.`,
      demands: [
        `Get quotes from an adequate number of sources (agency practice: ${quotes}); a vendor who declines counts as asked.`,
      ],
    };
  }
  return {
    method: "sealed_bid",
    alternatives: ["proposal", "noncompetitive"],
    citation: cite("sealedBid") || simplified.rule.citation,
    verified: simplified.rule.verified,
    reason: `${dollars(amount)} exceeds the simplified acquisition threshold of ${dollars(simplified.cents)}.`,
    demands: [
      "Advertise publicly; open bids in public with at least two bidders.",
      "Date an independent estimate before bids are opened.",
      "Record a cost or price analysis.",
    ],
  };
};

/**
 * Whether a chosen method is allowed instead of the advised one, and what it needs; null when it is
 * fine as it is.
 */
export const methodObjection = (
  advice: MethodAdvice,
  chosen: Method,
  reason: string,
): string | null => {
  if (chosen === advice.method) return null;
  if (!advice.alternatives.includes(chosen))
    return `${methods[chosen]} is not allowed here: ${advice.reason} (${advice.citation})`;
  if (chosen === "noncompetitive" && reason.trim().length < 20)
    return "A noncompetitive purchase needs a written justification of at least 20 characters (2 CFR 200.320(c)): single source, emergency, permission, or inadequate competition.";
  return null;
};

// Sealed bids and proposals are what the law asks most of; noncompetitive has no place among them,
// it stands on its reason.
const strength: Readonly<Partial<Record<Method, number>>> = {
  micro_purchase: 1,
  simplified: 2,
  sealed_bid: 3,
  proposal: 3,
};

/**
 * Of several purchases that become one, the one whose method asks most; null where none names a
 * method. Noncompetitive stands on reasons that say nothing of the others: it holds where all are.
 */
export const strictestOf = <P extends { method: string | null }>(
  purchases: readonly P[],
): P | null => {
  const named = purchases.filter((p) => p.method !== null);
  const competed = named.filter((p) => p.method !== "noncompetitive");
  const rank = (p: P) => strength[p.method as Method] ?? 0;
  return (competed.length ? competed : named).toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
};

/**
 * Whether a method asks less than the one that was approved. Noncompetitive stands on its reason.
 */
export const isWeaker = (method: Method, approved: Method): boolean =>
  method !== "noncompetitive" && (strength[method] ?? 0) < (strength[approved] ?? 0);

/**
 * Why the method by which an order went out does not do for what it costs now, with the citation;
 * null while it does. A stricter one than advised always does.
 */
export const outgrown = (advice: MethodAdvice, inForce: Method, reason: string): string | null => {
  if ((strength[inForce] ?? 0) >= (strength[advice.method] ?? 0)) return null;
  const why = methodObjection(advice, inForce, reason);
  return (
    why &&
    `${methods[inForce]} does not do for this order any more: ${advice.reason} (${advice.citation}) Choose how it is bought now, or keep its total as it is.`
  );
};

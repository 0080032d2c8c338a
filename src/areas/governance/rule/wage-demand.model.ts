/**
 * Whether the law of the program that pays demands prevailing wages (40 U.S.C. 3142 applies to
 * assisted work only where the program's own law says so). `because` follows "since" in a sentence.
 */
export type WageDemand = { demanded: "yes" | "no" | "notKnown"; because: string };

/** What holds where no award pays: federal law asks for no wages. */
export const noAwardPays: WageDemand = { demanded: "no", because: "no award pays for it" };

const strictest = ["yes", "notKnown", "no"] as const;

/**
 * What several awards that pay together demand: one that demands is enough, and what is not known is
 * not taken for a no.
 */
export const wagesTogether = (demands: readonly WageDemand[]): WageDemand => {
  const demanded = strictest.find((each) => demands.some((d) => d.demanded === each));
  if (demanded === undefined) return noAwardPays;
  const told = demands.filter((d) => d.demanded === demanded).map((d) => d.because);
  return { demanded, because: [...new Set(told)].join("; ") };
};

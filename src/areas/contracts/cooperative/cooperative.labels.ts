/** How the lead agency competed its contract. */
export const competitions = {
  sealed_bid: "Sealed bids",
  proposal: "Proposals",
  quotes: "Quotes",
  other: "Another competition",
} as const;
export type Competition = keyof typeof competitions;

/** By what another agency's contract may be used. */
export const rights = {
  participation_clause: "Participation clause of the lead contract",
  joint_agreement: "Joint purchasing agreement",
} as const;
export type Right = keyof typeof rights;

/** A contract that rests on another agency's. */
export const isCooperative = (c: { kind: string; basis?: string | null }): boolean =>
  c.kind === "cooperative" || c.basis === "cooperative";

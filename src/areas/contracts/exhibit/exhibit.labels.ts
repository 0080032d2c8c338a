/** What an exhibit of a contract says; each meets what completeness asks of that. */
export const exhibitKinds = {
  scope: "Scope or statement of work",
  prices: "Price sheet",
  deliverables: "Deliverables",
  drawings: "Drawings and specifications",
  other: "Something else",
} as const;
export type ExhibitKind = keyof typeof exhibitKinds;

import type { Permission } from "#kernel/access.ts";

export const clauseKinds = {
  money: "Money and payment",
  performance: "Performance",
  liability: "Liability",
  insurance: "Insurance",
  termination: "Remedies and termination",
  labor: "Labor",
  records: "Records and access",
  federal: "Federal money",
  general: "General",
} as const;
export type ClauseKind = keyof typeof clauseKinds;

/** Who may agree to a text that is not ours, from the least to the most. */
export const acceptors = {
  buyer: { label: "Buyer", permission: "clause.acceptAsBuyer" },
  contract_manager: { label: "Contract manager", permission: "clause.acceptAsManager" },
  counsel: { label: "Counsel", permission: "clause.acceptAsCounsel" },
} as const satisfies Record<string, { label: string; permission: Permission }>;
export type Acceptor = keyof typeof acceptors;

/** A text that may be agreed to in place of the clause's; the first in its list has rank 1. */
export type Fallback = { text: string; by: Acceptor };

export const clauseSources = {
  library: "Our text",
  fallback: "Fallback",
  negotiated: "Negotiated",
} as const;
export type ClauseSource = keyof typeof clauseSources;

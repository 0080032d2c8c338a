/** The parts of an account string, as their lists are headed. */
export const kinds = {
  fund: "Funds",
  account: "Accounts",
  project: "Projects",
  award: "Awards",
} as const;
export type Kind = keyof typeof kinds;

export const methods = {
  naive: "As last year",
  run_rate: "Run rate",
  seasonal_shares: "Seasonal shares",
  seasonal_naive: "Rest as last year",
  commitments: "Commitments-aware",
} as const;
export type Method = keyof typeof methods;

export const methodWords: Readonly<Record<Method, string>> = {
  naive: "The year ends as last year did.",
  run_rate: "The months to come are like those that passed.",
  seasonal_shares: "What passed is the share of the year that it was in years before.",
  seasonal_naive: "The months to come are as they were last year.",
  commitments: "Spent, what open orders usually become, contracts and positions that are left.",
};

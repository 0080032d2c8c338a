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

type Score = { method: Method; wape: number | null };

/** How far off forecasts of past years were, by what came: a share in percent, or that nobody knows. */
export const percentOff = (share: number | null | undefined): string =>
  share === null || share === undefined ? "—" : `${(share * 100).toFixed(1)} %`;

/** How far off the method of a forecast was on past years, and beside it the naive one. */
export const offBesideNaive = (found: { method: Method; scores: readonly Score[] }): string =>
  [found.method, "naive" as const]
    .map((method) => percentOff(found.scores.find((s) => s.method === method)?.wape))
    .join(" / ");

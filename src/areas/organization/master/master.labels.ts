// Apart from the models, so that screens load without zod.
export const entryStates = {
  true: { label: "In use", tone: "success" },
  false: { label: "Retired", tone: "neutral" },
} as const;

export const proposalStatuses = {
  waiting: { label: "Waiting", tone: "warning" },
  accepted: { label: "Accepted", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const;
export type ProposalStatus = keyof typeof proposalStatuses;

/** The lists that the agency keeps once for everybody. */
export const sharedListNames = {
  places: { label: "Places", one: "place" },
  units: { label: "Units", one: "unit" },
  commodities: { label: "Commodities", one: "commodity" },
  "cost-codes": { label: "Cost codes", one: "cost code" },
} as const;
export type SharedListName = keyof typeof sharedListNames;

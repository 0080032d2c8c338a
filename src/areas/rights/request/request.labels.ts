// Apart from the model, so that screens load without zod.
export const requestStatuses = {
  asked: { label: "Waits for a decision", tone: "warning" },
  given: { label: "Given", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const;

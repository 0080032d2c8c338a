// Apart from the model, so that screens load without zod.
export const reviewStatuses = {
  open: { label: "Open", tone: "progress" },
  closed: { label: "Closed", tone: "success" },
} as const;

export const answerLabels = {
  keep: { label: "Kept", tone: "success" },
  change: { label: "Ends sooner", tone: "warning" },
  end: { label: "Ended", tone: "danger" },
  open: { label: "Waits", tone: "neutral" },
} as const;

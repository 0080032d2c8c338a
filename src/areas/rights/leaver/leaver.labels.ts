// Apart from the model, so that screens load without zod.
export const leavingStatuses = {
  planned: { label: "Planned", tone: "warning" },
  ended: { label: "Has left", tone: "neutral" },
  cancelled: { label: "Revoked", tone: "neutral" },
} as const;

/** How a questioned cost stands; what is open or not allowed is held back. */
export const questionedStatuses = {
  open: { label: "Questioned", tone: "warning" },
  allowed: { label: "Allowed", tone: "success" },
  disallowed: { label: "Not allowed", tone: "danger" },
  recovered: { label: "Given back", tone: "neutral" },
} as const;
export type QuestionedStatus = keyof typeof questionedStatuses;

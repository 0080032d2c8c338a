/** How a letter stands with the mail server. */
export const letterStates = {
  waiting: { label: "Waits", tone: "neutral" },
  refused: { label: "Refused, tried again", tone: "warning" },
  sent: { label: "Sent", tone: "success" },
  links: { label: "Sent with links", tone: "warning" },
  failed: { label: "Given up", tone: "danger" },
} as const;

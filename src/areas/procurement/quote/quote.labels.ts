/** What a supplier answered who was asked for a price. */
export const quoteAnswers = {
  quoted: { label: "Quoted", tone: "success" },
  declined: { label: "Declined", tone: "neutral" },
  silent: { label: "No answer", tone: "neutral" },
} as const;

/** How the answer came. */
export const quoteWays = {
  written: "In writing",
  email: "By email",
  phone: "By phone",
  web: "From the supplier's site",
  in_person: "In person",
} as const;

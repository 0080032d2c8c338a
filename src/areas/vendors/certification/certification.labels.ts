/** How a certificate stands on a day. */
export const certificationStandings = {
  holds: { label: "In force", tone: "success" },
  ending: { label: "Ends soon", tone: "warning" },
  begins: { label: "Not yet", tone: "neutral" },
  over: { label: "Over", tone: "neutral" },
  ended: { label: "Withdrawn", tone: "danger" },
} as const;
export type CertificationStanding = keyof typeof certificationStandings;

/** So many days before its last day a certificate is said to end soon, as insurance is. */
export const endingDays = 30;

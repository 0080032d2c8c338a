/** Who may found an agency on an installation. */
export const foundingRules = ["everybody", "invited", "operators"] as const;
export type FoundingRule = (typeof foundingRules)[number];

export const foundingLabels: Readonly<Record<FoundingRule, { label: string; about: string }>> = {
  everybody: { label: "Everybody", about: "Whoever signs up may found an agency." },
  invited: { label: "By invitation", about: "Whoever the operator invited by their address." },
  operators: {
    label: "Operators alone",
    about: "The operator founds agencies and invites their administrators.",
  },
};

export const tieKinds = {
  control: "Control",
  policy: "Policy",
  checklist: "Checklist",
  audit: "Audit",
} as const;

export const tieKinds = {
  control: "Control",
  policy: "Policy",
  checklist: "Checklist",
  course: "Course",
  audit: "Audit",
} as const;

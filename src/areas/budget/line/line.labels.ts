/** Views of the list of budget lines, which questions in words open too. */
export const lineViews = [
  { id: "near", name: "Near the limit", query: "nearLimit=true&sort=-usedPercent" },
  { id: "over", name: "Overdrawn", query: "over=true" },
  { id: "largest", name: "Largest", query: "sort=-budget" },
] as const;

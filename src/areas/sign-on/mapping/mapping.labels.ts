export type MappingStatus = "waiting" | "in_force" | "declined" | "removed";

export const mappingStatuses = {
  waiting: { label: "Waits for a second administrator", tone: "warning" },
  in_force: { label: "In force", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  removed: { label: "Removed", tone: "neutral" },
} as const;

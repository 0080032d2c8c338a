import type { Tone } from "#kernel/lifecycle.ts";

export const orderStatuses: Record<string, { label: string; tone: Tone; terminal?: boolean }> = {
  approval: { label: "Needs approval", tone: "warning" },
  issued: { label: "Issued", tone: "info" },
  partly: { label: "Partly received", tone: "progress" },
  received: { label: "Received", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  overdue: { label: "Overdue", tone: "danger" },
  emergency: { label: "Emergency", tone: "emergency" },
};
export const orderCourse = {
  statuses: orderStatuses,
  course: ["approval", "issued", "partly", "received", "closed"],
} as const;

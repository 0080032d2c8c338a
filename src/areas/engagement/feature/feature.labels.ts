import { lifecycle } from "#kernel/lifecycle.ts";

// Apart from the model, so that screens load without zod.
export const featureCycle = lifecycle<{ status: string }>()({
  noun: "feature request",
  statuses: {
    proposed: { label: "Under review", tone: "neutral" },
    open: { label: "Open for votes", tone: "info" },
    planned: { label: "Planned", tone: "warning" },
    in_progress: { label: "Being built", tone: "progress" },
    shipped: { label: "Shipped", tone: "success", terminal: true },
    declined: { label: "Declined", tone: "danger" },
  },
  course: ["proposed", "open", "planned", "in_progress", "shipped"],
  initial: "proposed",
  actions: {
    publish: {
      label: "Publish",
      from: ["proposed", "declined"],
      to: "open",
      permission: "inquiry.edit",
      tone: "primary",
    },
    plan: {
      label: "Plan",
      from: ["open"],
      to: "planned",
      permission: "inquiry.edit",
      tone: "primary",
    },
    start: {
      label: "Start building",
      from: ["planned"],
      to: "in_progress",
      permission: "inquiry.edit",
      tone: "primary",
    },
    ship: {
      label: "Mark shipped",
      from: ["in_progress"],
      to: "shipped",
      permission: "inquiry.edit",
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["proposed", "open", "planned"],
      to: "declined",
      permission: "inquiry.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

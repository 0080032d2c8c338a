import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const subscriptionStatuses = {
  incomplete: { label: "Waits for its purchase order", tone: "warning" },
  trialing: { label: "On trial", tone: "info" },
  active: { label: "Active", tone: "success" },
  past_due: { label: "A bill is late", tone: "warning" },
  unpaid: { label: "Unpaid", tone: "danger" },
  paused: { label: "Paused", tone: "neutral" },
  cancelled: { label: "Ended", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
/** Views of the list of agencies' plans. */
export const subscriptionViews = [
  {
    ...{ id: "running", name: "Running" },
    query: "status=incomplete,trialing,active,past_due,unpaid,paused",
  },
  { id: "late", name: "With late bills", query: "status=past_due,unpaid" },
  { id: "paused", name: "Paused", query: "status=paused" },
] as const;
export type SubscriptionStatus = keyof typeof subscriptionStatuses;
export type SubscriptionAction =
  | "begin"
  | "trialEnds"
  | "late"
  | "settled"
  | "unpaid"
  | "pause"
  | "resume"
  | "end";

const edit = "platform.edit";

/**
 * A plan as an agency has it. Whether a bill is late, whether a trial is over, whether it is paid again
 * follows from days and bills; only a pause is pressed.
 */
export const subscriptionCycle = lifecycle<{ status: string }>()<
  SubscriptionStatus,
  SubscriptionAction
>({
  noun: "subscription",
  initial: "incomplete",
  begins: ["trialing", "active"],
  statuses: subscriptionStatuses,
  course: ["incomplete", "trialing", "active"],
  actions: {
    // Its purchase order is known, its trial is over, or an agreement began.
    begin: {
      label: "Begins",
      from: ["incomplete", "trialing"],
      to: "active",
      permission: edit,
      system: true,
    },
    // The trial is over and nobody said how it is paid.
    trialEnds: {
      label: "Trial is over",
      from: ["trialing"],
      to: "incomplete",
      permission: edit,
      system: true,
    },
    late: {
      label: "A bill is late",
      from: ["active"],
      to: "past_due",
      permission: edit,
      system: true,
    },
    settled: {
      label: "Paid again",
      from: ["past_due", "unpaid"],
      to: "active",
      permission: edit,
      system: true,
    },
    unpaid: { label: "Unpaid", from: ["past_due"], to: "unpaid", permission: edit, system: true },
    pause: {
      label: "Pause",
      from: ["trialing", "active", "past_due"],
      to: "paused",
      permission: edit,
      needsReason: true,
    },
    resume: { label: "Go on", from: ["paused"], to: "active", permission: edit },
    end: {
      label: "Ends",
      from: ["incomplete", "trialing", "active", "past_due", "unpaid", "paused"],
      to: "cancelled",
      permission: edit,
      system: true,
    },
  },
});

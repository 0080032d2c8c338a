import { lifecycle } from "#kernel/lifecycle.ts";

// Apart from the model, so that screens load without zod.
/** SPEC 5: general unless the person says otherwise. */
export const feedbackTypes = {
  bug: "Bug",
  feature: "Feature",
  improvement: "Improvement",
  general: "General",
} as const;
export const feedbackCycle = lifecycle<{ status: string }>()({
  noun: "feedback",
  statuses: {
    received: { label: "Received", tone: "info" },
    answered: { label: "Answered", tone: "progress" },
    done: { label: "Done", tone: "success" },
  },
  course: ["received", "answered", "done"],
  initial: "received",
  actions: {
    answer: {
      label: "Mark answered",
      from: ["received"],
      to: "answered",
      permission: "inquiry.edit",
      tone: "primary",
    },
    finish: {
      label: "Close",
      from: ["received", "answered"],
      to: "done",
      permission: "inquiry.edit",
    },
    reopen: { label: "Open again", from: ["done"], to: "received", permission: "inquiry.edit" },
  },
});

import { lifecycle } from "#kernel/lifecycle.ts";

// Apart from the model, so that screens load without zod.
export const inquiryCycle = lifecycle<{ status: string }>()({
  noun: "inquiry",
  statuses: {
    received: { label: "Received", tone: "info" },
    contacted: { label: "Contacted", tone: "progress" },
    done: { label: "Done", tone: "success" },
    withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  },
  course: ["received", "contacted", "done"],
  initial: "received",
  actions: {
    contact: {
      label: "Mark contacted",
      from: ["received"],
      to: "contacted",
      permission: "inquiry.edit",
      tone: "primary",
    },
    finish: {
      label: "Close",
      from: ["received", "contacted"],
      to: "done",
      permission: "inquiry.edit",
    },
    reopen: { label: "Open again", from: ["done"], to: "received", permission: "inquiry.edit" },
    withdraw: {
      label: "Withdraw",
      from: ["received", "contacted"],
      to: "withdrawn",
      permission: "inquiry.edit",
      system: true,
    },
  },
});

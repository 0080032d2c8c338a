import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const batchStatuses = {
  built: { label: "Built", tone: "neutral" },
  validated: { label: "Ready to be sent", tone: "info" },
  sent: { label: "Sent", tone: "progress" },
  acknowledged: { label: "Acknowledged", tone: "success", terminal: true },
  rejected: { label: "Lines rejected", tone: "danger" },
  corrected: { label: "Corrected", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BatchStatus = keyof typeof batchStatuses;
export type BatchAction = "validate" | "send" | "acknowledge" | "reject" | "correct" | "withdraw";
export const batchCourse = ["built", "validated", "sent", "acknowledged"] as const;

export type BatchFacts = {
  status: string;
  builtBy: string | null;
  /** What keeps it from being sent, each in a sentence. */
  problems: readonly string[];
};

/**
 * Lines of the ledger on their way to the finance system: built by one person, sent by another,
 * acknowledged or rejected by line; what was rejected goes out in a batch of its own.
 */
export const batchCycle = lifecycle<BatchFacts>()<BatchStatus, BatchAction>({
  noun: "batch",
  initial: "built",
  statuses: batchStatuses,
  course: batchCourse,
  actions: {
    validate: {
      label: "Check it",
      from: ["built"],
      to: "validated",
      permission: "books.close",
      tone: "primary",
      unless: (b) => b.problems[0] ?? null,
    },
    send: {
      label: "Send it",
      from: ["validated"],
      to: "sent",
      permission: "books.confirm",
      tone: "primary",
      byOthers: "send it",
      unless: (b, asker) =>
        b.builtBy === asker.personId
          ? "You built this batch, so another person sends it."
          : (b.problems[0] ?? null),
    },
    acknowledge: {
      label: "The finance system took all of it",
      from: ["sent"],
      to: "acknowledged",
      permission: "books.close",
      tone: "primary",
    },
    reject: {
      label: "Lines were rejected",
      from: ["sent"],
      to: "rejected",
      permission: "books.close",
      tone: "danger",
    },
    correct: {
      label: "Build the rejected lines again",
      from: ["rejected"],
      to: "corrected",
      permission: "books.close",
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["built", "validated"],
      to: "withdrawn",
      permission: "books.close",
      needsReason: true,
      tone: "danger",
    },
  },
});

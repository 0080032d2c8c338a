import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const batchStatuses = {
  built: { label: "Built", tone: "neutral" },
  validated: { label: "Ready to be sent", tone: "info" },
  sending: { label: "Going out", tone: "progress" },
  unknown: { label: "Sent, unknown", tone: "warning" },
  sent: { label: "Sent", tone: "progress" },
  acknowledged: { label: "Acknowledged", tone: "success", terminal: true },
  rejected: { label: "Lines rejected", tone: "danger" },
  corrected: { label: "Corrected", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BatchStatus = keyof typeof batchStatuses;
export type BatchAction =
  | "validate"
  | "send"
  | "deliver"
  | "arrive"
  | "lose"
  | "bounce"
  | "again"
  | "found"
  | "missed"
  | "acknowledge"
  | "reject"
  | "correct"
  | "withdraw";
export const batchCourse = ["built", "validated", "sent", "acknowledged"] as const;
/** Lines that are in a batch of which the finance system has said nothing yet. */
export const underWay = ["built", "validated", "sending", "unknown", "sent"] as const;

export type BatchFacts = {
  status: string;
  builtBy: string | null;
  /** The connector that it goes out by; none where a person takes its file there. */
  connectorId: string | null;
  /** What keeps it from being sent, each in a sentence. */
  problems: readonly string[];
};

const byAnother = (b: BatchFacts, asker: Asker): string | null =>
  b.builtBy === asker.personId ? "You built this batch, so another person sends it." : null;

const byHand = (b: BatchFacts): string | null =>
  b.connectorId === null ? null : "It goes to its destination by itself: send it there.";
const byConnector = (b: BatchFacts): string | null =>
  b.connectorId === null ? "It has no destination: a person takes its file there." : null;

const outgoing = {
  permission: "books.confirm",
  byOthers: "send it",
  suits: (b: BatchFacts) => b.connectorId !== null,
} as const;
const bySystem = { permission: "books.confirm", system: true } as const;

/**
 * Lines of the ledger on their way to the finance system: built by one person, sent by another,
 * acknowledged or rejected by line; what was rejected goes out in a batch of its own. Where the
 * destination falls silent, nothing is known of it until somebody says what they found there.
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
      suits: (b) => b.connectorId === null,
      unless: (b, asker) => byHand(b) ?? byAnother(b, asker) ?? b.problems[0] ?? null,
    },
    deliver: {
      ...outgoing,
      label: "Send to the finance system",
      from: ["validated"],
      to: "sending",
      tone: "primary",
      unless: (b, asker) => byConnector(b) ?? byAnother(b, asker) ?? b.problems[0] ?? null,
    },
    arrive: { ...bySystem, label: "Arrived", from: ["sending", "unknown"], to: "sent" },
    lose: { ...bySystem, label: "Fell silent", from: ["sending"], to: "unknown" },
    bounce: { ...bySystem, label: "Refused there", from: ["sending"], to: "validated" },
    found: {
      ...outgoing,
      label: "It arrived there",
      from: ["unknown"],
      to: "sent",
      needsReason: true,
      unless: (b, asker) => byConnector(b) ?? byAnother(b, asker),
    },
    missed: {
      ...outgoing,
      label: "It did not arrive",
      from: ["unknown"],
      to: "validated",
      needsReason: true,
      unless: (b, asker) => byConnector(b) ?? byAnother(b, asker),
    },
    again: {
      ...outgoing,
      label: "Send the same bytes again",
      from: ["unknown"],
      to: "sending",
      needsReason: true,
      unless: (b, asker) => byConnector(b) ?? byAnother(b, asker) ?? b.problems[0] ?? null,
    },
    acknowledge: {
      label: "The finance system took all of it",
      from: ["sent", "unknown"],
      to: "acknowledged",
      permission: "books.close",
      tone: "primary",
    },
    reject: {
      label: "Lines were rejected",
      from: ["sent", "unknown"],
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

import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const transferStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  sent: { label: "On the way", tone: "progress" },
  short: { label: "Something lacks", tone: "warning" },
  received: { label: "Accounted for", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type TransferStatus = keyof typeof transferStatuses;
export type TransferAction =
  | "send"
  | "arrive"
  | "callBack"
  | "found"
  | "writeOff"
  | "approveLoss"
  | "cancel";

export const transferCourse = ["planned", "sent", "received"] as const;

/** What became of what was sent. */
export const transferOutcomes = {
  arrived: "Arrived",
  found: "Found back where it came from",
  lost: "Written off",
} as const;
export type TransferOutcome = keyof typeof transferOutcomes;

/** What the rules of a transfer's steps want to know beside its row. */
export type TransferFacts = {
  status: string;
  plannedBy: string;
  sentBy: string | null;
  /** Who recorded arrivals. */
  receivers: string[];
};

const notTheSender = ({ sentBy }: TransferFacts, { personId }: Asker): string | null =>
  sentBy === personId
    ? "Whoever sent it does not confirm that it arrived: somebody at the other end does."
    : null;

const noPart = (transfer: TransferFacts, { personId }: Asker): string | null =>
  [transfer.plannedBy, transfer.sentBy, ...transfer.receivers].includes(personId)
    ? "Somebody who neither planned, sent nor received it approves the loss."
    : null;

const lacking = { from: ["short"], to: null, outcomes: ["short", "received"] } as const;

/**
 * A transfer that travels: sent, its goods are on the way and belong to the sender until another person
 * counts them where they arrive. What lacks stays on the way until it arrives, is found back or written off.
 */
export const transferCycle = lifecycle<TransferFacts>()<TransferStatus, TransferAction>({
  noun: "stock transfer",
  initial: "planned",
  statuses: transferStatuses,
  course: transferCourse,
  actions: {
    send: {
      label: "Send",
      from: ["planned"],
      to: "sent",
      permission: "stock.move",
      tone: "primary",
    },
    arrive: {
      label: "Record arrival",
      from: ["sent", "short"],
      to: null,
      outcomes: ["short", "received"],
      permission: "stock.receive",
      tone: "primary",
      unless: notTheSender,
    },
    callBack: {
      label: "Call back",
      from: ["sent"],
      to: "cancelled",
      permission: "stock.move",
      needsReason: true,
      tone: "danger",
    },
    found: {
      ...lacking,
      label: "Found back",
      permission: "stock.move",
      needsReason: true,
    },
    writeOff: {
      ...lacking,
      label: "Write off",
      permission: "stock.move",
      needsReason: true,
      tone: "danger",
    },
    approveLoss: {
      ...lacking,
      label: "Approve the loss",
      permission: "stock.approve",
      byOthers: "approve the loss",
      // That nothing at all arrived leaves no outcome behind, but a hand.
      notAfter: ["create", "send", "arrive"],
      needsReason: true,
      tone: "danger",
      unless: noPart,
    },
    cancel: {
      label: "Cancel",
      from: ["planned"],
      to: "cancelled",
      permission: "stock.move",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const transferViews = [
  { id: "under-way", name: "On the way", query: "status=sent" },
  { id: "lacking", name: "Something lacks", query: "status=short" },
  { id: "planned", name: "Planned", query: "status=planned" },
] as const;

import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const requestStatuses = {
  requested: { label: "Requested", tone: "warning" },
  accepted: { label: "Accepted", tone: "info" },
  declined: { label: "Declined", tone: "neutral", terminal: true },
  at_work: { label: "At work", tone: "progress" },
  to_bill: { label: "To bill", tone: "warning" },
  billed: { label: "On a bill", tone: "info" },
  closed: { label: "Closed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RequestStatus = keyof typeof requestStatuses;
export type RequestAction = "accept" | "decline" | "begin" | "finish" | "bill" | "unbill" | "close";

const write = "served.write";

/** What a client asks for: accepted under an agreement, worked on, billed; closed once its bill is settled. */
export const requestCycle = lifecycle<{ status: string }>()<RequestStatus, RequestAction>({
  noun: "request",
  initial: "requested",
  statuses: requestStatuses,
  course: ["requested", "accepted", "at_work", "to_bill", "billed", "closed"],
  edit: {
    from: ["requested", "accepted", "at_work"],
    otherwise: "What was done is billed as it stands.",
    permission: write,
  },
  actions: {
    accept: {
      label: "Accept",
      from: ["requested"],
      to: "accepted",
      permission: write,
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["requested", "accepted"],
      to: "declined",
      permission: write,
      needsReason: true,
    },
    begin: {
      label: "Begin the work",
      from: ["accepted"],
      to: "at_work",
      permission: write,
      tone: "primary",
    },
    finish: {
      label: "Work is done",
      from: ["at_work"],
      to: "to_bill",
      permission: write,
      tone: "primary",
    },
    // A bill with it was drafted, cancelled, or settled.
    bill: { label: "Billed", from: ["to_bill"], to: "billed", permission: write, system: true },
    unbill: { label: "To bill", from: ["billed"], to: "to_bill", permission: write, system: true },
    close: { label: "Closed", from: ["billed"], to: "closed", permission: write, system: true },
  },
});

/** Views of the list, which questions in words open too. */
export const requestViews = [
  { id: "open", name: "Requested", query: "status=requested" },
  { id: "work", name: "At work", query: "status=accepted,at_work" },
  { id: "bill", name: "To bill", query: "status=to_bill" },
] as const;

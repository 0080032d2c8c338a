import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const requestStatuses = {
  submitted: { label: "Waits for a decision", tone: "info" },
  accepted: { label: "Accepted", tone: "success" },
  returned: { label: "Returned", tone: "warning", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RequestStatus = keyof typeof requestStatuses;
export type RequestAction = "accept" | "return" | "withdraw" | "fall";

/** A subrecipient asks for what it spent; accepted, it is an invoice of the ordinary run. */
export const requestCycle = lifecycle<{ status: string; createdBy: string | null }>()<
  RequestStatus,
  RequestAction
>({
  noun: "payment request",
  initial: "submitted",
  statuses: requestStatuses,
  course: ["submitted", "accepted"],
  actions: {
    accept: {
      label: "Accept",
      from: ["submitted"],
      to: "accepted",
      permission: "subaward.review",
      tone: "primary",
      unless: (r, asker) =>
        r.createdBy !== null && r.createdBy === asker.personId
          ? "You entered this request, so another person accepts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "returned",
      permission: "subaward.review",
      needsReason: true,
    },
    fall: {
      label: "Its invoice was not paid",
      from: ["accepted"],
      to: "returned",
      permission: "subaward.review",
      needsReason: true,
      system: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["submitted"],
      to: "withdrawn",
      permission: "vendorPortal.act",
      needsReason: true,
    },
  },
});

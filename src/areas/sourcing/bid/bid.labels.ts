import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const bidStatuses = {
  draft: { label: "In preparation", tone: "neutral" },
  submitted: { label: "Submitted, sealed", tone: "info" },
  superseded: { label: "Replaced", tone: "neutral", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  opened: { label: "Opened", tone: "progress" },
  unopened: { label: "Could not be opened", tone: "danger", terminal: true },
  responsive: { label: "Responsive", tone: "progress" },
  nonresponsive: { label: "Not responsive", tone: "danger", terminal: true },
  evaluated: { label: "Evaluated", tone: "progress" },
  selected: { label: "Selected", tone: "success", terminal: true },
  not_selected: { label: "Not selected", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BidStatus = keyof typeof bidStatuses;
const heldStatuses = {
  ...bidStatuses,
  submitted: { label: "Submitted, held until the deadline", tone: "info" },
} as const satisfies typeof bidStatuses | Record<BidStatus, { label: string; tone: Tone }>;
/** The statuses as they are for this protection: a quote that the server holds is not sealed. */
export const bidStatusesOf = (protection: "sealed" | "held") =>
  protection === "held" ? heldStatuses : bidStatuses;

/**
 * What protects a bid before the opening, said to the vendor and to the buyer in the same words.
 */
export const protectionTexts = {
  sealed: {
    title: "Sealed",
    text: "Your browser encrypts the bid before it leaves this device. Two of the named officers must be present, and the deadline must have passed, before anybody can read it: not the buyer, not an administrator, not whoever operates this server.",
    against: "It does not protect against two officers and the operator who act together.",
  },
  held: {
    title: "Held by the server",
    text: "Your browser encrypts the quote before it leaves this device. The key lies in the agency's key store, which gives it out when the deadline has passed; no officer is needed.",
    against:
      "It protects against the agency's people and against a stolen database. It does not protect against whoever operates the server and the key store.",
  },
} as const;

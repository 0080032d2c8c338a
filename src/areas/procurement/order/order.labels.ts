import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const orderStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  approved: { label: "Approved", tone: "success" },
  issued: { label: "Issued", tone: "info" },
  acknowledged: { label: "Acknowledged", tone: "info" },
  partly_received: { label: "Partly received", tone: "progress" },
  received: { label: "Received", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  short_closed: { label: "Short-closed", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;

/** An ordinary order; one that encumbers a year's amount; one that draws on such. */
/** How long ago an open order was placed. */
export const orderAges = {
  to90: "Up to 90 days",
  to180: "91 to 180 days",
  to365: "181 days to a year",
  over365: "More than a year",
} as const;

export const orderKinds = {
  standard: { label: "Order", tone: "neutral" },
  blanket: { label: "Blanket order", tone: "info" },
  release: { label: "Release", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type OrderKind = keyof typeof orderKinds;

/** The usual course, for the stepper. */
export const orderCourse = [
  "draft",
  "in_approval",
  "approved",
  "issued",
  "acknowledged",
  "partly_received",
  "received",
  "closed",
] as const;

/** What takes a step anew where it leads back to it: a change issues a new version. */
export const orderRenewals = ["change"] as const;

/**
 * What the part of an order is called that is neither invoiced nor encumbered: before it goes out
 * nothing was released yet.
 */
export const restOf = ({ issuedAt, status }: { issuedAt: string | null; status: string }): string =>
  issuedAt ? "released" : status === "cancelled" ? "never encumbered" : "not encumbered yet";
/** How an order without a request for approval stands with its approval. */
export const unasked = ({
  issuedAt,
  status,
  emergency = false,
  lines = [],
}: {
  issuedAt: string | null;
  status: string;
  emergency?: boolean;
  lines?: readonly { requisitionId: string | null }[];
}): string =>
  status === "draft"
    ? "Not submitted yet."
    : status === "cancelled" && !issuedAt
      ? "It was cancelled before it went out; nobody was asked to approve it."
      : emergency && lines.length > 0 && lines.every((line) => line.requisitionId === null)
        ? "It went out in an emergency on a verbal approval, which is ratified afterwards."
        : "Approved with its requisitions.";
/** Where the order was mailed to, or will be. */
export const mailLabel = ({ issuedAt }: { issuedAt: string | null }): string =>
  issuedAt ? "Mailed to" : "Mail to";

/** Views of the list, which questions in words open too. */
export const orderViews = [
  { id: "open", name: "Open", query: "open=true" },
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "issue", name: "To issue", query: "status=approved" },
  { id: "receive", name: "To receive", query: "receivable=true&sort=promisedOn" },
  { id: "late", name: "Late", query: "late=true&sort=promisedOn" },
  { id: "flood", name: "Emergency", query: "emergency=true" },
  { id: "blanket", name: "Blanket orders", query: "kind=blanket&open=true" },
  { id: "left", name: "Author left", query: "authorLeft=true" },
] as const;

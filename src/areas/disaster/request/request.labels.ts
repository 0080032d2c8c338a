import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const requestSources = {
  own: "Own stock or crew",
  mutual_aid: "Mutual aid",
  contract: "Order or contract in force",
  purchase: "Purchase",
  state: "State",
} as const;
export type RequestSource = keyof typeof requestSources;

/** Where a line stands. Each follows from records: its order and receipt, or who gave it. */
export const lineStates = {
  open: { label: "No source yet", tone: "neutral" },
  planned: { label: "Source named", tone: "info" },
  waits: { label: "Waits for who gives it", tone: "warning" },
  approval: { label: "Purchase in approval", tone: "warning" },
  approved: { label: "Purchase approved, not ordered", tone: "progress" },
  ordered: { label: "Ordered", tone: "progress" },
  partly: { label: "Partly received", tone: "progress" },
  filled: { label: "Filled", tone: "success" },
  short: { label: "Closed before all of it came", tone: "warning" },
  fell: { label: "Not bought", tone: "danger" },
  unneeded: { label: "Not needed any more", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type LineState = keyof typeof lineStates;
/** FEMA's categories of work under Public Assistance. Unverified: letters and names of the PAPPG. */
export const categories = {
  A: "A, debris removal",
  B: "B, emergency protective measures",
  C: "C, roads and bridges",
  D: "D, water control facilities",
  E: "E, buildings and equipment",
  F: "F, utilities",
  G: "G, parks and other",
  Z: "Z, management costs",
} as const;
export type Category = keyof typeof categories;
export const priorities = { urgent: "Urgent", routine: "Routine", low: "Low" } as const;

export type RequestFacts = {
  status: string;
  requestedBy: string | null;
  sectionBy: string | null;
};
type Asker = { personId: string | null };
const notOwn = (r: RequestFacts, asker: Asker) =>
  asker.personId !== null && r.requestedBy === asker.personId
    ? "You asked for this. Somebody else approves it."
    : null;
const third = (r: RequestFacts, asker: Asker) =>
  notOwn(r, asker) ??
  (asker.personId !== null && r.sectionBy === asker.personId
    ? "You approved this for the section. A third person reviews the money."
    : null);
const step = { permission: "incident.work", tone: "primary" } as const;
const before = [
  "draft",
  "section_approved",
  "resource_check",
  "ordering",
  "finance_review",
] as const;

/**
 * FEMA's resource request (213RR): whoever asks, approves and funds are three people. What is ordered and
 * filled nobody presses: it follows from orders, receipts and those who gave.
 */
export const requestCycle = lifecycle<RequestFacts>()({
  noun: "resource request",
  initial: "draft",
  statuses: {
    draft: { label: "Asked", tone: "neutral" },
    section_approved: { label: "Section approved", tone: "info" },
    resource_check: { label: "Resources checked", tone: "progress" },
    ordering: { label: "Logistics orders", tone: "progress" },
    finance_review: { label: "Finance reviews", tone: "warning" },
    funded: { label: "Money reviewed", tone: "progress" },
    ordered: { label: "Ordered", tone: "progress" },
    partial: { label: "Partly filled", tone: "warning" },
    denied: { label: "Denied", tone: "danger", terminal: true },
    cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
    received: { label: "Filled", tone: "success" },
    demobilized: { label: "Demobilized", tone: "neutral", terminal: true },
  },
  course: [
    "draft",
    "section_approved",
    "resource_check",
    "ordering",
    "finance_review",
    "funded",
    "ordered",
    "partial",
    "received",
    "demobilized",
  ],
  actions: {
    approveSection: {
      ...step,
      label: "Approve for the section",
      from: ["draft"],
      to: "section_approved",
      unless: notOwn,
    },
    check: { ...step, label: "Check resources", from: ["section_approved"], to: "resource_check" },
    order: { ...step, label: "Say where it comes from", from: ["resource_check"], to: "ordering" },
    toFinance: { ...step, label: "Send to finance", from: ["ordering"], to: "finance_review" },
    fund: {
      ...step,
      label: "Review the money",
      from: ["finance_review"],
      to: "funded",
      unless: third,
    },
    follow: {
      label: "What its records say",
      from: ["funded", "ordered", "partial", "received"],
      to: null,
      outcomes: ["funded", "ordered", "partial", "received"],
      permission: "incident.work",
      system: true,
    },
    deny: {
      label: "Deny",
      from: before,
      to: "denied",
      permission: "incident.work",
      ends: "takes",
      needsReason: true,
      tone: "danger",
    },
    cancel: {
      label: "Cancel",
      from: [...before, "funded", "ordered", "partial"],
      to: "cancelled",
      permission: "incident.work",
      ends: "takes",
      needsReason: true,
      tone: "danger",
    },
    demobilize: { ...step, label: "Demobilize", from: ["received"], to: "demobilized" },
  },
});
export type RequestStatus = keyof typeof requestCycle.statuses;
export type RequestAction = keyof typeof requestCycle.actions;

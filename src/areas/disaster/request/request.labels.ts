import { lifecycle } from "#kernel/lifecycle.ts";

export const requestSources = {
  own: "Own stock or crew",
  mutual_aid: "Mutual aid",
  contract: "Order or contract in force",
  purchase: "Purchase",
} as const;
export type RequestSource = keyof typeof requestSources;
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

/** FEMA's resource request (213RR): whoever asks, approves and funds are three people. */
export const requestCycle = lifecycle<RequestFacts>()({
  noun: "resource request",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    section_approved: { label: "Section approved", tone: "info" },
    resource_check: { label: "Resources checked", tone: "progress" },
    ordering: { label: "Logistics orders", tone: "progress" },
    finance_review: { label: "Finance reviews", tone: "warning" },
    filled: { label: "Filled", tone: "success" },
    partial: { label: "Partly filled", tone: "warning" },
    denied: { label: "Denied", tone: "danger", terminal: true },
    cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
    received: { label: "Received", tone: "success" },
    demobilized: { label: "Demobilized", tone: "neutral", terminal: true },
  },
  course: [
    "draft",
    "section_approved",
    "resource_check",
    "ordering",
    "finance_review",
    "filled",
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
      to: null,
      outcomes: ["filled", "partial"],
      unless: third,
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
      from: [...before, "filled", "partial"],
      to: "cancelled",
      permission: "incident.work",
      ends: "takes",
      needsReason: true,
      tone: "danger",
    },
    receive: { ...step, label: "Received", from: ["filled", "partial"], to: "received" },
    demobilize: { ...step, label: "Demobilize", from: ["received"], to: "demobilized" },
  },
});
export type RequestStatus = keyof typeof requestCycle.statuses;
export type RequestAction = keyof typeof requestCycle.actions;

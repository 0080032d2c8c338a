import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const drawdownStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  checked: { label: "Checked", tone: "info" },
  certified: { label: "Certified", tone: "progress" },
  submitted: { label: "Submitted", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  partly_approved: { label: "Partly approved", tone: "warning" },
  paid: { label: "Paid", tone: "success" },
  reconciled: { label: "Reconciled", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type DrawdownStatus = keyof typeof drawdownStatuses;
export const drawdownCourse = [
  "draft",
  "checked",
  "certified",
  "submitted",
  "paid",
  "reconciled",
] as const;
export const drawdownKinds = {
  reimbursement: "Reimbursement",
  advance: "Advance",
  refund: "Refund",
} as const;
export type DrawdownAction =
  | "check"
  | "certify"
  | "sendBack"
  | "submit"
  | "return"
  | "approvePartly"
  | "pay"
  | "reconcile"
  | "lapse"
  | "cancel";

type Facts = { status: string; preparedBy: string | null };

/** Prepared from paid lines, certified by another person, decided and paid by the grantor. */
export const drawdownCycle = lifecycle<Facts>()<DrawdownStatus, DrawdownAction>({
  noun: "drawdown",
  initial: "draft",
  statuses: drawdownStatuses,
  course: drawdownCourse,
  actions: {
    check: {
      label: "Check",
      from: ["draft", "returned"],
      to: "checked",
      permission: "drawdown.prepare",
      tone: "primary",
    },
    certify: {
      label: "Certify",
      from: ["checked"],
      to: "certified",
      permission: "drawdown.certify",
      byOthers: "certify it",
      tone: "primary",
      unless: (d, asker) =>
        d.preparedBy === asker.personId
          ? "You prepared this request, so another person certifies it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["checked", "certified"],
      to: "draft",
      permission: "drawdown.certify",
      needsReason: true,
    },
    submit: {
      label: "Record that it was sent",
      from: ["certified"],
      to: "submitted",
      permission: "drawdown.prepare",
      tone: "primary",
    },
    return: {
      label: "Returned by the grantor",
      from: ["submitted"],
      to: "returned",
      permission: "drawdown.prepare",
      needsReason: true,
    },
    approvePartly: {
      label: "Approved in part",
      from: ["submitted"],
      to: "partly_approved",
      permission: "drawdown.prepare",
      needsReason: true,
    },
    pay: {
      label: "Record the money",
      from: ["submitted", "partly_approved"],
      to: "paid",
      permission: "drawdown.prepare",
      tone: "primary",
    },
    reconcile: {
      label: "Reconcile with the bank",
      from: ["paid"],
      to: "reconciled",
      permission: "drawdown.certify",
      byOthers: "reconcile it",
    },
    lapse: {
      label: "Certificate lapsed",
      from: ["checked", "certified"],
      to: "draft",
      permission: "drawdown.prepare",
      system: true,
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "checked", "certified", "returned"],
      to: "cancelled",
      permission: "drawdown.prepare",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** What a certifier signs: the words of 2 CFR 200.415(a), as they stand since 1 October 2024. */
export const certificateText =
  "I certify to the best of my knowledge and belief that the information provided herein is true, complete, and accurate. I am aware that the provision of false, fictitious, or fraudulent information, or the omission of any material fact, may subject me to criminal, civil, or administrative consequences including, but not limited to violations of U.S. Code Title 18, Sections 2, 1001, 1343 and Title 31, Sections 3729-3730 and 3801-3812.";

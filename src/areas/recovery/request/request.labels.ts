import { lifecycle } from "#kernel/lifecycle.ts";

export type RequestFacts = { status: string; preparedBy: string | null };

/** Prepared from lines that are proved, certified by another person, decided and paid by the state. */
export const requestCycle = lifecycle<RequestFacts>()({
  noun: "reimbursement request",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    checked: { label: "Checked", tone: "info" },
    certified: { label: "Certified", tone: "progress" },
    submitted: { label: "Submitted", tone: "progress" },
    returned: { label: "Returned", tone: "warning" },
    paid: { label: "Paid", tone: "success", terminal: true },
    cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
  },
  course: ["draft", "checked", "certified", "submitted", "paid"],
  actions: {
    check: {
      label: "Check and claim the costs",
      from: ["draft", "returned"],
      to: "checked",
      permission: "recovery.edit",
      tone: "primary",
    },
    certify: {
      label: "Certify",
      from: ["checked"],
      to: "certified",
      permission: "recovery.certify",
      byOthers: "certify it",
      notAfter: ["create", "leaveOut"],
      tone: "primary",
      unless: (r, asker) =>
        r.preparedBy === asker.personId
          ? "You prepared this request, so another person certifies it."
          : null,
    },
    submit: {
      label: "Record that it was sent",
      from: ["certified"],
      to: "submitted",
      permission: "recovery.edit",
      tone: "primary",
    },
    return: {
      label: "Returned by the state",
      from: ["submitted"],
      to: "returned",
      permission: "recovery.edit",
      needsReason: true,
    },
    pay: {
      label: "Record the money",
      from: ["submitted"],
      to: "paid",
      permission: "recovery.edit",
      tone: "primary",
    },
    lapse: {
      label: "Certificate lapsed",
      from: ["checked", "certified"],
      to: "draft",
      permission: "recovery.edit",
      system: true,
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "checked", "certified", "returned"],
      to: "cancelled",
      permission: "recovery.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
export type RequestStatus = keyof typeof requestCycle.statuses;

/** What a certifier signs: the words of 2 CFR 200.415(a), as they stand since 1 October 2024. */
export const certificateText =
  "I certify to the best of my knowledge and belief that the information provided herein is true, complete, and accurate. I am aware that the provision of false, fictitious, or fraudulent information, or the omission of any material fact, may subject me to criminal, civil, or administrative consequences including, but not limited to violations of U.S. Code Title 18, Sections 2, 1001, 1343 and Title 31, Sections 3729-3730 and 3801-3812.";

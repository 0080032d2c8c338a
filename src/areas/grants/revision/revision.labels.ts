import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const revisionStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  tested: { label: "Tested", tone: "info" },
  approved: { label: "Approved here", tone: "success" },
  sent: { label: "Sent to the grantor", tone: "progress" },
  granted: { label: "Granted", tone: "success" },
  denied: { label: "Denied", tone: "danger", terminal: true },
  posted: { label: "Posted", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RevisionStatus = keyof typeof revisionStatuses;
export type RevisionAction = "test" | "approve" | "send" | "grant" | "deny" | "post" | "cancel";

type Facts = { status: string; preparedBy: string | null; asksGrantor: boolean | null };
/** Tested against 2 CFR 200.308; approved here, or asked of the grantor; posted to the award. */
export const revisionCycle = lifecycle<Facts>()<RevisionStatus, RevisionAction>({
  noun: "budget revision",
  initial: "draft",
  statuses: revisionStatuses,
  course: ["draft", "tested", "approved", "posted"],
  actions: {
    test: {
      label: "Test",
      from: ["draft", "tested"],
      to: "tested",
      permission: "grant.edit",
      tone: "primary",
    },
    approve: {
      label: "Approve",
      from: ["tested"],
      to: "approved",
      permission: "grant.approve",
      byOthers: "approve it",
      tone: "primary",
      suits: (r) => r.asksGrantor !== true,
      unless: (r, asker) =>
        r.asksGrantor
          ? "The grantor decides this revision: send it."
          : r.preparedBy === asker.personId
            ? "You prepared this revision, so another person approves it."
            : null,
    },
    send: {
      label: "Record that it was sent",
      from: ["tested"],
      to: "sent",
      permission: "grant.edit",
      tone: "primary",
      suits: (r) => r.asksGrantor === true,
    },
    grant: {
      label: "Granted",
      from: ["sent"],
      to: "granted",
      permission: "grant.edit",
      needsReason: true,
      tone: "primary",
    },
    deny: {
      label: "Denied",
      from: ["sent"],
      to: "denied",
      permission: "grant.edit",
      needsReason: true,
    },
    post: {
      label: "Post to the award",
      from: ["approved", "granted"],
      to: "posted",
      permission: "grant.edit",
      tone: "primary",
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "tested", "approved", "sent", "granted"],
      to: "cancelled",
      permission: "grant.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const agreementStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_review: { label: "To be approved", tone: "warning" },
  approved: { label: "Begins later", tone: "progress" },
  active: { label: "In force", tone: "success" },
  ended: { label: "Ended", tone: "neutral", terminal: true },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AgreementStatus = keyof typeof agreementStatuses;
export type AgreementAction =
  | "submit"
  | "sendBack"
  | "approve"
  | "activate"
  | "renew"
  | "expire"
  | "drop";

type Facts = { status: string; authorId: string | null };
const [edit, decide] = ["platform.edit", "platform.decide"] as const;

/** Written by one operator, approved by another, in force from its first day to its last. */
export const agreementCycle = lifecycle<Facts>()<AgreementStatus, AgreementAction>({
  noun: "agreement",
  initial: "draft",
  statuses: agreementStatuses,
  course: ["draft", "in_review", "approved", "active"],
  edit: {
    from: ["draft"],
    otherwise: "It was sent for approval: have it sent back, or write the next one.",
    permission: edit,
  },
  actions: {
    submit: {
      label: "Send for approval",
      from: ["draft"],
      to: "in_review",
      permission: edit,
      tone: "primary",
    },
    sendBack: {
      label: "Send back",
      from: ["in_review"],
      to: "draft",
      permission: decide,
      needsReason: true,
    },
    approve: {
      label: "Approve",
      from: ["in_review"],
      to: "approved",
      permission: decide,
      tone: "primary",
      byOthers: "approve it",
      notAfter: ["create", "update", "submit"],
      unless: (agreement, asker) =>
        agreement.authorId === asker.personId
          ? "You wrote this agreement, so another operator approves it."
          : null,
    },
    // Its first day came.
    activate: {
      label: "In force",
      from: ["approved"],
      to: "active",
      permission: edit,
      system: true,
    },
    renew: { label: "Renewed", from: ["active"], to: "active", permission: edit, system: true },
    // Its last day is over.
    expire: { label: "Over", from: ["active"], to: "ended", permission: edit, system: true },
    drop: {
      label: "Drop",
      from: ["draft", "in_review", "approved"],
      to: "dropped",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const agreementViews = [
  { id: "decide", name: "To be approved", query: "status=in_review" },
  { id: "active", name: "In force", query: "status=active" },
  { id: "notice", name: "Notice day within 90 days", query: "notice=true" },
] as const;

import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const amendmentKinds = {
  transfer: "Transfer",
  supplement: "Supplement",
  reduction: "Reduction",
} as const;
export type AmendmentKind = keyof typeof amendmentKinds;

export const amendmentStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved", tone: "info" },
  posted: { label: "Posted", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "warning" },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AmendmentStatus = keyof typeof amendmentStatuses;
export type AmendmentAction = "submit" | "approve" | "post" | "return" | "reject" | "withdraw";

type Facts = { status: string; requestedBy: string | null };
const own = (a: Facts, asker: { personId: string | null }) =>
  a.requestedBy === asker.personId ? null : "Only who entered this amendment does that.";

/** A document that changes an adopted budget; what it gives is reserved from its submission on. */
export const amendmentCycle = lifecycle<Facts>()<AmendmentStatus, AmendmentAction>({
  noun: "budget amendment",
  initial: "draft",
  statuses: amendmentStatuses,
  course: ["draft", "in_approval", "approved", "posted"],
  edit: {
    from: ["draft", "returned"],
    otherwise: "It was sent for approval. Withdraw it first.",
  },
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["draft", "returned"],
      to: "in_approval",
      permission: "amendment.create",
      tone: "primary",
      unless: own,
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "budget.approve",
      system: true,
    },
    post: {
      label: "Post",
      from: ["approved"],
      to: "posted",
      permission: "budget.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "returned",
      permission: "budget.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "rejected",
      permission: "budget.approve",
      system: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "in_approval", "returned"],
      to: "withdrawn",
      permission: "amendment.create",
      needsReason: true,
      tone: "danger",
      unless: own,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const amendmentViews = [
  { id: "waiting", name: "In approval", query: "status=in_approval" },
  { id: "mine", name: "Entered by me", query: "mine=true" },
] as const;

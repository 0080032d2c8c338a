import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const policyStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_review: { label: "In review", tone: "warning" },
  approved: { label: "Approved", tone: "progress" },
  published: { label: "Published", tone: "success" },
  retired: { label: "Retired", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PolicyStatus = keyof typeof policyStatuses;
export type PolicyAction =
  | "submit"
  | "withdraw"
  | "approve"
  | "return"
  | "revise"
  | "publish"
  | "review"
  | "discard"
  | "retire"
  | "supersede";

export const policyCourse = ["draft", "in_review", "approved", "published"] as const;

export const policyKinds = {
  procurement: "Procurement",
  ethics: "Ethics and conflicts of interest",
  finance: "Finance",
  records: "Records",
  travel: "Travel and expenses",
  personnel: "Personnel",
  technology: "Information technology",
  safety: "Safety",
  other: "Other",
} as const;
export type PolicyKind = keyof typeof policyKinds;

/** Who confirms that they read it. */
export const ackGroups = {
  nobody: "Nobody",
  everybody: "Everybody in the agency",
  department: "A department",
  duty: "Whoever holds a duty",
} as const;

const edit = "agencyPolicy.edit";

/**
 * A version of a policy. Its approval decides it, by another person than its author; it holds from its
 * publishing until the next version is published or it is retired.
 */
export const policyCycle = lifecycle<{ status: string }>()<PolicyStatus, PolicyAction>({
  noun: "policy",
  initial: "draft",
  statuses: policyStatuses,
  course: policyCourse,
  actions: {
    submit: {
      label: "Send for approval",
      from: ["draft"],
      to: "in_review",
      permission: edit,
      tone: "primary",
    },
    withdraw: { label: "Take back", from: ["in_review"], to: "draft", permission: edit },
    approve: {
      label: "Approve",
      from: ["in_review"],
      to: "approved",
      permission: "agencyPolicy.decide",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_review"],
      to: "draft",
      permission: "agencyPolicy.decide",
      system: true,
    },
    revise: { label: "Back to draft", from: ["approved"], to: "draft", permission: edit },
    publish: {
      label: "Publish",
      from: ["approved"],
      to: "published",
      permission: edit,
      tone: "primary",
    },
    review: { label: "Record a review", from: ["published"], to: "published", permission: edit },
    discard: {
      label: "Discard",
      from: ["draft", "approved"],
      to: "retired",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    retire: {
      label: "Retire",
      from: ["published"],
      to: "retired",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    supersede: {
      label: "Replaced",
      from: ["published"],
      to: "retired",
      permission: edit,
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const policyViews = [
  { id: "published", name: "Published", query: "status=published" },
  { id: "underway", name: "Under way", query: "status=draft,in_review,approved" },
  { id: "due", name: "Review due", query: "due=true" },
] as const;

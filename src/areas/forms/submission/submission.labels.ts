import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const submissionStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  in_review: { label: "In review", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  approved: { label: "Approved", tone: "success" },
  rejected: { label: "Rejected", tone: "danger" },
  delivered: { label: "Delivered", tone: "success" },
  archived: { label: "Archived", tone: "neutral", terminal: true },
  void: { label: "Void", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type SubmissionStatus = keyof typeof submissionStatuses;

export type SubmissionAction =
  | "submit"
  | "review"
  | "ask"
  | "return"
  | "approve"
  | "reject"
  | "deliver"
  | "archive"
  | "void";

export const submissionCourse = [
  "draft",
  "submitted",
  "in_review",
  "approved",
  "delivered",
  "archived",
] as const;

/** Lists as people ask for them. */
export const submissionViews = [
  { id: "waiting", name: "Waiting", query: "status=submitted,in_review" },
  { id: "returned", name: "Returned", query: "status=returned" },
] as const;

/** Who decides: a reviewer, the approvers of a policy, or these, who were asked already. */
export type DecidedBy = "reviewer" | "policy" | "asked";
export type SubmissionFacts = { status: string; filledBy: string | null; decidedBy?: DecidedBy };
type Asker = { personId: string | null; permissions: ReadonlySet<string>; kind: string };

const isOwn = (s: SubmissionFacts, asker: Asker) =>
  s.filledBy !== null && s.filledBy === asker.personId;
const byAnother = (s: SubmissionFacts, asker: Asker) =>
  isOwn(s, asker) ? "You filled this in, so another person decides it." : null;
const decided = { permission: "form.review", unless: byAnother } as const;
const asked = "Its approvers decide this now.";
const byReviewer = (s: SubmissionFacts, asker: Asker) =>
  byAnother(s, asker) ?? (s.decidedBy === "asked" && asker.kind !== "system" ? asked : null);
const approvedByReviewer = (s: SubmissionFacts, asker: Asker) =>
  byReviewer(s, asker) ??
  (s.decidedBy === "policy" && asker.kind !== "system"
    ? "An approval policy decides this form. Send it to its approvers."
    : null);

/** Filled in, read, sent back or decided by somebody else, put away. */
export const submissionCycle = lifecycle<SubmissionFacts>()<SubmissionStatus, SubmissionAction>({
  noun: "submission",
  initial: "draft",
  statuses: submissionStatuses,
  course: submissionCourse,
  actions: {
    submit: {
      label: "Submit",
      from: ["draft", "returned"],
      to: "submitted",
      permission: "form.fill",
      tone: "primary",
      // A visitor and a vendor submit by their own doors, which have asked whose it is.
      unless: (s, asker) =>
        asker.kind === "system" || isOwn(s, asker)
          ? null
          : "Only whoever filled this in submits it.",
    },
    review: {
      ...decided,
      label: "Begin review",
      from: ["submitted"],
      to: "in_review",
      tone: "primary",
    },
    ask: {
      permission: "form.review",
      label: "Send to approvers",
      from: ["in_review"],
      to: "in_review",
      tone: "primary",
      suits: (s) => s.decidedBy === "policy",
      unless: (s, asker) =>
        byReviewer(s, asker) ??
        (s.decidedBy === "policy" ? null : "No approval policy covers this form."),
    },
    approve: {
      permission: "form.review",
      byOthers: "decide it",
      unless: approvedByReviewer,
      label: "Approve",
      from: ["in_review"],
      to: "approved",
      tone: "primary",
    },
    return: {
      permission: "form.review",
      unless: byReviewer,
      label: "Return",
      from: ["in_review"],
      to: "returned",
      needsReason: true,
    },
    reject: {
      permission: "form.review",
      byOthers: "decide it",
      unless: byReviewer,
      label: "Reject",
      from: ["in_review"],
      to: "rejected",
      needsReason: true,
      tone: "danger",
    },
    deliver: {
      label: "Deliver",
      from: ["approved"],
      to: "delivered",
      permission: "form.review",
      system: true,
    },
    archive: {
      label: "Archive",
      from: ["approved", "rejected", "delivered"],
      to: "archived",
      permission: "form.review",
    },
    void: {
      label: "Void",
      from: ["draft", "submitted", "returned"],
      to: "void",
      permission: "form.fill",
      needsReason: true,
      tone: "danger",
      unless: (s, asker) =>
        isOwn(s, asker) || asker.permissions.has("form.review")
          ? null
          : "Only whoever filled this in, or a reviewer, voids it.",
    },
  },
});

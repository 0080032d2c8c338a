import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const submittalStatuses = {
  draft: { label: "Not submitted", tone: "neutral" },
  submitted: { label: "Submitted", tone: "warning" },
  in_review: { label: "In review", tone: "info" },
  approved: { label: "Approved", tone: "success", terminal: true },
  approved_as_noted: { label: "Approved as noted", tone: "success", terminal: true },
  revise_resubmit: { label: "Revise and resubmit", tone: "danger" },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type SubmittalStatus = keyof typeof submittalStatuses;

export const submittalCourse = ["draft", "submitted", "in_review", "approved"] as const;

/** What is submitted. */
export const submittalKinds = {
  shop_drawing: "Shop drawing",
  product_data: "Product data",
  sample: "Sample",
  certificate: "Certificate or test report",
  other: "Other",
} as const;

/** The side that must act. */
export const submittalCourts = {
  agency: "Ours",
  contractor: "The contractor's",
  designer: "The designer's",
} as const;
export type SubmittalCourt = keyof typeof submittalCourts;

/** How a review ends, by the step that says so. */
export const decisions = {
  approve: "approved",
  approveAsNoted: "approved_as_noted",
  reviseResubmit: "revise_resubmit",
  reject: "rejected",
} as const;
export type Decision = keyof typeof decisions;

/** What a side did. */
export const submittalTurns = {
  submitted: "Submitted",
  taken: "Taken for review",
  approved: "Approved",
  approved_as_noted: "Approved as noted",
  revise_resubmit: "To be revised and resubmitted",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  sent_out: "Sent to a designer",
  advised: "Recommended by the designer",
  corrected: "Corrected by the designer",
  recalled: "Designer's link ended",
} as const;
export type SubmittalTurnKind = keyof typeof submittalTurns;

export type SubmittalAction =
  | "submit"
  | "review"
  | "toDesigner"
  | "advise"
  | "recall"
  | Decision
  | "withdraw";

/** What the rules of its steps want to know. */
export type SubmittalFacts = { status: string; designerLinkId: string | null };

const [edit, review] = ["submittal.edit", "submittal.review"] as const;
const decided = (label: string, to: (typeof decisions)[Decision]) =>
  ({
    label,
    from: ["in_review"],
    to,
    permission: review,
    byOthers: "review it",
    notAfter: ["submit"],
  }) as const;

/**
 * What a contractor lays before the agency ere it builds it in: listed, submitted, reviewed by another
 * person; what is to be revised comes again as the next revision of the same submittal.
 */
export const submittalCycle = lifecycle<SubmittalFacts>()<SubmittalStatus, SubmittalAction>({
  noun: "submittal",
  initial: "draft",
  statuses: submittalStatuses,
  course: submittalCourse,
  edit: {
    from: ["draft"],
    otherwise: "It was submitted: what it says stays. Decide on it, or withdraw it.",
    permission: edit,
  },
  actions: {
    submit: {
      label: "Submitted on paper",
      from: ["draft", "revise_resubmit"],
      to: "submitted",
      permission: edit,
    },
    review: {
      label: "Take for review",
      from: ["submitted"],
      to: "in_review",
      permission: review,
      byOthers: "review it",
      notAfter: ["submit"],
      tone: "primary",
    },
    toDesigner: {
      label: "Send to a designer",
      from: ["in_review"],
      to: "in_review",
      permission: review,
    },
    // What a designer outside recommends by the link of a letter.
    advise: {
      label: "Recommended by the designer",
      from: ["in_review"],
      to: "in_review",
      permission: review,
      system: true,
    },
    recall: {
      label: "End the designer's link",
      from: ["in_review"],
      to: "in_review",
      permission: review,
      suits: (s) => s.designerLinkId !== null,
      unless: (s) => (s.designerLinkId === null ? "No designer has a link to it." : null),
      tone: "danger",
    },
    approve: decided("Approve", "approved"),
    approveAsNoted: decided("Approve as noted", "approved_as_noted"),
    reviseResubmit: decided("Revise and resubmit", "revise_resubmit"),
    reject: decided("Reject", "rejected"),
    withdraw: {
      label: "Withdraw",
      from: ["draft", "submitted", "revise_resubmit"],
      to: "withdrawn",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const submittalViews = [
  { id: "ours", name: "In our court", query: "court=agency" },
  { id: "contractors", name: "In the contractor's court", query: "court=contractor" },
  { id: "designers", name: "With a designer", query: "court=designer" },
  { id: "overdue", name: "Overdue", query: "overdue=true" },
] as const;

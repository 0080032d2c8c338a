import { lifecycle } from "#kernel/lifecycle.ts";

export const applicationTypes = {
  new: "New",
  continuation: "Continuation",
  revision: "Revision",
} as const;

export type ApplicationStatus =
  | "draft"
  | "internal_review"
  | "ready"
  | "submitted"
  | "accepted"
  | "rejected_by_portal"
  | "awarded"
  | "declined"
  | "withdrawn";
export type ApplicationAction =
  | "review"
  | "pass"
  | "return"
  | "sign"
  | "submit"
  | "accept"
  | "refuse"
  | "correct"
  | "award"
  | "decline"
  | "withdraw";
export type ApplicationFacts = {
  status: string;
  preparedBy: readonly string[];
  signedBy: string | null;
};

const edit = { permission: "grantApplication.edit" } as const;
const own = ({ preparedBy }: ApplicationFacts, { personId }: { personId: string | null }) =>
  personId !== null && preparedBy.includes(personId);

export const applicationCycle = lifecycle<ApplicationFacts>()<ApplicationStatus, ApplicationAction>(
  {
    noun: "grant application",
    initial: "draft",
    course: ["draft", "internal_review", "ready", "submitted", "accepted", "awarded"],
    statuses: {
      draft: { label: "Draft", tone: "neutral" },
      internal_review: { label: "Internal review", tone: "progress" },
      ready: { label: "Ready", tone: "info" },
      submitted: { label: "Submitted", tone: "progress" },
      accepted: { label: "Accepted by the portal", tone: "info" },
      rejected_by_portal: { label: "Rejected by the portal", tone: "danger" },
      awarded: { label: "Awarded", tone: "success", terminal: true },
      declined: { label: "Declined", tone: "neutral", terminal: true },
      withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
    },
    actions: {
      review: {
        ...edit,
        label: "Send to review",
        from: ["draft"],
        to: "internal_review",
        tone: "primary",
      },
      pass: {
        permission: "grantApplication.review",
        byOthers: "pass it",
        label: "Pass as ready",
        from: ["internal_review"],
        to: "ready",
        tone: "primary",
        unless: (row, asker) =>
          own(row, asker) ? "Somebody who did not write it reviews it." : null,
      },
      return: {
        permission: "grantApplication.review",
        label: "Return to draft",
        from: ["internal_review", "ready"],
        to: "draft",
        needsReason: true,
      },
      sign: {
        permission: "grantApplication.sign",
        byOthers: "certify it",
        label: "Certify and sign",
        from: ["ready"],
        to: "ready",
        tone: "primary",
        unless: (row, asker) =>
          row.signedBy !== null
            ? "It is signed already."
            : own(row, asker)
              ? "Who wrote it does not sign it."
              : null,
      },
      submit: {
        ...edit,
        label: "Record as submitted",
        from: ["ready"],
        to: "submitted",
        tone: "primary",
        unless: ({ signedBy }) =>
          signedBy === null ? "The authorized representative has not signed it yet." : null,
      },
      accept: { ...edit, label: "Accepted by the portal", from: ["submitted"], to: "accepted" },
      refuse: {
        ...edit,
        label: "Rejected by the portal",
        from: ["submitted"],
        to: "rejected_by_portal",
        needsReason: true,
      },
      correct: {
        ...edit,
        label: "Correct and send again",
        from: ["rejected_by_portal"],
        to: "draft",
        tone: "primary",
      },
      award: {
        permission: "grantApplication.award",
        byOthers: "record its outcome",
        label: "Awarded",
        from: ["submitted", "accepted"],
        to: "awarded",
        tone: "primary",
      },
      decline: {
        ...edit,
        label: "Declined by the grantor",
        from: ["submitted", "accepted"],
        to: "declined",
        needsReason: true,
      },
      withdraw: {
        ...edit,
        label: "Withdraw",
        from: ["draft", "internal_review", "ready", "submitted", "accepted", "rejected_by_portal"],
        to: "withdrawn",
        needsReason: true,
        tone: "danger",
      },
    },
  },
);

export const applicationViews = [
  {
    id: "open",
    name: "In progress",
    query: "status=draft,internal_review,ready,rejected_by_portal",
  },
  { id: "out", name: "With the grantor", query: "status=submitted,accepted" },
  { id: "ended", name: "Ended", query: "status=awarded,declined,withdrawn" },
];

/** What a representative certifies with the signature, as on the SF-424, item 21. */
export const certification =
  "By signing this application, I certify (1) to the statements contained in the list of certifications and (2) that the statements herein are true, complete and accurate to the best of my knowledge. I also provide the required assurances and agree to comply with any resulting terms if I accept an award. I am aware that any false, fictitious, or fraudulent statements or claims may subject me to criminal, civil, or administrative penalties (18 U.S.C. 1001).";

/** What the rules look at in an application, for a page on which they find nothing. */
export const lookedAt =
  "the applicant, the budget, every form by itself and against the others and the budget, and length and amounts of the narrative";
